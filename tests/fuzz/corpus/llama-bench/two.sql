CREATE TABLE IF NOT EXISTS llama_bench (
  model_type TEXT
);

INSERT INTO llama_bench (model_type, n_gen, n_prompt, avg_ts, stddev_ts) VALUES ('it''s, 8B', '128', '0', '9.5', '0.1');
