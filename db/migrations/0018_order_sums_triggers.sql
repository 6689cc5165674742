-- Purchase orders by category (server/purchasing/order_sums/order_sums.sql.ts): what each statement changed.
CREATE FUNCTION "note_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") SELECT DISTINCT "organization_id", "purchase_order_id" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_insert" AFTER INSERT ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_update" AFTER UPDATE ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_delete" AFTER DELETE ON "purchase_order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_insert" AFTER INSERT ON "purchase_order_delivery_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_update" AFTER UPDATE ON "purchase_order_delivery_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_delete" AFTER DELETE ON "purchase_order_delivery_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
-- Units of a removed delivery are no longer received.
CREATE FUNCTION "note_order_of_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") VALUES (NEW."organization_id", NEW."purchase_order_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_deliveries_sums_remove" AFTER UPDATE ON "purchase_order_deliveries" FOR EACH ROW WHEN ((OLD."removed_at" IS NULL) <> (NEW."removed_at" IS NULL)) EXECUTE FUNCTION "note_order_of_delivery"();--> statement-breakpoint
-- Prices, categories, currencies and the product of a variant: the functions that note them for the value of the stock note
-- them for orders too, so that each statement compares its rows once.
CREATE OR REPLACE FUNCTION "note_revalued_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "revalued" AS (
		SELECT "a"."organization_id", "a"."variant_id", "a"."product_id", "a"."product_id" <> "b"."product_id" AS "is_moved"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."variant_id" = "a"."variant_id"
		WHERE ("a"."price_cents", "a"."product_id") IS DISTINCT FROM ("b"."price_cents", "b"."product_id")
	), "of_orders" AS (
		INSERT INTO "purchase_order_changes" ("organization_id", "variant_id", "product_id")
		SELECT "organization_id", CASE WHEN NOT "is_moved" THEN "variant_id" END, CASE WHEN "is_moved" THEN "product_id" END FROM "revalued"
	)
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id") SELECT "organization_id", "variant_id" FROM "revalued";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_revalued_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "revalued" AS (
		SELECT "a"."organization_id", "a"."product_id"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."product_id" = "a"."product_id"
		WHERE ("a"."category_id", "a"."currency") IS DISTINCT FROM ("b"."category_id", "b"."currency")
	), "of_orders" AS (
		INSERT INTO "purchase_order_changes" ("organization_id", "product_id") SELECT "organization_id", "product_id" FROM "revalued"
	)
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
	SELECT "v"."organization_id", "v"."variant_id"
	FROM "revalued" "r" JOIN "variants" "v" ON "v"."organization_id" = "r"."organization_id" AND "v"."product_id" = "r"."product_id";
	RETURN NULL;
END $$;--> statement-breakpoint
-- Orders that are here already.
INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") SELECT DISTINCT "organization_id", "purchase_order_id" FROM "purchase_order_lines";--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "purchase_order_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "purchase_order_sums" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_sums" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
