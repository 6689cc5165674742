ALTER TABLE "product_figures" ADD COLUMN "rate_lack" text;--> statement-breakpoint
ALTER TABLE "variant_stock" ADD COLUMN "rate_lack" text;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "consumer_units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "consumer_days" numeric(18, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "consumer_units_per_day" numeric(24, 4);--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "consumer_basis" text DEFAULT 'as_sold' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "unmeasured_locations" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "shipping_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "wholesale_units_per_day" numeric(24, 4);--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "once_shipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "previous_once_shipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "unrated_variants" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "consumer_units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "consumer_days" numeric(18, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "consumer_units_per_day" numeric(24, 4);--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "consumer_basis" text DEFAULT 'as_sold' NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "unmeasured_locations" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "shipping_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "wholesale_units_per_day" numeric(24, 4);--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "once_shipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "previous_once_shipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "rate_lack" text DEFAULT 'not_measured';--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_rate_lack_known" CHECK ("stock_levels"."rate_lack" in ('not_measured', 'nothing_sold', 'sold_without_stock', 'single_wholesale_shipment'));--> statement-breakpoint
ALTER TABLE "product_velocity" drop column "trend_percentage";--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "trend_percentage" numeric(24, 1) GENERATED ALWAYS AS (case when basis = previous_basis and (once_shipped = 0) = (previous_once_shipped = 0) and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end) STORED;--> statement-breakpoint
ALTER TABLE "variant_velocity" drop column "trend_percentage";--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "trend_percentage" numeric(24, 1) GENERATED ALWAYS AS (case when basis = previous_basis and (once_shipped = 0) = (previous_once_shipped = 0) and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end) STORED;
