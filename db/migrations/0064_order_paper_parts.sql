DROP INDEX "order_documents_once";--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "part_of" uuid;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "part_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_part_fk" FOREIGN KEY ("organization_id","part_of") REFERENCES "public"."order_documents"("organization_id","document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_once" ON "order_documents" USING btree ("organization_id","trading_partner_id","sha256","part_number") WHERE state in ('queued', 'read', 'taken');