-- Triggers of selling. returns, invoices: public ids as in contacts.
CREATE FUNCTION "assign_return_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."return_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), nextval('return_numbers'));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "returns_assign_id" BEFORE INSERT ON "returns" FOR EACH ROW WHEN (NEW."return_id" IS NULL) EXECUTE FUNCTION "assign_return_id"();--> statement-breakpoint
ALTER TABLE "returns" ENABLE ALWAYS TRIGGER "returns_assign_id";--> statement-breakpoint
CREATE FUNCTION "assign_invoice_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."invoice_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), nextval('invoice_id_numbers'));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "invoices_assign_id" BEFORE INSERT ON "invoices" FOR EACH ROW WHEN (NEW."invoice_id" IS NULL) EXECUTE FUNCTION "assign_invoice_id"();--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ALWAYS TRIGGER "invoices_assign_id";--> statement-breakpoint
-- order_lines: what was first asked for never changes.
CREATE FUNCTION "refuse_ordered_quantity_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'ordered_quantity never changes: quantity is what is agreed' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "order_lines_ordered_for_good" BEFORE UPDATE ON "order_lines" FOR EACH ROW WHEN (OLD."ordered_quantity" <> NEW."ordered_quantity") EXECUTE FUNCTION "refuse_ordered_quantity_change"();--> statement-breakpoint
-- sales_channel_days: a hash of one row, the same on every machine; the control totals of an imported day contain their sum.
CREATE FUNCTION "sales_row_hash"("s" "sales_daily") RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ('x' || substr(md5(concat_ws(',', "s"."variant_id", "s"."location_id", "s"."currency", "s"."units", "s"."returned_units", "s"."gross_sales_cents", "s"."discounts_cents", "s"."returns_cents", "s"."taxes_cents", "s"."costed_units", "s"."known_cost_cents", "s"."priced_units", "s"."known_regular_value_cents", "s"."known_markdown_units")), 1, 16))::bit(64)::bigint
$$;--> statement-breakpoint
-- sales_daily: what each statement changed, appended as deltas of the sums, whoever writes.
CREATE FUNCTION "add_sales_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT "c"."organization_id", "c"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency", count(*), sum("c"."units"), sum("c"."returned_units"), sum("c"."gross_sales_cents"), sum("c"."discounts_cents"), sum("c"."returns_cents"), sum("c"."taxes_cents"), sum("c"."costed_units"), sum("c"."known_cost_cents"), sum("c"."priced_units"), sum("c"."known_regular_value_cents"), sum("c"."known_markdown_units") FROM "changed" "c"
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id"
	GROUP BY "c"."organization_id", "c"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "subtract_sales_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT "c"."organization_id", "c"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency", -count(*), -sum("c"."units"), -sum("c"."returned_units"), -sum("c"."gross_sales_cents"), -sum("c"."discounts_cents"), -sum("c"."returns_cents"), -sum("c"."taxes_cents"), -sum("c"."costed_units"), -sum("c"."known_cost_cents"), -sum("c"."priced_units"), -sum("c"."known_regular_value_cents"), -sum("c"."known_markdown_units") FROM "changed" "c"
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id"
	GROUP BY "c"."organization_id", "c"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_daily_deltas_insert" AFTER INSERT ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_sales_deltas"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_deltas_delete" AFTER DELETE ON "sales_daily" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_sales_deltas"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_deltas_before_update" AFTER UPDATE ON "sales_daily" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_sales_deltas"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_deltas_update" AFTER UPDATE ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_sales_deltas"();--> statement-breakpoint
-- variants: the sales of a variant that moves to another product move with it.
CREATE FUNCTION "move_sales_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT "c"."organization_id", "c"."day", "c"."sales_channel_id", "p"."product_id", "c"."currency", "p"."sign" * count(*), "p"."sign" * sum("c"."units"), "p"."sign" * sum("c"."returned_units"), "p"."sign" * sum("c"."gross_sales_cents"), "p"."sign" * sum("c"."discounts_cents"), "p"."sign" * sum("c"."returns_cents"), "p"."sign" * sum("c"."taxes_cents"), "p"."sign" * sum("c"."costed_units"), "p"."sign" * sum("c"."known_cost_cents"), "p"."sign" * sum("c"."priced_units"), "p"."sign" * sum("c"."known_regular_value_cents"), "p"."sign" * sum("c"."known_markdown_units")
	FROM "sales_daily" "c" CROSS JOIN (VALUES (OLD."product_id", -1), (NEW."product_id", 1)) "p" ("product_id", "sign")
	WHERE "c"."organization_id" = NEW."organization_id" AND "c"."variant_id" = NEW."variant_id"
	GROUP BY "c"."organization_id", "c"."day", "c"."sales_channel_id", "p"."product_id", "c"."currency", "p"."sign";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "variants_move_sales" AFTER UPDATE OF "product_id" ON "variants" FOR EACH ROW WHEN (OLD."product_id" <> NEW."product_id") EXECUTE FUNCTION "move_sales_deltas"();--> statement-breakpoint
