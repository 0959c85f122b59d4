-- A home that had joined a server, as the client kept it before `recoverable` was retired (its own dump, but the secret).
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'donor','m0001_first','2026-11-22 22:21:50.996899+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'donor','m0002_recoverable','2026-11-22 22:21:50.997281+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'donor','m0003_charges','2026-11-22 22:21:50.997469+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'donor','m0004_app','2026-11-22 22:21:50.997696+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'donor','m0005_extensions','2026-11-22 22:21:50.997909+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'donor','m0006_refused_campaigns','2026-11-22 22:21:50.998154+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'donor','m0007_unlisted','2026-11-22 22:21:50.998316+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'donor','m0008_protocol','2026-11-22 22:21:50.998401+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'donor','m0009_cohort','2026-11-22 22:21:50.999218+00:00');
CREATE TABLE "agreements" (
   "epoch" INTEGER,
   "exchange" BLOB,
   "shared" BLOB NOT NULL,
   PRIMARY KEY ("epoch", "exchange")
);
CREATE TABLE "blocked" (
   "label" TEXT PRIMARY KEY
);
CREATE TABLE "campaigns" (
   "id" TEXT PRIMARY KEY,
   "payload" TEXT,
   "signature" TEXT
);
INSERT INTO "campaigns" VALUES('flu','{"id":"flu","title":"Winter flu","purpose":"To see the flu come.","contact":"flu@example.org","ethics":null,"consent":{"en":"I agree.","de":"Ich stimme zu."},"vocabulary":["flu","fever + child","cough"],"strata":[],"start":"2026-11-01","end":"2026-12-31","terms":{"protocol":"recoverable","max_searches":5,"max_matches":2,"noise":{"law":"discrete-laplace","scale":"16","added_by":"server","colluders":0},"budget":{"epsilon":"1000","delta":"0"},"min_group":3},"threshold":null}','2ea85adbdef7f9d516230c7b62e5a71b334a9bacf398ae603c8b81c47df80930e645ca4bbf3f6e7f1e4f44f64cdc2729244f1265fcae649dfb8ea2ea3c34fa06');
CREATE TABLE "charges" (
   "day" TEXT,
   "campaign" TEXT,
   "law" TEXT NOT NULL,
   "scale" TEXT NOT NULL,
   "sensitivity" INTEGER NOT NULL,
   "delta" REAL NOT NULL,
   PRIMARY KEY ("day", "campaign")
);
CREATE TABLE "cohort_plans" (
   "day" TEXT PRIMARY KEY,
   "epoch" INTEGER NOT NULL,
   "goes_out" TEXT NOT NULL,
   "payload" TEXT NOT NULL,
   "signature" TEXT NOT NULL
);
CREATE TABLE "consents" (
   "id" INTEGER PRIMARY KEY,
   "campaign" TEXT NOT NULL,
   "payload" TEXT NOT NULL,
   "signature" TEXT NOT NULL,
   "language" TEXT NOT NULL,
   "time" TEXT NOT NULL,
   "stratum" TEXT,
   "entries" INTEGER NOT NULL,
   "left" TEXT
);
INSERT INTO "consents" VALUES(1,'flu','{"id":"flu","title":"Winter flu","purpose":"To see the flu come.","contact":"flu@example.org","ethics":null,"consent":{"en":"I agree.","de":"Ich stimme zu."},"vocabulary":["flu","fever + child","cough"],"strata":[],"start":"2026-11-01","end":"2026-12-31","terms":{"protocol":"recoverable","max_searches":5,"max_matches":2,"noise":{"law":"discrete-laplace","scale":"16","added_by":"server","colluders":0},"budget":{"epsilon":"1000","delta":"0"},"min_group":3},"threshold":null}','2ea85adbdef7f9d516230c7b62e5a71b334a9bacf398ae603c8b81c47df80930e645ca4bbf3f6e7f1e4f44f64cdc2729244f1265fcae649dfb8ea2ea3c34fa06','en','2026-11-20T12:00:00+00:00',NULL,3,NULL);
CREATE TABLE "decisions" (
   "day" TEXT PRIMARY KEY,
   "approved" INTEGER NOT NULL,
   "time" TEXT NOT NULL,
   "seen" TEXT NOT NULL
);
CREATE TABLE "elsewhere" (
   "day" TEXT PRIMARY KEY
);
CREATE TABLE "epoch_leaves" (
   "epoch" INTEGER,
   "cohort" INTEGER,
   "what" TEXT,
   "shown" BLOB NOT NULL,
   PRIMARY KEY ("epoch", "cohort", "what")
);
CREATE TABLE "epochs" (
   "number" INTEGER PRIMARY KEY,
   "payload" TEXT NOT NULL,
   "signature" TEXT NOT NULL,
   "place" BLOB,
   "serves" INTEGER,
   "published" INTEGER NOT NULL
);
CREATE TABLE "evidence" (
   "id" INTEGER PRIMARY KEY,
   "time" TEXT NOT NULL,
   "reason" TEXT NOT NULL,
   "first" TEXT NOT NULL,
   "second" TEXT NOT NULL
);
CREATE TABLE "extensions" (
   "address" TEXT PRIMARY KEY,
   "browser" TEXT NOT NULL
);
CREATE TABLE "facts" (
   "name" TEXT PRIMARY KEY,
   "value" TEXT NOT NULL
);
INSERT INTO "facts" VALUES('secret','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "facts" VALUES('by_itself_from','2026-11-20');
INSERT INTO "facts" VALUES('sending','by-itself');
INSERT INTO "facts" VALUES('installation','fca18311a216d122e1b5fb3046af6969');
INSERT INTO "facts" VALUES('url','http://127.0.0.1:9');
INSERT INTO "facts" VALUES('server','{"name":"Fake","key":"9da8f320485e5ae35e460d75a242535ae8dc832629b03a4c8c9f1d30c1818416","online":{"payload":"{\"server\":\"9da8f320485e5ae35e460d75a242535ae8dc832629b03a4c8c9f1d30c1818416\",\"key\":\"311a1c9b5d5f0e8b17301c453f44a7ad71391748099e947580eb6216d977f1b4\",\"first\":\"2000-01-01\",\"last\":\"2100-01-01\"}","signature":"34d26d7bdaad4ecfb2547bd96c75c0e648a8761fdd84b9e0dfda644ac223adbbdd90ef96c65ceab63eb9000aed8b15632d30c4efcb6ea921d450fca8b8ec980d"},"zone":"UTC","protocol":"recoverable","group_size":3,"min_group":3,"delay":1,"oldest_client":"0.1.0","invitation_required":false}');
INSERT INTO "facts" VALUES('number','0');
CREATE TABLE "journal" (
   "day" TEXT PRIMARY KEY,
   "context" BLOB NOT NULL,
   "data" BLOB,
   "sent" INTEGER NOT NULL
);
CREATE TABLE "lists" (
   "day" TEXT,
   "cohort" INTEGER,
   "sub_cohort" INTEGER,
   "epoch" INTEGER NOT NULL,
   "certified" TEXT NOT NULL,
   "data" BLOB NOT NULL,
   "answered" INTEGER NOT NULL,
   PRIMARY KEY ("day", "cohort", "sub_cohort")
);
CREATE TABLE "log" (
   "id" INTEGER PRIMARY KEY,
   "time" TEXT NOT NULL,
   "what" TEXT NOT NULL,
   "round" TEXT,
   "bytes" INTEGER,
   "given" TEXT,
   "reason" TEXT,
   "detail" TEXT
, "campaign" TEXT);
INSERT INTO "log" VALUES(1,'2026-11-20T12:00:00+00:00','registration',NULL,329,NULL,NULL,NULL,NULL);
CREATE TABLE "pauses" (
   "start" TEXT PRIMARY KEY,
   "end" TEXT
);
CREATE TABLE "pins" (
   "identity" TEXT PRIMARY KEY,
   "exchange" TEXT NOT NULL
);
CREATE TABLE "resets" (
   "number" INTEGER PRIMARY KEY,
   "payload" TEXT NOT NULL,
   "signature" TEXT NOT NULL
);
CREATE TABLE "results" (
   "campaign" TEXT PRIMARY KEY,
   "text" TEXT,
   "tag" TEXT,
   "listed" INTEGER NOT NULL
, "unlisted" TEXT);
CREATE TABLE "rounds" (
   "day" TEXT PRIMARY KEY,
   "digest" BLOB NOT NULL,
   "last_day" TEXT NOT NULL,
   "group_plan" TEXT,
   "roster" TEXT,
   "prepared" TEXT,
   "ephemeral" BLOB,
   "self_mask" BLOB,
   "preparation" BLOB,
   "survivors" BLOB,
   "reveal" BLOB
);
CREATE TABLE "said" (
   "kind" TEXT,
   "day" TEXT,
   "cohort" INTEGER,
   "sub_cohort" INTEGER,
   "value" BLOB NOT NULL,
   PRIMARY KEY ("kind", "day", "cohort", "sub_cohort")
);
CREATE TABLE "skips" (
   "mark" BLOB,
   "time" TEXT,
   PRIMARY KEY ("mark", "time")
);
CREATE TABLE "tickets" (
   "epoch" INTEGER PRIMARY KEY,
   "made" TEXT NOT NULL,
   "exchange_secret" BLOB NOT NULL,
   "signing_seed" BLOB NOT NULL,
   "receipt" TEXT
);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
