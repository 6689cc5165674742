DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
-- Room for the row that a claim changes.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);
