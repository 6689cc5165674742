ALTER TABLE "organizations" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "parties" jsonb;--> statement-breakpoint
ALTER TABLE "account_doors" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "bill_to_address" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "ship_to_address" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "tax_id" text;