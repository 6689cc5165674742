-- velocity_changes: movements leave their units, which product_stock_before lacks until the mark is folded.
CREATE FUNCTION "note_stock_movements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "velocity_changes" ("organization_id", "variant_id", "occurred_at", "moved", "received")
	SELECT "organization_id", "variant_id", "occurred_at", sum("quantity_delta"), coalesce(sum("quantity_delta") FILTER (WHERE "kind" IN ('receipt', 'assembly_in')), 0)
	FROM "changed" GROUP BY "organization_id", "variant_id", "occurred_at";
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "stock_movements_velocity_insert" ON "stock_movements";--> statement-breakpoint
CREATE TRIGGER "stock_movements_velocity_insert" AFTER INSERT ON "stock_movements" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_stock_movements"();--> statement-breakpoint
-- For each row: writers of stock add levels that are mostly there already, and then nothing is to be done.
CREATE FUNCTION "note_stock_level"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "velocity_changes" ("organization_id", "variant_id", "moved", "received") VALUES (NEW."organization_id", NEW."variant_id", 0, 0);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_levels_velocity_insert" AFTER INSERT ON "stock_levels" FOR EACH ROW EXECUTE FUNCTION "note_stock_level"();--> statement-breakpoint
-- product_changes: the products whose variants changed, or the terms at which suppliers offer these.
CREATE FUNCTION "note_product_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_changes" ("organization_id", "product_id") SELECT DISTINCT "organization_id", "product_id" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_figures_insert" AFTER INSERT ON "products" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_product_changes"();--> statement-breakpoint
CREATE TRIGGER "variants_figures_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_product_changes"();--> statement-breakpoint
CREATE TRIGGER "variants_figures_delete" AFTER DELETE ON "variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_product_changes"();--> statement-breakpoint
CREATE FUNCTION "note_variant_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_changes" ("organization_id", "product_id")
	SELECT DISTINCT "o"."organization_id", "k"."product_id"
	FROM "before" "o" JOIN "changed" "n" ON "n"."organization_id" = "o"."organization_id" AND "n"."variant_id" = "o"."variant_id"
	CROSS JOIN LATERAL (VALUES ("o"."product_id"), ("n"."product_id")) "k" ("product_id")
	WHERE "o"."product_id" <> "n"."product_id" OR "o"."price_cents" IS DISTINCT FROM "n"."price_cents"
		OR ("o"."unit_cost" IS NULL) <> ("n"."unit_cost" IS NULL) OR ("o"."lead_time_days" IS NULL) <> ("n"."lead_time_days" IS NULL)
		OR ("o"."carton_quantity" IS NULL OR "o"."carton_cbm" IS NULL OR "o"."carton_weight_kg" IS NULL)
			<> ("n"."carton_quantity" IS NULL OR "n"."carton_cbm" IS NULL OR "n"."carton_weight_kg" IS NULL);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_figures_update" AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_variant_changes"();--> statement-breakpoint
CREATE FUNCTION "note_supplied_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_changes" ("organization_id", "product_id")
	SELECT DISTINCT "v"."organization_id", "v"."product_id"
	FROM "changed" "c" JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "supplier_variants_figures_insert" AFTER INSERT ON "supplier_variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplied_changes"();--> statement-breakpoint
CREATE TRIGGER "supplier_variants_figures_delete" AFTER DELETE ON "supplier_variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplied_changes"();--> statement-breakpoint
CREATE FUNCTION "note_supplied_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_changes" ("organization_id", "product_id")
	SELECT DISTINCT "v"."organization_id", "v"."product_id"
	FROM "before" "o" JOIN "changed" "n" ON "n"."organization_id" = "o"."organization_id" AND "n"."supplier_id" = "o"."supplier_id" AND "n"."variant_id" = "o"."variant_id"
	JOIN "variants" "v" ON "v"."organization_id" = "n"."organization_id" AND "v"."variant_id" = "n"."variant_id"
	WHERE ("o"."lead_time_days" IS NULL) <> ("n"."lead_time_days" IS NULL) OR ("o"."min_order_quantity" IS NULL) <> ("n"."min_order_quantity" IS NULL);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "supplier_variants_figures_update" AFTER UPDATE ON "supplier_variants" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplied_terms"();--> statement-breakpoint
CREATE FUNCTION "note_supplier_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_changes" ("organization_id", "product_id")
	SELECT DISTINCT "v"."organization_id", "v"."product_id"
	FROM "before" "o" JOIN "changed" "n" ON "n"."organization_id" = "o"."organization_id" AND "n"."supplier_id" = "o"."supplier_id"
	JOIN "supplier_variants" "s" ON "s"."organization_id" = "n"."organization_id" AND "s"."supplier_id" = "n"."supplier_id"
	JOIN "variants" "v" ON "v"."organization_id" = "s"."organization_id" AND "v"."variant_id" = "s"."variant_id"
	WHERE ("o"."lead_time_days" IS NULL) <> ("n"."lead_time_days" IS NULL);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "suppliers_figures_update" AFTER UPDATE ON "suppliers" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplier_terms"();--> statement-breakpoint
-- Products and sums that are here already.
INSERT INTO "product_changes" ("organization_id", "product_id") SELECT "organization_id", "product_id" FROM "products";--> statement-breakpoint
INSERT INTO "product_sales_before" ("organization_id", "before", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
SELECT "s"."organization_id", "s"."before", "v"."product_id", "s"."currency", sum("s"."row_count"), sum("s"."units"), sum("s"."returned_units"), sum("s"."gross_sales_cents"), sum("s"."discounts_cents"), sum("s"."returns_cents"), sum("s"."taxes_cents"), sum("s"."costed_units"), sum("s"."known_cost_cents"), sum("s"."priced_units"), sum("s"."known_regular_value_cents"), sum("s"."known_markdown_units")
FROM "sales_before" "s" JOIN "sales_before_days" "d" ON "d"."organization_id" = "s"."organization_id" AND "d"."before" = "s"."before"
JOIN "variants" "v" ON "v"."organization_id" = "s"."organization_id" AND "v"."variant_id" = "s"."variant_id" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of sums.
ALTER TABLE "product_figures" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_sales_before" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_stock_before" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "price_measures" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Rewritten in place: free space on their pages.
ALTER TABLE "product_figures" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "product_stock_before" SET (fillfactor = 70);
--> statement-breakpoint
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
ALTER TABLE "forecast_variants" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "forecast_week_errors" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the tables are small when autovacuum looks.
ALTER TABLE "stock_category_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "forecast_week_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "stock_by_day" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_by_category" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_counted" SET (fillfactor = 70);
--> statement-breakpoint
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
ALTER TABLE "stock_value_days" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_value_totals" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_value_levels" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "stock_value_days" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "stock_value_levels" SET (fillfactor = 70);