-- order_lines and the other lines: deltas of zero mark the days on which a changed line counts, for sales:verify.
CREATE FUNCTION "note_order_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "o"."ordered_on", "o"."sales_channel_id", "v"."product_id", "o"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM "changed" "c"
	JOIN "sales_orders" "o" ON "o"."organization_id" = "c"."organization_id" AND "o"."order_id" = "c"."order_id" AND NOT "o"."is_wholesale"
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_fulfilment_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", CASE WHEN "o"."is_wholesale" THEN "f"."shipped_on" ELSE "o"."ordered_on" END, "o"."sales_channel_id", "v"."product_id", "o"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM "changed" "c"
	JOIN "fulfilments" "f" ON "f"."organization_id" = "c"."organization_id" AND "f"."fulfilment_id" = "c"."fulfilment_id"
	JOIN "sales_orders" "o" ON "o"."organization_id" = "f"."organization_id" AND "o"."order_id" = "f"."order_id"
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_return_receipt_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "i"."received_on", "r"."sales_channel_id", "v"."product_id", "c"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM "changed" "c"
	JOIN "return_receipts" "i" ON "i"."organization_id" = "c"."organization_id" AND "i"."return_id" = "c"."return_id" AND "i"."receipt_number" = "c"."receipt_number"
	JOIN "returns" "r" ON "r"."organization_id" = "i"."organization_id" AND "r"."return_id" = "i"."return_id" AND "r"."sales_channel_id" IS NOT NULL
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_refund_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "r"."refunded_on", "r"."sales_channel_id", "v"."product_id", "r"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM "changed" "c"
	JOIN "refunds" "r" ON "r"."organization_id" = "c"."organization_id" AND "r"."refund_id" = "c"."refund_id"
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_lines_note_insert" AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_order_lines"();--> statement-breakpoint
CREATE TRIGGER "order_lines_note_update" AFTER UPDATE ON "order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_order_lines"();--> statement-breakpoint
CREATE TRIGGER "order_lines_note_delete" AFTER DELETE ON "order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_order_lines"();--> statement-breakpoint
CREATE TRIGGER "fulfilment_lines_note_insert" AFTER INSERT ON "fulfilment_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_fulfilment_lines"();--> statement-breakpoint
CREATE TRIGGER "fulfilment_lines_note_update" AFTER UPDATE ON "fulfilment_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_fulfilment_lines"();--> statement-breakpoint
CREATE TRIGGER "fulfilment_lines_note_delete" AFTER DELETE ON "fulfilment_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_fulfilment_lines"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_note_insert" AFTER INSERT ON "return_receipt_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_return_receipt_lines"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_note_update" AFTER UPDATE ON "return_receipt_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_return_receipt_lines"();--> statement-breakpoint
CREATE TRIGGER "return_receipt_lines_note_delete" AFTER DELETE ON "return_receipt_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_return_receipt_lines"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_note_insert" AFTER INSERT ON "refund_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_refund_lines"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_note_update" AFTER UPDATE ON "refund_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_refund_lines"();--> statement-breakpoint
CREATE TRIGGER "refund_lines_note_delete" AFTER DELETE ON "refund_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_refund_lines"();--> statement-breakpoint
-- sales_orders: the same for an order that moves to another day, channel or location, or opens.
CREATE FUNCTION "note_sales_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "c"."ordered_on", "c"."sales_channel_id", "v"."product_id", "c"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM (SELECT * FROM "before" UNION ALL SELECT * FROM "after") "c"
	JOIN "order_lines" "l" ON "l"."organization_id" = "c"."organization_id" AND "l"."order_id" = "c"."order_id"
	JOIN "variants" "v" ON "v"."organization_id" = "l"."organization_id" AND "v"."variant_id" = "l"."variant_id"
	WHERE NOT "c"."is_wholesale" AND EXISTS (SELECT FROM "before" "b" JOIN "after" "a" ON "a"."organization_id" = "b"."organization_id" AND "a"."order_id" = "b"."order_id"
		WHERE "b"."organization_id" = "c"."organization_id" AND "b"."order_id" = "c"."order_id"
			AND ("b"."ordered_on", "b"."sales_channel_id", "b"."location_id", "b"."currency", "b"."is_wholesale", "b"."lifecycle" = 'draft')
				IS DISTINCT FROM ("a"."ordered_on", "a"."sales_channel_id", "a"."location_id", "a"."currency", "a"."is_wholesale", "a"."lifecycle" = 'draft'));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_orders_note_update" AFTER UPDATE ON "sales_orders" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_sales_orders"();--> statement-breakpoint
