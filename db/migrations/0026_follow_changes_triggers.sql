-- Which records changed: server/tables/follow/changes.ts reads it, server/tables/follow/tidy_changes.ts keeps it small. A transaction adds
-- one row for each record that it changed, so that no writer waits for another. Lookups are lateral with OFFSET 0, so that a
-- plan that was kept from a large statement reads no whole table in a small one.
-- database_identity: differs in a copy, after a restore and after a failover, all of which may number transactions anew. Where
-- the functions of the control file are not allowed, it is the database and the table.
CREATE FUNCTION "database_identity"() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
	"place" text := (SELECT "oid"::text FROM pg_database WHERE "datname" = current_database()) || '/' || 'record_changes'::regclass::oid;
BEGIN
	RETURN (SELECT "system_identifier" FROM pg_control_system()) || '/' || (SELECT "timeline_id" FROM pg_control_checkpoint()) || '/' || "place";
EXCEPTION WHEN insufficient_privilege THEN
	RETURN "place";
END $$;--> statement-breakpoint
INSERT INTO "record_change_logs" ("identity", "started_at") VALUES (database_identity(), now());--> statement-breakpoint
-- Sales orders: the order, its lines, and its exceptions.
CREATE FUNCTION "note_written_sales_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'sales_order', "c"."order_id"::text, pg_current_xact_id(), false, "c"."trading_partner_id"
	FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = false WHERE "record_changes"."is_deleted" <> false;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_deleted_sales_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'sales_order', "c"."order_id"::text, pg_current_xact_id(), true, "c"."trading_partner_id"
	FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = true WHERE "record_changes"."is_deleted" <> true;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_orders_changes_insert" AFTER INSERT ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_sales_orders"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_changes_update" AFTER UPDATE ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_sales_orders"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_changes_delete" AFTER DELETE ON "sales_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_sales_orders"();--> statement-breakpoint
