-- Orders by what their list filters on (server/selling/sales_facts/order_counts.ts): what each statement changed.
CREATE FUNCTION "add_order_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_count_deltas" ("organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", "trading_partner_id", "order_count")
	SELECT "organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", coalesce("trading_partner_id", '00000000-0000-0000-0000-000000000000'), count(*)
	FROM "changed" GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "subtract_order_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_count_deltas" ("organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", "trading_partner_id", "order_count")
	SELECT "organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", coalesce("trading_partner_id", '00000000-0000-0000-0000-000000000000'), -count(*)
	FROM "changed" GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "move_order_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_count_deltas" ("organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", "trading_partner_id", "order_count")
	SELECT "organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", coalesce("trading_partner_id", '00000000-0000-0000-0000-000000000000'), sum("n")
	FROM (SELECT *, 1 AS "n" FROM "after" UNION ALL SELECT *, -1 FROM "before") "o" GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("n") <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sales_orders_kinds_insert" AFTER INSERT ON "sales_orders" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_order_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_kinds_delete" AFTER DELETE ON "sales_orders" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_order_counts"();--> statement-breakpoint
CREATE TRIGGER "sales_orders_kinds_update" AFTER UPDATE ON "sales_orders" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "move_order_counts"();--> statement-breakpoint
INSERT INTO "order_counts" ("organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", "trading_partner_id", "order_count")
SELECT "organization_id", "lifecycle", "origin", "is_wholesale", "sales_channel_id", coalesce("trading_partner_id", '00000000-0000-0000-0000-000000000000'), count(*) FROM "sales_orders" GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
-- Emptied by every fold: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "order_count_deltas" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
