-- products: the movements of a product's variants are counted in its category (server/stock/stock_days). A change is noted,
-- so that reads and the next count move them. Noted by appending: whoever counts holds no lock that a writer waits for.
CREATE FUNCTION "note_stock_category_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_category_changes" ("organization_id", "product_id") VALUES (NEW."organization_id", NEW."product_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_note_stock_category" AFTER UPDATE OF "category_id" ON "products" FOR EACH ROW WHEN (OLD."category_id" IS DISTINCT FROM NEW."category_id") EXECUTE FUNCTION "note_stock_category_change"();--> statement-breakpoint
-- variants: the stock of a variant that moves to another product moves with it, and so does its velocity.
CREATE FUNCTION "note_variant_of_other_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_category_changes" ("organization_id", "product_id") VALUES (NEW."organization_id", NEW."product_id");
	INSERT INTO "velocity_changes" ("organization_id", "variant_id") VALUES (NEW."organization_id", NEW."variant_id");
	DELETE FROM "product_velocity" WHERE "organization_id" = NEW."organization_id" AND "product_id" IN (OLD."product_id", NEW."product_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_note_other_product" AFTER UPDATE OF "product_id" ON "variants" FOR EACH ROW WHEN (OLD."product_id" <> NEW."product_id") EXECUTE FUNCTION "note_variant_of_other_product"();--> statement-breakpoint
-- weekly_forecasts: the weeks of each statement, whoever writes. Changes of sales are noted when their deltas are folded.
CREATE FUNCTION "note_forecast_weeks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "forecast_week_changes" ("organization_id", "week_start") SELECT DISTINCT "organization_id", "week_start" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "weekly_forecasts_note_insert" AFTER INSERT ON "weekly_forecasts" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_forecast_weeks"();--> statement-breakpoint
CREATE TRIGGER "weekly_forecasts_note_delete" AFTER DELETE ON "weekly_forecasts" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_forecast_weeks"();--> statement-breakpoint
CREATE TRIGGER "weekly_forecasts_note_before_update" AFTER UPDATE ON "weekly_forecasts" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_forecast_weeks"();--> statement-breakpoint
CREATE TRIGGER "weekly_forecasts_note_update" AFTER UPDATE ON "weekly_forecasts" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_forecast_weeks"();--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of sums.
ALTER TABLE "product_velocity" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_counted" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_by_day" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_by_category" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "forecast_week_errors" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the tables are small when autovacuum looks.
ALTER TABLE "stock_category_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "forecast_week_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "stock_by_day" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_by_category" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_counted" SET (fillfactor = 70);
