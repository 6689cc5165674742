ALTER TABLE "organizations" ADD COLUMN "allocation_horizon_days" integer;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "allocation_horizon_days" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_allocation_horizon_in_range" CHECK ("organizations"."allocation_horizon_days" between 0 and 730);--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_allocation_horizon_in_range" CHECK ("trading_partners"."allocation_horizon_days" between 0 and 730);