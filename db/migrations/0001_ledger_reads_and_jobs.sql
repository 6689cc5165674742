CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"fault" text
);
--> statement-breakpoint
DROP INDEX "stock_movements_by_time";--> statement-breakpoint
CREATE INDEX "stock_movements_by_document" ON "stock_movements" USING btree ("organization_id","document_type","document_id","occurred_at" DESC NULLS LAST,"movement_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_movements_by_instant" ON "stock_movements" USING btree ("organization_id","occurred_at","variant_id","location_id","quantity_delta");--> statement-breakpoint
CREATE INDEX "stock_movements_by_time" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","occurred_at" DESC NULLS LAST,"movement_id" DESC NULLS LAST);