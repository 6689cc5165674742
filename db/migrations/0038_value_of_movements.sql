ALTER TABLE "ledger_checkpoints" ADD COLUMN "value" numeric;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "value_after" numeric;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "cost_variance" numeric;--> statement-breakpoint
CREATE INDEX "stock_movements_varying_costs" ON "stock_movements" USING btree ("organization_id","recorded_at") WHERE cost_variance is not null;