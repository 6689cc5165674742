ALTER TABLE "product_sales_before" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sales_before" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sales_by_category" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sales_by_channel" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sales_by_product" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sales_deltas" ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric;--> statement-breakpoint
-- One statement, so that the table is written once. The type of a column that another is generated from cannot change.
ALTER TABLE "sales_daily" DROP COLUMN "cost_cents",
	ALTER COLUMN "known_cost_cents" SET DATA TYPE numeric,
	ALTER COLUMN "known_cost_cents" SET DEFAULT '0',
	ADD COLUMN "cost_cents" bigint GENERATED ALWAYS AS (case when costed_units = units + returned_units then round(known_cost_cents) end) STORED;
