ALTER TABLE "order_documents" ADD COLUMN "layout" text;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "order_documents_corrected" ON "order_documents" USING btree ("organization_id","trading_partner_id","layout","corrected_at") WHERE "order_documents"."corrected_at" is not null;