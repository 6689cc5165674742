-- Newest first is read backwards: an index that descends puts nulls last and cannot serve a plain descending order.
DROP INDEX "catalogue_events_by_time";--> statement-breakpoint
DROP INDEX "catalogue_events_by_variant";--> statement-breakpoint
CREATE INDEX "catalogue_events_by_product" ON "catalogue_events" USING btree ("organization_id","product_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_kind" ON "catalogue_events" USING btree ("organization_id","kind","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_time" ON "catalogue_events" USING btree ("organization_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_variant" ON "catalogue_events" USING btree ("organization_id","variant_id","occurred_at","event_id");--> statement-breakpoint
ALTER TABLE "catalogue_events" ADD CONSTRAINT "catalogue_events_kind_known" CHECK ("catalogue_events"."kind" in ('created', 'updated', 'price_changed', 'cost_changed', 'status_changed', 'supplier_changed',
        'custom_field_changed'));