ALTER TABLE "purchase_orders" ALTER COLUMN "total_cost" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "uncosted_lines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "address_sha256" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_by_event_and_address" ON "webhooks" USING btree ("organization_id","event","address_sha256") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_total_is_whole" CHECK (("purchase_orders"."total_cost" is null) = ("purchase_orders"."uncosted_lines" > 0));--> statement-breakpoint
CREATE OR REPLACE FUNCTION "total_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
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
UPDATE "purchase_orders" "o" SET "total_cost" = NULL, "uncosted_lines" = "t"."uncosted"
FROM (
	SELECT "organization_id", "purchase_order_id", count(*)::int AS "uncosted"
	FROM "purchase_order_lines" WHERE "unit_cost" IS NULL GROUP BY "organization_id", "purchase_order_id"
) "t"
WHERE "o"."organization_id" = "t"."organization_id" AND "o"."purchase_order_id" = "t"."purchase_order_id";--> statement-breakpoint
-- Of subscriptions that were made twice the first is guarded; the others are kept as they are.
UPDATE "webhooks" "w" SET "address_sha256" = sha256(convert_to("w"."hook_url", 'UTF8'))
WHERE "w"."deleted_at" IS NULL AND NOT EXISTS (
	SELECT FROM "webhooks" "b"
	WHERE "b"."organization_id" = "w"."organization_id" AND "b"."event" = "w"."event" AND "b"."hook_url" = "w"."hook_url"
		AND "b"."deleted_at" IS NULL AND ("b"."created_at", "b"."webhook_id") < ("w"."created_at", "w"."webhook_id")
);
