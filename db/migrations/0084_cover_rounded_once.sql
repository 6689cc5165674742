ALTER TABLE "product_figures" drop column "days_of_cover";--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(round(greatest(on_hand - committed, 0) / units_per_day, 9), 1) end) STORED;--> statement-breakpoint
ALTER TABLE "variant_stock" drop column "days_of_cover";--> statement-breakpoint
ALTER TABLE "variant_stock" ADD COLUMN "days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(round(greatest(on_hand - committed, 0) / units_per_day, 9), 1) end) STORED;--> statement-breakpoint
ALTER TABLE "stock_levels" drop column "days_of_cover";--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "days_of_cover" numeric(14, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(round(greatest(on_hand - committed, 0) / units_per_day, 9), 1) end) STORED;--> statement-breakpoint
CREATE INDEX "variant_stock_by_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_longest_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover" DESC NULLS LAST,"variant_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_levels_by_health" ON "stock_levels" USING btree ("organization_id","health","days_of_cover","variant_id","location_id");
