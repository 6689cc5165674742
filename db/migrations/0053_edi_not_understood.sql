DROP INDEX "edi_documents_with_record";--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "each_price" text;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD COLUMN "problems" jsonb;--> statement-breakpoint
CREATE INDEX "edi_documents_with_record" ON "edi_documents" USING btree ("organization_id","created_at") WHERE record is not null or problems is not null;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_each_price_known" CHECK ("account_edi_profiles"."each_price" in ('each', 'ordered_unit'));