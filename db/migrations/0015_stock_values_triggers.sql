-- The value of the stock (server/stock/stock_values/value_changes.sql.ts): the variants whose value each statement changed.
-- A level's cost changes with its movements alone.
CREATE FUNCTION "note_stock_value_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id") SELECT DISTINCT "organization_id", "variant_id" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_revalued_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
	SELECT "a"."organization_id", "a"."variant_id"
	FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."variant_id" = "a"."variant_id"
	WHERE ("a"."price_cents", "a"."product_id") IS DISTINCT FROM ("b"."price_cents", "b"."product_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_revalued_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
	SELECT "v"."organization_id", "v"."variant_id"
	FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."product_id" = "a"."product_id"
	JOIN "variants" "v" ON "v"."organization_id" = "a"."organization_id" AND "v"."product_id" = "a"."product_id"
	WHERE ("a"."category_id", "a"."currency") IS DISTINCT FROM ("b"."category_id", "b"."currency");
	RETURN NULL;
END $$;--> statement-breakpoint
-- Another time zone has other days: the sums are removed and made anew, and reads compute them meanwhile. The lock is that
-- of a fold, which would else add days of the former zone.
CREATE FUNCTION "remove_stock_values"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('stock values ' || NEW."organization_id", 0));
	DELETE FROM "stock_value_days" WHERE "organization_id" = NEW."organization_id";
	DELETE FROM "stock_value_totals" WHERE "organization_id" = NEW."organization_id";
	DELETE FROM "stock_value_levels" WHERE "organization_id" = NEW."organization_id";
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
	SELECT DISTINCT "organization_id", "variant_id" FROM "stock_levels" WHERE "organization_id" = NEW."organization_id" AND "sequence" > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_value_insert" AFTER INSERT ON "stock_movements" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_stock_value_changes"();--> statement-breakpoint
CREATE TRIGGER "variants_value_update" AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_revalued_variants"();--> statement-breakpoint
CREATE TRIGGER "products_value_update" AFTER UPDATE ON "products" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_revalued_products"();--> statement-breakpoint
CREATE TRIGGER "organizations_value_days" AFTER UPDATE OF "time_zone" ON "organizations" FOR EACH ROW WHEN (OLD."time_zone" IS DISTINCT FROM NEW."time_zone") EXECUTE FUNCTION "remove_stock_values"();--> statement-breakpoint
-- Stock that is here already.
INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
SELECT DISTINCT "organization_id", "variant_id" FROM "stock_levels" WHERE "sequence" > 0;--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "stock_value_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "stock_value_levels" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "stock_value_days" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_value_levels" SET (fillfactor = 70);
