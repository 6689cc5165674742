ALTER TABLE "purchase_orders" ADD COLUMN "first_line_due_on" date;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "last_line_due_on" date;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "total_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Adds each order up once for the whole statement; an order row is locked by whoever writes its lines.
	UPDATE "purchase_orders" "o" SET "total_cost" = "n"."cost", "total_line_items" = "n"."lines",
		"first_line_due_on" = "n"."first_due", "last_line_due_on" = "n"."last_due"
	FROM (
		SELECT "c"."organization_id", "c"."purchase_order_id", coalesce("t"."cost", 0) AS "cost", coalesce("t"."lines", 0) AS "lines",
			"t"."first_due", "t"."last_due"
		FROM (SELECT DISTINCT "organization_id", "purchase_order_id" FROM "changed") "c"
		LEFT JOIN LATERAL (
			SELECT sum("l"."quantity" * "l"."unit_cost") AS "cost", count(*)::int AS "lines",
				min("l"."expected_delivery_date") AS "first_due", max("l"."expected_delivery_date") AS "last_due"
			FROM "purchase_order_lines" "l"
			WHERE "l"."organization_id" = "c"."organization_id" AND "l"."purchase_order_id" = "c"."purchase_order_id"
		) "t" ON true
	) "n"
	WHERE "o"."organization_id" = "n"."organization_id" AND "o"."purchase_order_id" = "n"."purchase_order_id"
		AND ("o"."total_cost", "o"."total_line_items", "o"."first_line_due_on", "o"."last_line_due_on")
			IS DISTINCT FROM ("n"."cost", "n"."lines", "n"."first_due", "n"."last_due");
	RETURN NULL;
END $$;--> statement-breakpoint
UPDATE "purchase_orders" "o" SET "first_line_due_on" = "t"."first_due", "last_line_due_on" = "t"."last_due"
FROM (
	SELECT "organization_id", "purchase_order_id", min("expected_delivery_date") AS "first_due", max("expected_delivery_date") AS "last_due"
	FROM "purchase_order_lines" WHERE "expected_delivery_date" IS NOT NULL GROUP BY "organization_id", "purchase_order_id"
) "t"
WHERE "o"."organization_id" = "t"."organization_id" AND "o"."purchase_order_id" = "t"."purchase_order_id";
