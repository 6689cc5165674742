ALTER TABLE "product_velocity" ADD COLUMN "unknown_velocities" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD COLUMN "as_sold_units_per_day" numeric(24, 4) NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_levels_available" ON "stock_levels" USING btree ("organization_id","variant_id","available");