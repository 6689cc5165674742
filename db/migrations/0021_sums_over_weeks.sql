DROP INDEX "sales_daily_by_day";--> statement-breakpoint
DROP INDEX "weekly_forecasts_by_week";--> statement-breakpoint
CREATE INDEX "sales_daily_by_day" ON "sales_daily" USING btree ("organization_id","day","variant_id","sales_channel_id","units");--> statement-breakpoint
CREATE INDEX "weekly_forecasts_by_week" ON "weekly_forecasts" USING btree ("organization_id","week_start","variant_id","sales_channel_id","forecast_units");