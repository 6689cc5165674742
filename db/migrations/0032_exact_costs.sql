ALTER TABLE "product_figures" ALTER COLUMN "cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "variant_stock" ALTER COLUMN "cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ALTER COLUMN "freight_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ALTER COLUMN "duty_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ALTER COLUMN "landed_unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_value_levels" ALTER COLUMN "cost" SET DATA TYPE numeric;--> statement-breakpoint
-- The type of a column that a trigger names cannot change.
DROP TRIGGER "stock_levels_note_update" ON "stock_levels";--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "average_cost" SET DATA TYPE numeric;--> statement-breakpoint
CREATE TRIGGER "stock_levels_note_update" AFTER UPDATE ON "stock_levels" FOR EACH ROW WHEN (OLD."sequence" = NEW."sequence"
	AND (OLD."on_hand" <> NEW."on_hand" OR OLD."committed" <> NEW."committed" OR OLD."incoming" <> NEW."incoming" OR OLD."average_cost" IS DISTINCT FROM NEW."average_cost"
		OR OLD."units_per_day" IS DISTINCT FROM NEW."units_per_day" OR OLD."lead_time_days" <> NEW."lead_time_days" OR OLD."review_period_days" <> NEW."review_period_days"))
	EXECUTE FUNCTION "note_stock_level_change"();--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "landed_unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "stated_unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "adjusted_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "unrated_arrivals" ALTER COLUMN "stated_unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "unrated_arrivals" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "unrated_arrivals" ALTER COLUMN "landed_unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stocktakes" ALTER COLUMN "variance_value_total" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stocktakes" ALTER COLUMN "variance_value_total" SET DEFAULT '0';--> statement-breakpoint
ALTER TABLE "supplier_variants" ALTER COLUMN "unit_cost" SET DATA TYPE numeric;