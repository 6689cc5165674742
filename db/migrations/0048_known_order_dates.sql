-- Orders on file that have the time of their recording: whether that was stated is unknown, and nothing said so.
UPDATE "sales_orders" SET "is_ordered_at_stated" = false WHERE "ordered_at" >= "created_at";--> statement-breakpoint
UPDATE "purchase_orders" o SET "is_order_date_stated" = false FROM "organizations" g
WHERE g."organization_id" = o."organization_id" AND o."order_date" = (o."created_at" AT TIME ZONE g."time_zone")::date;
