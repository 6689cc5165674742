ALTER TABLE "account_edi_profiles" ADD COLUMN "acknowledge_within_hours" integer;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "notice_before_hours" integer;--> statement-breakpoint
CREATE INDEX "edi_orders_of_account" ON "edi_orders" USING btree ("organization_id","trading_partner_id","created_at");