-- Counted tables (server/tables/known_values.ts): rows that each statement added or removed.
CREATE FUNCTION "add_row_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "row_count_deltas" ("organization_id", "table_name", "row_count")
	SELECT "organization_id", TG_TABLE_NAME, count(*) FROM "changed" GROUP BY "organization_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "subtract_row_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "row_count_deltas" ("organization_id", "table_name", "row_count")
	SELECT "organization_id", TG_TABLE_NAME, -count(*) FROM "changed" GROUP BY "organization_id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "contacts_count_insert" AFTER INSERT ON "contacts" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "contacts_count_delete" AFTER DELETE ON "contacts" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "customers_count_insert" AFTER INSERT ON "customers" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "customers_count_delete" AFTER DELETE ON "customers" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "invoices_count_insert" AFTER INSERT ON "invoices" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "invoices_count_delete" AFTER DELETE ON "invoices" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "products_count_insert" AFTER INSERT ON "products" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "products_count_delete" AFTER DELETE ON "products" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "purchase_orders_count_insert" AFTER INSERT ON "purchase_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "purchase_orders_count_delete" AFTER DELETE ON "purchase_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "returns_count_insert" AFTER INSERT ON "returns" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "returns_count_delete" AFTER DELETE ON "returns" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_count_insert" AFTER INSERT ON "sales_daily" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_daily_count_delete" AFTER DELETE ON "sales_daily" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_count_insert" AFTER INSERT ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_count_delete" AFTER DELETE ON "sales_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "stock_levels_count_insert" AFTER INSERT ON "stock_levels" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "stock_levels_count_delete" AFTER DELETE ON "stock_levels" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_count_insert" AFTER INSERT ON "stock_movements" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "suppliers_count_insert" AFTER INSERT ON "suppliers" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "suppliers_count_delete" AFTER DELETE ON "suppliers" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
CREATE TRIGGER "variants_count_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "variants_count_delete" AFTER DELETE ON "variants" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
-- Sums and counts of the rows that are here already.
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'contacts', count(*) FROM "contacts" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'customers', count(*) FROM "customers" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'invoices', count(*) FROM "invoices" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'products', count(*) FROM "products" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'purchase_orders', count(*) FROM "purchase_orders" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'returns', count(*) FROM "returns" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'sales_daily', count(*) FROM "sales_daily" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'sales_orders', count(*) FROM "sales_orders" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'stock_levels', count(*) FROM "stock_levels" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'stock_movements', count(*) FROM "stock_movements" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'suppliers', count(*) FROM "suppliers" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'variants', count(*) FROM "variants" GROUP BY "organization_id";--> statement-breakpoint
INSERT INTO "sales_by_channel" ("organization_id", "day", "sales_channel_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
SELECT "organization_id", "day", "sales_channel_id", "currency", count(*), sum("units"), sum("returned_units"), sum("gross_sales_cents"), sum("discounts_cents"), sum("returns_cents"), sum("taxes_cents"), sum("costed_units"), sum("known_cost_cents"), sum("priced_units"), sum("known_regular_value_cents"), sum("known_markdown_units") FROM "sales_daily" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "sales_by_product" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
SELECT "c"."organization_id", "c"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency", count(*), sum("c"."units"), sum("c"."returned_units"), sum("c"."gross_sales_cents"), sum("c"."discounts_cents"), sum("c"."returns_cents"), sum("c"."taxes_cents"), sum("c"."costed_units"), sum("c"."known_cost_cents"), sum("c"."priced_units"), sum("c"."known_regular_value_cents"), sum("c"."known_markdown_units")
FROM "sales_daily" "c" JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id" GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO "sales_channel_days" ("organization_id", "day", "sales_channel_id", "origin", "row_count", "units", "net_sales_cents", "checksum")
SELECT "organization_id", "day", "sales_channel_id", 'import', count(*), sum("units"), sum("gross_sales_cents" - "discounts_cents" - "returns_cents"), sum("sales_row_hash"("s")::numeric)
FROM "sales_daily" "s" GROUP BY 1, 2, 3;--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of goods, places and orders.
ALTER TABLE "customers" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "fulfilment_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "fulfilments" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "invoice_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "order_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "refund_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "refunds" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "return_receipt_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "return_receipts" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_by_channel" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_by_product" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_channel_days" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_deltas" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_orders" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "row_count_deltas" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every fold: vacuumed by number of rows, since the tables are small when autovacuum looks.
ALTER TABLE "sales_deltas" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "row_count_deltas" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "sales_by_channel" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "row_counts" SET (fillfactor = 50);
--> statement-breakpoint
-- imports: free space for the job that a claim updates.
ALTER TABLE "imports" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "price_list_prices" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
--> statement-breakpoint
ALTER TABLE "organization_exports" SET (fillfactor = 70);
