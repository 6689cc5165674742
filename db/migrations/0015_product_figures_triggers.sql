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
