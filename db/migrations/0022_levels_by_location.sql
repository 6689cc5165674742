DROP INDEX "stock_levels_by_location";--> statement-breakpoint
CREATE INDEX "stock_levels_by_location" ON "stock_levels" USING btree ("organization_id","location_id","variant_id","on_hand");