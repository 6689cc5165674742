-- Both columns are generated from the pace, so its type cannot change while they stand; their index goes with them.
ALTER TABLE "stock_levels" DROP COLUMN "health", DROP COLUMN "days_of_cover";--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "units_per_day" SET DATA TYPE numeric(30, 16),
	ADD COLUMN "days_of_cover" numeric(14, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED,
	ADD COLUMN "health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED;--> statement-breakpoint
CREATE INDEX "stock_levels_by_health" ON "stock_levels" USING btree ("organization_id","health","days_of_cover","variant_id","location_id");
