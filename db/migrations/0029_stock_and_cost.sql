ALTER TABLE "organizations" ADD COLUMN "books_from" date;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD COLUMN "not_in_count" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "counted_from" timestamp with time zone;