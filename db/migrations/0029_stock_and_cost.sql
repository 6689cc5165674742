ALTER TABLE "organizations" ADD COLUMN "books_from" date;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD COLUMN "not_in_count" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "cost_rate" numeric(20, 10);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "cost_rate_date" date;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "counted_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_currency" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_unit_cost" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_rate" numeric(20, 10);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_rate_date" date;