ALTER TABLE "sales_daily" DROP CONSTRAINT "sales_daily_variant_fk";
--> statement-breakpoint
ALTER TABLE "sales_daily" DROP CONSTRAINT "sales_daily_channel_fk";
--> statement-breakpoint
ALTER TABLE "sales_daily" DROP CONSTRAINT "sales_daily_location_fk";
--> statement-breakpoint
-- sales_daily: foreign keys to variants, sales channels and locations, checked once for each distinct parent of a statement.
-- PostgreSQL's own are checked for each row, which took a third of the time of an import. A child locks its parent as its own
-- do, so a parent is not deleted meanwhile; whoever deletes a parent waits for that lock and then looks for children.
CREATE FUNCTION "check_parents_of_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"missing" text;
	"constraint" text;
BEGIN
	SELECT 'sales_daily_variant_fk', 'variant ' || "c"."variant_id" INTO "constraint", "missing"
	FROM (SELECT DISTINCT "organization_id", "variant_id" FROM "changed") "c"
	WHERE NOT EXISTS (SELECT FROM "variants" "p" WHERE "p"."organization_id" = "c"."organization_id" AND "p"."variant_id" = "c"."variant_id" FOR KEY SHARE);
	IF NOT FOUND THEN
		SELECT 'sales_daily_channel_fk', 'sales channel ' || "c"."sales_channel_id" INTO "constraint", "missing"
		FROM (SELECT DISTINCT "organization_id", "sales_channel_id" FROM "changed") "c"
		WHERE NOT EXISTS (SELECT FROM "sales_channels" "p" WHERE "p"."organization_id" = "c"."organization_id" AND "p"."sales_channel_id" = "c"."sales_channel_id" FOR KEY SHARE);
	END IF;
	IF NOT FOUND THEN
		SELECT 'sales_daily_location_fk', 'location ' || "c"."location_id" INTO "constraint", "missing"
		FROM (SELECT DISTINCT "organization_id", "location_id" FROM "changed") "c"
		WHERE NOT EXISTS (SELECT FROM "locations" "p" WHERE "p"."organization_id" = "c"."organization_id" AND "p"."location_id" = "c"."location_id" FOR KEY SHARE);
	END IF;
	IF FOUND THEN
		RAISE foreign_key_violation USING MESSAGE = 'insert or update on table "sales_daily" violates foreign key constraint "' || "constraint" || '"',
			DETAIL = "missing" || ' does not exist in the organization.', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, CONSTRAINT = "constraint";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sales_daily_check_parents" AFTER INSERT ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "check_parents_of_sales"();--> statement-breakpoint
-- Nothing moves a row to another parent, so an update need not check them.
CREATE FUNCTION "keep_key_of_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE integrity_constraint_violation USING MESSAGE = 'a row of sales_daily keeps its organisation, variant, sales channel and location; delete it and insert another', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_daily_keep_key" BEFORE UPDATE ON "sales_daily" FOR EACH ROW WHEN (OLD."organization_id" <> NEW."organization_id" OR OLD."variant_id" <> NEW."variant_id" OR OLD."sales_channel_id" <> NEW."sales_channel_id" OR OLD."location_id" <> NEW."location_id") EXECUTE FUNCTION "keep_key_of_sales"();--> statement-breakpoint
-- The parents' side. A statement of READ COMMITTED sees the children of every transaction whose lock it waited for; a snapshot
-- taken before would not show them.
CREATE FUNCTION "keep_parents_of_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"constraint" text;
	"has_sales" boolean;
BEGIN
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		RAISE feature_not_supported USING MESSAGE = 'rows of ' || TG_TABLE_NAME || ' are deleted, and their keys changed, in READ COMMITTED only';
	END IF;
	IF TG_OP = 'TRUNCATE' THEN
		"has_sales" := EXISTS (SELECT FROM "sales_daily");
	ELSIF TG_TABLE_NAME = 'variants' THEN
		"constraint" := 'sales_daily_variant_fk';
		"has_sales" := EXISTS (SELECT FROM "sales_daily" "s" WHERE "s"."organization_id" = OLD."organization_id" AND "s"."variant_id" = OLD."variant_id")
			AND NOT EXISTS (SELECT FROM "variants" "p" WHERE "p"."organization_id" = OLD."organization_id" AND "p"."variant_id" = OLD."variant_id");
	ELSIF TG_TABLE_NAME = 'sales_channels' THEN
		"constraint" := 'sales_daily_channel_fk';
		"has_sales" := EXISTS (SELECT FROM "sales_daily" "s" WHERE "s"."organization_id" = OLD."organization_id" AND "s"."sales_channel_id" = OLD."sales_channel_id")
			AND NOT EXISTS (SELECT FROM "sales_channels" "p" WHERE "p"."organization_id" = OLD."organization_id" AND "p"."sales_channel_id" = OLD."sales_channel_id");
	ELSE
		"constraint" := 'sales_daily_location_fk';
		"has_sales" := EXISTS (SELECT FROM "sales_daily" "s" WHERE "s"."organization_id" = OLD."organization_id" AND "s"."location_id" = OLD."location_id")
			AND NOT EXISTS (SELECT FROM "locations" "p" WHERE "p"."organization_id" = OLD."organization_id" AND "p"."location_id" = OLD."location_id");
	END IF;
	IF "has_sales" THEN
		RAISE foreign_key_violation USING MESSAGE = 'update or delete on table "' || TG_TABLE_NAME || '" violates foreign key constraint "' || coalesce("constraint", 'sales_daily') || '" on table "sales_daily"',
			DETAIL = 'sales_daily still refers to it.', SCHEMA = TG_TABLE_SCHEMA, TABLE = 'sales_daily', CONSTRAINT = coalesce("constraint", 'sales_daily');
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_keep_sold_delete" AFTER DELETE ON "variants" FOR EACH ROW EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "variants_keep_sold_update" AFTER UPDATE ON "variants" FOR EACH ROW WHEN (OLD."organization_id" <> NEW."organization_id" OR OLD."variant_id" <> NEW."variant_id") EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "variants_keep_sold_truncate" AFTER TRUNCATE ON "variants" FOR EACH STATEMENT EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "sales_channels_keep_sold_delete" AFTER DELETE ON "sales_channels" FOR EACH ROW EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "sales_channels_keep_sold_update" AFTER UPDATE ON "sales_channels" FOR EACH ROW WHEN (OLD."organization_id" <> NEW."organization_id" OR OLD."sales_channel_id" <> NEW."sales_channel_id") EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "sales_channels_keep_sold_truncate" AFTER TRUNCATE ON "sales_channels" FOR EACH STATEMENT EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "locations_keep_sold_delete" AFTER DELETE ON "locations" FOR EACH ROW EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "locations_keep_sold_update" AFTER UPDATE ON "locations" FOR EACH ROW WHEN (OLD."organization_id" <> NEW."organization_id" OR OLD."location_id" <> NEW."location_id") EXECUTE FUNCTION "keep_parents_of_sales"();--> statement-breakpoint
CREATE TRIGGER "locations_keep_sold_truncate" AFTER TRUNCATE ON "locations" FOR EACH STATEMENT EXECUTE FUNCTION "keep_parents_of_sales"();
