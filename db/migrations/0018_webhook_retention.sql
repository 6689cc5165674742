DROP INDEX "webhook_events_by_time";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","state","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_event" ON "webhook_deliveries" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "webhooks_deleted" ON "webhooks" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_deleted_is_silent" CHECK ("webhooks"."deleted_at" is null or not "webhooks"."is_active");