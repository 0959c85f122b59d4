-- Part of what `pdd-server init --protocol recoverable` made before that protocol was retired.
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES ('0010');
CREATE TABLE nights (
	day DATE NOT NULL,
	PRIMARY KEY (day)
);
CREATE TABLE tentative_groups (
	day DATE NOT NULL,
	number INTEGER NOT NULL,
	state VARCHAR(16) NOT NULL,
	size INTEGER NOT NULL,
	"plan" TEXT NOT NULL,
	plan_signature VARCHAR(128) NOT NULL,
	PRIMARY KEY (day, number)
);
