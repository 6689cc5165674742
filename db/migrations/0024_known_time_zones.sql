-- Time zones that PostgreSQL does not list: "at time zone" raises on them, and so does every statement over all organisations. They are
-- replaced by the listed spelling, by their present name, or by UTC, before a trigger refuses them.
CREATE FUNCTION "known_time_zone"("zone" text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(
		(SELECT n."name" FROM pg_timezone_names n WHERE lower(n."name") = lower("zone")
			ORDER BY n."name" = "zone" DESC, n."name" LIMIT 1),
		(SELECT n."name" FROM pg_timezone_names n JOIN (VALUES ('US/Pacific-New', 'America/Los_Angeles'), ('Canada/East-Saskatchewan', 'America/Regina')) a ("earlier", "present")
			ON n."name" = a."present" WHERE lower(a."earlier") = lower("zone")),
		'UTC')
$$;--> statement-breakpoint
UPDATE "organizations" SET "time_zone" = "known_time_zone"("time_zone")
WHERE "time_zone" <> ALL (ARRAY(SELECT "name" FROM pg_timezone_names));--> statement-breakpoint
UPDATE "report_schedules" SET "time_zone" = "known_time_zone"("time_zone")
WHERE "time_zone" <> ALL (ARRAY(SELECT "name" FROM pg_timezone_names));--> statement-breakpoint
DROP FUNCTION "known_time_zone"(text);--> statement-breakpoint
-- Triggers, and no check: which names are listed depends on the server's tzdata, so that rows which hold one must load and change in
-- other columns on every server. Of statements, since PostgreSQL reads its list from files.
CREATE FUNCTION "check_time_zones"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"zones" text[];
	"unknown" text;
BEGIN
	IF TG_OP = 'INSERT' THEN
		"zones" := ARRAY(SELECT DISTINCT "time_zone" FROM "after" WHERE "time_zone" <> 'UTC');
	ELSE
		"zones" := ARRAY(SELECT "time_zone" FROM "after" WHERE "time_zone" <> 'UTC' EXCEPT SELECT "time_zone" FROM "before");
	END IF;
	IF "zones" = '{}' THEN RETURN NULL; END IF;
	SELECT z INTO "unknown" FROM unnest("zones") z WHERE z <> ALL (ARRAY(SELECT "name" FROM pg_timezone_names)) LIMIT 1;
	IF "unknown" IS NOT NULL THEN
		RAISE EXCEPTION 'the time zone "%" is not known to PostgreSQL', "unknown"
			USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, COLUMN = 'time_zone',
				CONSTRAINT = TG_TABLE_NAME || '_time_zone_known';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "organizations_time_zone_insert" AFTER INSERT ON "organizations" REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "check_time_zones"();--> statement-breakpoint
CREATE TRIGGER "organizations_time_zone_update" AFTER UPDATE ON "organizations" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "check_time_zones"();--> statement-breakpoint
CREATE TRIGGER "report_schedules_time_zone_insert" AFTER INSERT ON "report_schedules" REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "check_time_zones"();--> statement-breakpoint
CREATE TRIGGER "report_schedules_time_zone_update" AFTER UPDATE ON "report_schedules" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "check_time_zones"();