CREATE FUNCTION "note_lines_of_sales_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT DISTINCT "c"."organization_id", 'sales_order', "o"."order_id"::text, pg_current_xact_id(), false, "o"."trading_partner_id"
	FROM (SELECT DISTINCT "organization_id", "order_id" FROM "changed") "c" CROSS JOIN LATERAL (SELECT "s"."order_id", "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "c"."order_id" OFFSET 0) "o"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_lines_changes_insert" AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_lines_of_sales_orders"();--> statement-breakpoint
CREATE TRIGGER "order_lines_changes_update" AFTER UPDATE ON "order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_lines_of_sales_orders"();--> statement-breakpoint
CREATE TRIGGER "order_lines_changes_delete" AFTER DELETE ON "order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_lines_of_sales_orders"();--> statement-breakpoint
-- Returns: the return, its lines, what arrived of it, lines of refunds, and its exceptions.
CREATE FUNCTION "note_written_returns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'return', "c"."return_id"::text, pg_current_xact_id(), false, "o"."trading_partner_id"
	FROM "changed" "c" LEFT JOIN LATERAL (SELECT "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "c"."order_id" OFFSET 0) "o" ON true
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = false WHERE "record_changes"."is_deleted" <> false;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_deleted_returns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'return', "c"."return_id"::text, pg_current_xact_id(), true, "o"."trading_partner_id"
	FROM "changed" "c" LEFT JOIN LATERAL (SELECT "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "c"."order_id" OFFSET 0) "o" ON true
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = true WHERE "record_changes"."is_deleted" <> true;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "returns_changes_insert" AFTER INSERT ON "returns" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_returns"();--> statement-breakpoint
CREATE TRIGGER "returns_changes_update" AFTER UPDATE ON "returns" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_returns"();--> statement-breakpoint
CREATE TRIGGER "returns_changes_delete" AFTER DELETE ON "returns" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_returns"();--> statement-breakpoint
CREATE FUNCTION "note_parts_of_returns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'return', "r"."return_id"::text, pg_current_xact_id(), false, "o"."trading_partner_id"
	FROM (SELECT DISTINCT "organization_id", "return_id" FROM "changed" WHERE "return_id" IS NOT NULL) "c"
	CROSS JOIN LATERAL (SELECT "r"."return_id", "r"."order_id" FROM "returns" "r" WHERE "r"."organization_id" = "c"."organization_id" AND "r"."return_id" = "c"."return_id" OFFSET 0) "r"
	LEFT JOIN LATERAL (SELECT "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "r"."order_id" OFFSET 0) "o" ON true
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "return_lines_changes_insert" AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_lines_changes_update" AFTER UPDATE ON "return_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_lines_changes_delete" AFTER DELETE ON "return_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipts_changes_insert" AFTER INSERT ON "return_receipts" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipts_changes_update" AFTER UPDATE ON "return_receipts" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipts_changes_delete" AFTER DELETE ON "return_receipts" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_changes_insert" AFTER INSERT ON "return_receipt_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_changes_update" AFTER UPDATE ON "return_receipt_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_changes_delete" AFTER DELETE ON "return_receipt_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_changes_insert" AFTER INSERT ON "refund_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_changes_update" AFTER UPDATE ON "refund_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_changes_delete" AFTER DELETE ON "refund_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_parts_of_returns"();--> statement-breakpoint
CREATE FUNCTION "note_subjects_of_exceptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted", "trading_partner_id")
	SELECT "c"."organization_id", 'sales_order', "o"."order_id"::text, pg_current_xact_id(), false, "o"."trading_partner_id"
	FROM (SELECT DISTINCT "organization_id", "subject_id" FROM "changed" WHERE "subject_type" = 'sales_order') "c"
	CROSS JOIN LATERAL (SELECT "s"."order_id", "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "c"."subject_id"::uuid OFFSET 0) "o"
	UNION ALL
	SELECT "c"."organization_id", 'return', "r"."return_id"::text, pg_current_xact_id(), false, "o"."trading_partner_id"
	FROM (SELECT DISTINCT "organization_id", "subject_id" FROM "changed" WHERE "subject_type" = 'return') "c"
	CROSS JOIN LATERAL (SELECT "r"."return_id", "r"."order_id" FROM "returns" "r" WHERE "r"."organization_id" = "c"."organization_id" AND "r"."return_id" = "c"."subject_id"::bigint OFFSET 0) "r"
	LEFT JOIN LATERAL (SELECT "s"."trading_partner_id" FROM "sales_orders" "s" WHERE "s"."organization_id" = "c"."organization_id" AND "s"."order_id" = "r"."order_id" OFFSET 0) "o" ON true
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "exceptions_changes_insert" AFTER INSERT ON "exceptions" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subjects_of_exceptions"();--> statement-breakpoint
CREATE TRIGGER "exceptions_changes_update" AFTER UPDATE ON "exceptions" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subjects_of_exceptions"();--> statement-breakpoint
CREATE TRIGGER "exceptions_changes_delete" AFTER DELETE ON "exceptions" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subjects_of_exceptions"();--> statement-breakpoint
-- Purchase orders: costs and numbers of lines are columns of the order.
CREATE FUNCTION "note_written_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'purchase_order', "c"."purchase_order_id"::text, pg_current_xact_id(), false
	FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = false WHERE "record_changes"."is_deleted" <> false;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_deleted_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'purchase_order', "c"."purchase_order_id"::text, pg_current_xact_id(), true
	FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = true WHERE "record_changes"."is_deleted" <> true;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_orders_changes_insert" AFTER INSERT ON "purchase_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_orders_changes_update" AFTER UPDATE ON "purchase_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_orders_changes_delete" AFTER DELETE ON "purchase_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_purchase_orders"();--> statement-breakpoint
-- Products and variants: their own columns, and what each shows of the other.
CREATE FUNCTION "note_written_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'product', "c"."product_id"::text, pg_current_xact_id(), false FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = false WHERE "record_changes"."is_deleted" <> false;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_deleted_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'product', "c"."product_id"::text, pg_current_xact_id(), true FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = true WHERE "record_changes"."is_deleted" <> true;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_changes_insert" AFTER INSERT ON "products" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_products"();--> statement-breakpoint
CREATE TRIGGER "products_changes_delete" AFTER DELETE ON "products" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_products"();--> statement-breakpoint
CREATE FUNCTION "note_changed_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "c" AS MATERIALIZED (
		SELECT "a"."organization_id", "a"."product_id",
			("a"."title", "a"."vendor", "a"."category_id", "a"."status", "a"."currency")
				IS DISTINCT FROM ("b"."title", "b"."vendor", "b"."category_id", "b"."status", "b"."currency") AS "is_shown_by_variants"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."product_id" = "a"."product_id"
		WHERE "a" IS DISTINCT FROM "b"
	)
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'product', "c"."product_id"::text, pg_current_xact_id(), false FROM "c"
	UNION ALL
	SELECT "c"."organization_id", 'variant', "v"."variant_id"::text, pg_current_xact_id(), false
	FROM "c" CROSS JOIN LATERAL (SELECT "x"."variant_id" FROM "variants" "x" WHERE "x"."organization_id" = "c"."organization_id" AND "x"."product_id" = "c"."product_id" OFFSET 0) "v"
	WHERE "c"."is_shown_by_variants"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_changes_update" AFTER UPDATE ON "products" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_products"();--> statement-breakpoint
CREATE FUNCTION "note_written_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'variant', "c"."variant_id"::text, pg_current_xact_id(), false FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = false WHERE "record_changes"."is_deleted" <> false;
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT DISTINCT "c"."organization_id", 'product', "c"."product_id"::text, pg_current_xact_id(), false FROM "changed" "c"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_deleted_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'variant', "c"."variant_id"::text, pg_current_xact_id(), true FROM "changed" "c"
	ON CONFLICT ON CONSTRAINT "record_changes_pk" DO UPDATE SET "is_deleted" = true WHERE "record_changes"."is_deleted" <> true;
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT DISTINCT "c"."organization_id", 'product', "c"."product_id"::text, pg_current_xact_id(), false FROM "changed" "c"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_changes_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_written_variants"();--> statement-breakpoint
CREATE TRIGGER "variants_changes_delete" AFTER DELETE ON "variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_variants"();--> statement-breakpoint
CREATE FUNCTION "note_changed_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "c" AS MATERIALIZED (
		SELECT "a"."organization_id", "a"."variant_id", "a"."product_id", "b"."product_id" AS "product_before"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."variant_id" = "a"."variant_id"
		WHERE "a" IS DISTINCT FROM "b"
	)
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "c"."organization_id", 'variant', "c"."variant_id"::text, pg_current_xact_id(), false FROM "c"
	UNION ALL
	SELECT DISTINCT "c"."organization_id", 'product', "p"."product_id"::text, pg_current_xact_id(), false
	FROM "c" CROSS JOIN LATERAL (VALUES ("c"."product_id"), ("c"."product_before")) "p" ("product_id")
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_changes_update" AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_variants"();--> statement-breakpoint
-- The primary supplier of a variant.
CREATE FUNCTION "note_supplied_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT DISTINCT "c"."organization_id", 'variant', "c"."variant_id"::text, pg_current_xact_id(), false FROM "changed" "c" WHERE "c"."is_primary"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "supplier_variants_changes_insert" AFTER INSERT ON "supplier_variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplied_variants"();--> statement-breakpoint
CREATE TRIGGER "supplier_variants_changes_delete" AFTER DELETE ON "supplier_variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_supplied_variants"();--> statement-breakpoint
CREATE FUNCTION "note_primary_suppliers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT DISTINCT "a"."organization_id", 'variant', "a"."variant_id"::text, pg_current_xact_id(), false
	FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."supplier_id" = "a"."supplier_id" AND "b"."variant_id" = "a"."variant_id"
	WHERE "a"."is_primary" <> "b"."is_primary"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "supplier_variants_changes_update" AFTER UPDATE ON "supplier_variants" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_primary_suppliers"();--> statement-breakpoint
-- Stock of variants, and of their products; not the cover, which no product or variant shows.
CREATE FUNCTION "note_stocked_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "c" AS MATERIALIZED (
		SELECT DISTINCT "organization_id", "variant_id" FROM "changed"
	), "stocked" AS MATERIALIZED (
		SELECT "c"."organization_id", "v"."variant_id", "v"."product_id" FROM "c" CROSS JOIN LATERAL (SELECT "x"."variant_id", "x"."product_id" FROM "variants" "x" WHERE "x"."organization_id" = "c"."organization_id" AND "x"."variant_id" = "c"."variant_id" OFFSET 0) "v"
	)
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "s"."organization_id", 'variant', "s"."variant_id"::text, pg_current_xact_id(), false FROM "stocked" "s"
	UNION ALL
	SELECT DISTINCT "s"."organization_id", 'product', "s"."product_id"::text, pg_current_xact_id(), false FROM "stocked" "s"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_levels_changes_insert" AFTER INSERT ON "stock_levels" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_stocked_variants"();--> statement-breakpoint
CREATE TRIGGER "stock_levels_changes_delete" AFTER DELETE ON "stock_levels" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_stocked_variants"();--> statement-breakpoint
CREATE FUNCTION "note_changed_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "c" AS MATERIALIZED (
		SELECT DISTINCT "a"."organization_id", "a"."variant_id"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."variant_id" = "a"."variant_id" AND "b"."location_id" = "a"."location_id"
		WHERE ("a"."on_hand", "a"."committed", "a"."incoming", "a"."average_cost") IS DISTINCT FROM ("b"."on_hand", "b"."committed", "b"."incoming", "b"."average_cost")
	), "stocked" AS MATERIALIZED (
		SELECT "c"."organization_id", "v"."variant_id", "v"."product_id" FROM "c" CROSS JOIN LATERAL (SELECT "x"."variant_id", "x"."product_id" FROM "variants" "x" WHERE "x"."organization_id" = "c"."organization_id" AND "x"."variant_id" = "c"."variant_id" OFFSET 0) "v"
	)
	INSERT INTO "record_changes" ("organization_id", "record_type", "record_id", "changed_in", "is_deleted")
	SELECT "s"."organization_id", 'variant', "s"."variant_id"::text, pg_current_xact_id(), false FROM "stocked" "s"
	UNION ALL
	SELECT DISTINCT "s"."organization_id", 'product', "s"."product_id"::text, pg_current_xact_id(), false FROM "stocked" "s"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_levels_changes_update" AFTER UPDATE ON "stock_levels" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_stock"();
