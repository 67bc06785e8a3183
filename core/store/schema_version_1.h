// The tables of version 1. Documented for people who query them in SCHEMA.md; a change is a new version, not an edit.
#pragma once

namespace plumbline {

inline constexpr const char* schemaVersion1 = R"sql(
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    reader TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    bytes INTEGER NOT NULL,
    records INTEGER NOT NULL DEFAULT 0,
    rows INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    summaries INTEGER NOT NULL DEFAULT 0,
    imported_at TEXT NOT NULL
) STRICT;

CREATE TABLE siblings (
    file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX siblings_by_file ON siblings (file);

CREATE TABLE sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    boundary_start TEXT,
    boundary_first TEXT,
    boundary_end TEXT,
    boundary_tokens TEXT,
    boundary_clock TEXT,
    warmup_removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sources_by_file ON sources (file);

CREATE TABLE contexts (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    stated TEXT,
    edited TEXT,
    PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    load_kind TEXT NOT NULL DEFAULT 'not_stated',
    load REAL NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    declared_duration_ns INTEGER,
    declared_requests INTEGER,
    declared_completed INTEGER,
    starts_coarse INTEGER NOT NULL DEFAULT 0,
    summary_only INTEGER NOT NULL DEFAULT 0,
    fingerprint TEXT
) STRICT;
CREATE INDEX runs_by_source ON runs (source);

CREATE TABLE reported (
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

-- Numbers of texts and of cached gaps are no foreign keys: checking them would cost a sixth of an import's time, and
-- texts are never deleted.
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    record INTEGER NOT NULL,
    line INTEGER,
    byte INTEGER NOT NULL,
    request_id TEXT,
    scheduled_ns INTEGER,
    start_ns INTEGER,
    headers_ns INTEGER,
    first_byte_ns INTEGER,
    first_reasoning_ns INTEGER,
    first_content_ns INTEGER,
    first_token_ns INTEGER,
    first_token_kind INTEGER,
    last_content_ns INTEGER,
    end_ns INTEGER,
    chunks INTEGER,
    gap_basis INTEGER,
    prompt_tokens INTEGER,
    cached_tokens INTEGER,
    output_tokens INTEGER,
    reasoning_tokens INTEGER,
    token_source INTEGER,
    other_output_tokens INTEGER,
    first_chunk_tokens INTEGER,
    max_tokens INTEGER,
    finish INTEGER,
    queue_ns INTEGER,
    status INTEGER NOT NULL,
    deliberate INTEGER,
    error INTEGER,
    phase INTEGER NOT NULL,
    repeat INTEGER,
    prompt_key INTEGER,
    prefix_key INTEGER,
    session INTEGER,
    turn INTEGER
) STRICT;
CREATE INDEX requests_by_run ON requests (run);

CREATE TABLE gaps (
    request INTEGER PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
    ns BLOB NOT NULL
) STRICT;

CREATE TABLE gap_cache (
    request INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    sum_ns INTEGER,
    largest_ns INTEGER,
    first_ns INTEGER,
    median_ns INTEGER,
    late INTEGER NOT NULL,
    tiny INTEGER NOT NULL
) STRICT;

CREATE TRIGGER gap_cache_follows AFTER DELETE ON gaps BEGIN
    DELETE FROM gap_cache WHERE request = old.request;
END;

CREATE TABLE rejections (
    file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    record INTEGER NOT NULL,
    line INTEGER,
    byte INTEGER NOT NULL,
    reason TEXT NOT NULL,
    excerpt TEXT NOT NULL
) STRICT;
CREATE INDEX rejections_by_file ON rejections (file);

CREATE TABLE diagnostics (
    file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    count INTEGER NOT NULL,
    line INTEGER
) STRICT;
CREATE INDEX diagnostics_by_file ON diagnostics (file);

CREATE TABLE configurations (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, name TEXT) STRICT;

CREATE TABLE members (
    source INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
    configuration INTEGER NOT NULL REFERENCES configurations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL
) STRICT;
CREATE INDEX members_by_configuration ON members (configuration);

CREATE TABLE typed_loads (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    run_position INTEGER NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL NOT NULL,
    PRIMARY KEY (source, run_position)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE decisions (
    position INTEGER PRIMARY KEY,
    file_sha256 TEXT NOT NULL,
    record INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    start_ns INTEGER,
    decision TEXT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE review_log (id INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, text TEXT NOT NULL) STRICT;

CREATE VIEW readable_requests AS
SELECT q.id, f.path AS file, f.reader, r.source, m.configuration, q.run, r.load_kind, r.load, q.record, q.line, q.byte,
       q.request_id, q.scheduled_ns, q.start_ns, q.headers_ns, q.first_byte_ns, q.first_reasoning_ns, q.first_content_ns,
       q.first_token_ns,
       CASE q.first_token_kind WHEN 1 THEN 'any-event' WHEN 2 THEN 'any-text' WHEN 3 THEN 'reasoning-text'
            WHEN 4 THEN 'answer-text' WHEN 5 THEN 'engine' END AS first_token_kind,
       q.last_content_ns, q.end_ns, q.chunks,
       CASE q.gap_basis WHEN 1 THEN 'chunk' WHEN 2 THEN 'read' WHEN 3 THEN 'token' WHEN 4 THEN 'synthetic' END
            AS gap_basis,
       q.prompt_tokens, q.cached_tokens, q.output_tokens, q.reasoning_tokens,
       CASE q.token_source WHEN 1 THEN 'usage' WHEN 2 THEN 'tokenizer' WHEN 3 THEN 'chunks' WHEN 4 THEN 'requested' END
            AS token_source,
       q.other_output_tokens, q.first_chunk_tokens, q.max_tokens, finish.text AS finish, q.queue_ns,
       CASE q.status WHEN 0 THEN 'ok' WHEN 1 THEN 'error' WHEN 2 THEN 'cancelled' WHEN 3 THEN 'incomplete' END
            AS status,
       q.deliberate, error.text AS error,
       CASE q.phase WHEN 0 THEN 'measured' WHEN 1 THEN 'warmup' WHEN 2 THEN 'cooldown' END AS phase,
       q.repeat,
       CASE WHEN q.prompt_key IS NOT NULL THEN printf('%016x', q.prompt_key) END AS prompt_key,
       CASE WHEN q.prefix_key IS NOT NULL THEN printf('%016x', q.prefix_key) END AS prefix_key,
       session.text AS session, q.turn
FROM requests AS q
JOIN runs AS r ON r.id = q.run
JOIN sources AS s ON s.id = r.source
JOIN files AS f ON f.id = s.file
LEFT JOIN members AS m ON m.source = s.id
LEFT JOIN texts AS finish ON finish.id = q.finish
LEFT JOIN texts AS error ON error.id = q.error
LEFT JOIN texts AS session ON session.id = q.session;

-- SQLite has no function that reads eight bytes as a number: digit by digit of their hexadecimal form.
CREATE VIEW readable_gaps AS
SELECT g.request, place.key AS position,
       (SELECT sum(((instr('0123456789ABCDEF', substr(hex(substr(g.ns, 8 * place.key + 1 + byte.value, 1)), 1, 1)) - 1) * 16
                    + instr('0123456789ABCDEF', substr(hex(substr(g.ns, 8 * place.key + 1 + byte.value, 1)), 2, 1)) - 1)
                   << 8 * byte.value)
        FROM json_each('[0,1,2,3,4,5,6,7]') AS byte) AS gap_ns
FROM gaps AS g,
     json_each('[' || substr(replace(hex(zeroblob(length(g.ns) / 8)), '00', ',0'), 2) || ']') AS place;
)sql";

}  // namespace plumbline
