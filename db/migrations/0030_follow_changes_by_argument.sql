-- record_changes (0026): what a table of records writes about its own rows, and what a table of their parts writes about
-- the records, each in one function whose triggers name the type of the records and the column of their id. The row is read
-- as JSON, which keeps the plan of the statement; EXECUTE would plan it again for each write.
-- note_records('return', 'return_id', '', 'order_id'): then the column of the account, or that of the order whose account it is.
CREATE FUNCTION "note_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", TG_ARGV[0], "r"."row" ->> TG_ARGV[1], pg_current_xact_id(), TG_OP = 'DELETE', coalesce(("r"."row" ->> TG_ARGV[2])::uuid, "o"."trading_partner_id")
	FROM "changed" "c" CROSS JOIN LATERAL (SELECT to_jsonb("c") AS "row" OFFSET 0) "r"
	LEFT JOIN LATERAL (SELECT "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = ("r"."row" ->> TG_ARGV[3])::uuid OFFSET 0) "o" ON true
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = TG_OP = 'DELETE' WHERE "record_changes"."is_deleted" <> (TG_OP = 'DELETE');
	RETURN NULL;
END $$;--> statement-breakpoint
-- note_parts('variant', 'variant_id', 'is_primary'): the last is the column that says whether the part is shown, if there is one.
CREATE FUNCTION "note_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT DISTINCT "c"."organization_id", TG_ARGV[0], "r"."row" ->> TG_ARGV[1], pg_current_xact_id(), false
	FROM "changed" "c" CROSS JOIN LATERAL (SELECT to_jsonb("c") AS "row" OFFSET 0) "r"
	WHERE coalesce(("r"."row" ->> TG_ARGV[2])::boolean, true)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sales_orders_changes_insert" AFTER INSERT ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('sales_order', 'order_id', 'trading_partner_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sales_orders_changes_update" AFTER UPDATE ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('sales_order', 'order_id', 'trading_partner_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "sales_orders_changes_delete" AFTER DELETE ON "sales_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('sales_order', 'order_id', 'trading_partner_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "returns_changes_insert" AFTER INSERT ON "returns" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('return', 'return_id', '', 'order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "returns_changes_update" AFTER UPDATE ON "returns" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('return', 'return_id', '', 'order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "returns_changes_delete" AFTER DELETE ON "returns" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('return', 'return_id', '', 'order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "purchase_orders_changes_insert" AFTER INSERT ON "purchase_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('purchase_order', 'purchase_order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "purchase_orders_changes_update" AFTER UPDATE ON "purchase_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('purchase_order', 'purchase_order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "purchase_orders_changes_delete" AFTER DELETE ON "purchase_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('purchase_order', 'purchase_order_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "products_changes_insert" AFTER INSERT ON "products" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('product', 'product_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "products_changes_delete" AFTER DELETE ON "products" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('product', 'product_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "variants_changes_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('variant', 'variant_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "variants_changes_delete" AFTER DELETE ON "variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_records"('variant', 'variant_id');--> statement-breakpoint
CREATE TRIGGER "variants_changes_of_product_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts"('product', 'product_id');--> statement-breakpoint
CREATE TRIGGER "variants_changes_of_product_delete" AFTER DELETE ON "variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts"('product', 'product_id');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "supplier_variants_changes_insert" AFTER INSERT ON "supplier_variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts"('variant', 'variant_id', 'is_primary');--> statement-breakpoint
CREATE OR REPLACE TRIGGER "supplier_variants_changes_delete" AFTER DELETE ON "supplier_variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts"('variant', 'variant_id', 'is_primary');--> statement-breakpoint
DROP FUNCTION "note_written_sales_orders"();--> statement-breakpoint
DROP FUNCTION "note_deleted_sales_orders"();--> statement-breakpoint
DROP FUNCTION "note_written_returns"();--> statement-breakpoint
DROP FUNCTION "note_deleted_returns"();--> statement-breakpoint
DROP FUNCTION "note_written_purchase_orders"();--> statement-breakpoint
DROP FUNCTION "note_deleted_purchase_orders"();--> statement-breakpoint
DROP FUNCTION "note_written_products"();--> statement-breakpoint
DROP FUNCTION "note_deleted_products"();--> statement-breakpoint
DROP FUNCTION "note_written_variants"();--> statement-breakpoint
DROP FUNCTION "note_deleted_variants"();--> statement-breakpoint
DROP FUNCTION "note_supplied_variants"();
