-- Jobs are updated in place: free space on their pages.
ALTER TABLE "invoice_postings" SET (fillfactor = 70);--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of goods, places and orders.
ALTER TABLE "invoices" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
--> statement-breakpoint
-- A claim of a job is a HOT update (db/schema/columns.ts).
ALTER TABLE "warehouse_requests" SET (fillfactor = 70);
--> statement-breakpoint
-- products: a change of category marks the product, so that reads and the next fold move its sums. A product that is
-- marked is marked again: the move that has locked it may have read the category before this change.
CREATE FUNCTION "mark_moved_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "sales_product_categories" SET "is_moved" = true WHERE "organization_id" = NEW."organization_id" AND "product_id" = NEW."product_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_mark_moved" AFTER UPDATE OF "category_id" ON "products" FOR EACH ROW WHEN (OLD."category_id" IS DISTINCT FROM NEW."category_id") EXECUTE FUNCTION "mark_moved_product"();--> statement-breakpoint
-- Sums of the sales that are here already.
INSERT INTO "sales_product_categories" ("organization_id", "product_id", "category_id")
SELECT "p"."organization_id", "p"."product_id", coalesce("p"."category_id", '00000000-0000-0000-0000-000000000000') FROM "products" "p"
WHERE EXISTS (SELECT FROM "sales_by_product" "s" WHERE "s"."organization_id" = "p"."organization_id" AND "s"."product_id" = "p"."product_id");--> statement-breakpoint
INSERT INTO "sales_by_category" ("organization_id", "day", "sales_channel_id", "category_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
SELECT "s"."organization_id", "s"."day", "s"."sales_channel_id", "m"."category_id", "s"."currency", sum("s"."row_count"), sum("s"."units"), sum("s"."returned_units"), sum("s"."gross_sales_cents"), sum("s"."discounts_cents"), sum("s"."returns_cents"), sum("s"."taxes_cents"), sum("s"."costed_units"), sum("s"."known_cost_cents"), sum("s"."priced_units"), sum("s"."known_regular_value_cents"), sum("s"."known_markdown_units")
FROM "sales_by_product" "s" JOIN "sales_product_categories" "m" ON "m"."organization_id" = "s"."organization_id" AND "m"."product_id" = "s"."product_id" GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
ALTER TABLE "sales_by_category" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_product_categories" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "sales_by_category" SET (fillfactor = 70);
--> statement-breakpoint
-- velocity_changes: the variants whose sales or stock each statement changed, whoever writes.
CREATE FUNCTION "note_velocity_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "velocity_changes" ("organization_id", "variant_id") SELECT DISTINCT "organization_id", "variant_id" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_daily_velocity_insert" AFTER INSERT ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_velocity_delete" AFTER DELETE ON "sales_daily" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_velocity_before_update" AFTER UPDATE ON "sales_daily" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_velocity_update" AFTER UPDATE ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_velocity_insert" AFTER INSERT ON "stock_movements" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
-- Variants that are here already.
INSERT INTO "velocity_changes" ("organization_id", "variant_id")
SELECT "organization_id", "variant_id" FROM "sales_daily" UNION SELECT "organization_id", "variant_id" FROM "stock_levels";--> statement-breakpoint
ALTER TABLE "variant_velocity" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "velocity_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "velocity_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "forecast_choices" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "account_items" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "demand_event_categories" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "demand_event_variants" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "warehouse_requests" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
