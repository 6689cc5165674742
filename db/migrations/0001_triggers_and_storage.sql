-- What Drizzle cannot express, table by table: functions, triggers, and how tables are stored and analysed.
-- Later changes come as custom migrations: bun run migrations --custom --name <name>.

-- allowances, session_allowances, sign_in_attempts: counters by the minute. UNLOGGED, since a crash may forget a minute.
-- Allowances change with every request; half-empty pages keep the new version of a row on its page.
ALTER TABLE "allowances" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "allowances" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "session_allowances" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "session_allowances" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "sign_in_attempts" SET UNLOGGED;--> statement-breakpoint

-- organizations: public_id turns a number of a sequence that all organisations share into the id that one organisation
-- sees: a Feistel permutation under the organisation's id_key, with SHA-256 as its round function. Results are 2^52 to
-- 2^53 - 1: exact in JSON.
CREATE FUNCTION "public_id"("key" bytea, "number" bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	high bigint := "number" >> 26;
	low bigint := "number" & 67108863;
	mixed bytea;
	next bigint;
BEGIN
	IF "number" < 0 OR high > 67108863 THEN
		RAISE EXCEPTION 'public_id takes numbers from 0 to 2^52 - 1' USING ERRCODE = 'numeric_value_out_of_range';
	END IF;
	FOR round IN 1..6 LOOP
		mixed := sha256("key" || int8send(low * 16 + round));
		next := high # (get_byte(mixed, 0) * 262144 + get_byte(mixed, 1) * 1024 + get_byte(mixed, 2) * 4 + get_byte(mixed, 3) / 64);
		high := low;
		low := next;
	END LOOP;
	RETURN 4503599627370496 + high * 67108864 + low;
END $$;--> statement-breakpoint

-- catalogue_events: a new row gets its public id; one that brings its id keeps it, as when rows are restored or
-- replicated (ENABLE ALWAYS: also where a replica applies them).
CREATE FUNCTION "assign_event_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."event_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), NEW."entry");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "catalogue_events_assign_id" BEFORE INSERT ON "catalogue_events" FOR EACH ROW WHEN (NEW."event_id" IS NULL) EXECUTE FUNCTION "assign_event_id"();--> statement-breakpoint
ALTER TABLE "catalogue_events" ENABLE ALWAYS TRIGGER "catalogue_events_assign_id";--> statement-breakpoint

-- contacts: public ids as in catalogue_events.
CREATE FUNCTION "assign_contact_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."contact_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), nextval('contact_numbers'));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "contacts_assign_id" BEFORE INSERT ON "contacts" FOR EACH ROW WHEN (NEW."contact_id" IS NULL) EXECUTE FUNCTION "assign_contact_id"();--> statement-breakpoint
ALTER TABLE "contacts" ENABLE ALWAYS TRIGGER "contacts_assign_id";--> statement-breakpoint

-- stock_movements: public ids as in catalogue_events; and the ledger is append-only.
CREATE FUNCTION "assign_movement_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."movement_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), NEW."entry");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_assign_id" BEFORE INSERT ON "stock_movements" FOR EACH ROW WHEN (NEW."movement_id" IS NULL) EXECUTE FUNCTION "assign_movement_id"();--> statement-breakpoint
ALTER TABLE "stock_movements" ENABLE ALWAYS TRIGGER "stock_movements_assign_id";--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'stock_movements is append-only: a mistake is reversed by a new row' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_append_only" BEFORE UPDATE OR DELETE ON "stock_movements" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_no_truncate" BEFORE TRUNCATE ON "stock_movements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- A document books each of its lines once; a booking without a line too, hence NULLS NOT DISTINCT, which Drizzle omits.
DROP INDEX "stock_movements_once";--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_once" ON "stock_movements" USING btree ("organization_id","document_type","document_id","document_line_id","kind","variant_id","location_id") NULLS NOT DISTINCT WHERE reverses_movement_id is null;--> statement-breakpoint

-- stock_levels: free space for the level that a movement updates.
ALTER TABLE "stock_levels" SET (fillfactor = 80);--> statement-breakpoint

