// What lets somebody in is taken out of free text; what only looks a little like it stays.
#include <QTest>

#include "core/ingest/redact/discreet_text.h"

using namespace plumbline;

class TestDiscreetText : public QObject {
    Q_OBJECT
private slots:
    void hides_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString(text) << QString(expected);
        };
        row("GitHub", "E00 ghp_1234567890abcdefghijklmnopqrstuvwxyz", "E00 ...");
        row("AWS key id", "E01 AKIAIOSFODNN7EXAMPLE", "E01 ...");
        row("AWS secret by itself", "E02 wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "E02 ...");
        row("JWT", "E03 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9", "E03 ...");
        row("Slack", "E04 xoxb-123456789012-abcdefghijkl", "E04 ...");
        row("Google", "E05 AIzaSyA-1234567890abcdefghijklmnopqrstu", "E05 ...");
        row("Hugging Face", "E06 hf_abcdefghijklmnopqrstuvwxyzABCDEFGH", "E06 ...");
        row("NVIDIA", "E07 nvapi-abcdefghijklmnopqrstuvwxyz1234567890", "E07 ...");
        row("Groq", "E08 gsk_abcdefghijklmnopqrstuvwxyz0123456789", "E08 ...");
        row("Anthropic", "E09 sk-ant-api03-abcdefghijklmnopqrstuv", "E09 ...");
        row("OpenAI", "E10 sk-proj-abcdefghijklmnopqrstuv", "E10 ...");
        row("signed address of S3", "E11 https://h/p?X-Amz-Signature=aabbccddeeff00112233445566778899",
            "E11 https://h/p?X-Amz-Signature=...");
        row("sig=", "E12 https://h/p?sig=aabbccddeeff0011", "E12 https://h/p?sig=...");
        row("access token", "E13 https://h/p?access_token=aabbccddeeff0011", "E13 https://h/p?access_token=...");
        row("signed address of Azure", "E14 https://h/p?sv=2020&se=2021&sig=abc%2Bdef%3D",
            "E14 https://h/p?sv=2020&se=2021&sig=...");
        row("PEM", "E15 -----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG9w0BAQEFAASC-----END PRIVATE KEY----- refused",
            "E15 ... refused");
        row("passwd:", "E16 passwd: hunter2hunter", "E16 passwd: ...");
        row("PASSWORD and a word", "E17 PASSWORD hunter2hunter", "E17 PASSWORD ...");
        row("Basic", "E18 Basic dXNlcjpwYXNzd29yZA==", "E18 Basic ...==");
        row("cookie", "E19 Cookie: session=abcdef0123456789", "E19 Cookie: ...");
        row("GitLab", "E20 glpat-abcdefghijklmnopqrst", "E20 ...");
        row("Replicate", "E21 r8_abcdefghijklmnopqrstuvwxyz01234567890", "E21 ...");
        row("a token after a colon", "E22 token: abcdef0123456789 refused", "E22 token: ... refused");
        row("a token after its name", "Authorization: Token abcdef0123456789", "Authorization: Token ...");
        row("Azure storage", "AccountName=x;AccountKey=Zm9vYmFyYmF6cXV4Zm9v+/Zg==;EndpointSuffix=y",
            "AccountName=x;AccountKey=...;EndpointSuffix=y");
        row("Azure bus", "SharedAccessKeyName=root;SharedAccessKey=Zm9vYmFyYmF6cXV4==",
            "SharedAccessKeyName=root;SharedAccessKey=...");
        row("Slack's applications", "E23 xapp-1-A012345678-9876543210-abcdef", "E23 ...");
        row("Stripe", "E24 sk_live_abcdefghijklmnop0123456789 is wrong", "E24 ... is wrong");
        row("Stripe, restricted", "E25 rk_test_abcdefghijklmnop0123456789", "E25 ...");
        row("Stripe's hooks", "E26 whsec_abcdefghijklmnop0123456789", "E26 ...");
        row("GitHub's applications", "E27 ghs_1234567890abcdefghijklmnopqrstuvwxyz", "E27 ...");
        row("GitHub, of a few places", "E28 github_pat_11ABCDEFG0abcdefghijkl_mnop", "E28 ...");
        row("Perplexity", "E29 pplx-1234567890abcdefghijklmnopqrstuvwxyz", "E29 ...");
        row("PEM without an end", "key -----BEGIN RSA PRIVATE KEY-----\nMIIE", "key ...");
        row("PEM after a word", "key-----BEGIN EC PRIVATE KEY-----MIIE-----END EC PRIVATE KEY-----.", "key....");
        row("a short password", "password: cat1", "password: ...");
        row("a quoted password", "password 'two words' refused", "password '...' refused");
        row("a signature in a header", "Signature=aabbccddeeff0011, Date=x", "Signature=..., Date=x");
    }
    void hides() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(withoutPrivate(text.toStdString())), expected);
    }

    void stays_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"glm-4.5",
                                 "r8_alpha16",
                                 "--disk-offloading",
                                 "hf_overrides",
                                 "glpat-short",
                                 "xoxb-1",
                                 "eyJhbGciOiJIUzI1NiJ9 and eyJzdWIiOiIxMjM0In0",
                                 "a.b.c of eyJ.eyJ.x",
                                 "commit 7856e12aa00bb11cc22dd33ee44ff5566778899a",
                                 "models/Meta-Llama-3.1-70B/snapshots/main",
                                 "data/Sharegpt/Unfiltered/Cleaned/Split001",
                                 "password is required",
                                 "password authentication failed",
                                 "no passwords",
                                 "--signature-algorithm sha256",
                                 "sig=3",
                                 "expires X-Amz-Expires=3600",
                                 "-----",
                                 "token: answer-text",
                                 "token: 128",
                                 "tokens: 4096",
                                 "token: 1234567890123456",
                                 "token: <|endoftext|>",
                                 "first token kind: reasoning-text-of-2026",
                                 "token counts: 1024, 2048, 4096 and 8192",
                                 "unexpected token at position 4711",
                                 "max_tokens: 4096",
                                 "AccountName=storage0123456789",
                                 "account: team-2026-inference",
                                 "sk_live_demo",
                                 "task_live_migration_of_2026_machines",
                                 "xapp-1",
                                 "pplx-7b-online",
                                 "whsec_test",
                                 "ghs_1",
                                 "stop",
                                 "chatcmpl-9a1b2c3d4e5f60718293a4b5c6d7e8f9"})
            QTest::newRow(text) << QString(text);
    }
    void stays() {
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(withoutPrivate(text.toStdString())), text);
    }
};

QTEST_GUILESS_MAIN(TestDiscreetText)
#include "test_discreet_text.moc"