-- stocktakes, stocktake_lines, stocktake_locations: a posted stocktake never changes.
CREATE FUNCTION "refuse_posted_stocktake_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a posted stocktake never changes' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "stocktakes_posted_for_good" BEFORE UPDATE OR DELETE ON "stocktakes" FOR EACH ROW WHEN (OLD."status" = 'posted') EXECUTE FUNCTION "refuse_posted_stocktake_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_posted_stocktake_part_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- One look for the whole statement; a line whose count is gone goes with it.
	PERFORM 1 FROM (SELECT DISTINCT "organization_id", "stocktake_id" FROM "changed") "c"
		JOIN "stocktakes" "s" ON "s"."organization_id" = "c"."organization_id" AND "s"."stocktake_id" = "c"."stocktake_id" AND "s"."status" = 'posted';
	IF FOUND THEN
		RAISE EXCEPTION 'a posted stocktake never changes' USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_insert" AFTER INSERT ON "stocktake_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_update" AFTER UPDATE ON "stocktake_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_delete" AFTER DELETE ON "stocktake_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_insert" AFTER INSERT ON "stocktake_locations" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_update" AFTER UPDATE ON "stocktake_locations" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_delete" AFTER DELETE ON "stocktake_locations" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint

-- purchase_orders: the totals of an order are computed from its lines, whoever writes them.
CREATE FUNCTION "total_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Adds each order up once for the whole statement; an order row is locked by whoever writes its lines.
	UPDATE "purchase_orders" "o" SET "total_cost" = "n"."cost", "total_line_items" = "n"."lines",
		"uncosted_lines" = "n"."uncosted", "first_line_due_on" = "n"."first_due", "last_line_due_on" = "n"."last_due"
	FROM (
		SELECT "c"."organization_id", "c"."purchase_order_id", "t"."lines", "t"."uncosted", "t"."first_due", "t"."last_due",
			CASE WHEN "t"."uncosted" = 0 THEN coalesce("t"."cost", 0) END AS "cost"
		FROM (SELECT DISTINCT "organization_id", "purchase_order_id" FROM "changed") "c"
		CROSS JOIN LATERAL (
			SELECT sum("l"."quantity" * "l"."unit_cost") AS "cost", count(*)::int AS "lines",
				(count(*) FILTER (WHERE "l"."unit_cost" IS NULL))::int AS "uncosted",
				min("l"."expected_delivery_date") AS "first_due", max("l"."expected_delivery_date") AS "last_due"
			FROM "purchase_order_lines" "l"
			WHERE "l"."organization_id" = "c"."organization_id" AND "l"."purchase_order_id" = "c"."purchase_order_id"
		) "t"
	) "n"
	WHERE "o"."organization_id" = "n"."organization_id" AND "o"."purchase_order_id" = "n"."purchase_order_id"
		AND ("o"."total_cost", "o"."total_line_items", "o"."uncosted_lines", "o"."first_line_due_on", "o"."last_line_due_on")
			IS DISTINCT FROM ("n"."cost", "n"."lines", "n"."uncosted", "n"."first_due", "n"."last_due");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_insert" AFTER INSERT ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_update" AFTER UPDATE ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_delete" AFTER DELETE ON "purchase_order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint

-- Every table with rows of goods, places and orders is analysed after 2,000 changes. By default that takes a tenth of the
-- table, so in a large one the planner would never learn of a new organisation's rows.
ALTER TABLE "bill_of_materials_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "bills_of_materials" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "catalogue_events" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "categories" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "commitment_budgets" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "contacts" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "custom_field_values" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "ledger_checkpoints" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "locations" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "outbound_documents" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_attributes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_channels" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "product_metafields" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "products" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_basket_items" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_components" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_orders" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "return_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "returns" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sales_daily" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_levels" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stock_movements" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stocktake_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stocktake_locations" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "stocktakes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "subcategories" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "supplier_signals" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "supplier_variants" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "suppliers" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "variants" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "warehouse_connections" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "weekly_forecasts" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint

-- outbound_documents, webhook_deliveries: free space for the job that a claim updates.
ALTER TABLE "outbound_documents" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);
