ALTER TABLE "account_edi_profiles" DROP CONSTRAINT "account_edi_profiles_version_known";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "fulfilment_cartons" ADD COLUMN "pallet_sscc" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "carrier_scac" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "bill_of_lading" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "deliver_on" date;--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD COLUMN "carrier_scac" text;--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD COLUMN "bill_of_lading" text;--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD COLUMN "deliver_on" date;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "weight_unit" text DEFAULT 'KG' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "has_pallet_level" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "guide" text;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "group_version" text;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "character_set" text DEFAULT 'extended' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "delimiters" jsonb;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "requirements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD COLUMN "corrects_document_id" bigint;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD COLUMN "correction_reason" text;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_corrected_fk" FOREIGN KEY ("organization_id","corrects_document_id") REFERENCES "public"."edi_documents"("organization_id","document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "edi_documents_by_corrected" ON "edi_documents" USING btree ("organization_id","corrects_document_id");--> statement-breakpoint
ALTER TABLE "fulfilment_cartons" ADD CONSTRAINT "fulfilment_cartons_pallet_digits" CHECK ("fulfilment_cartons"."pallet_sscc" ~ '^[0-9]{18}$');--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_character_set_known" CHECK ("account_edi_profiles"."character_set" in ('basic', 'extended'));--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_weight_unit_known" CHECK ("account_edi_profiles"."weight_unit" in ('KG', 'LB'));--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_version_known" CHECK ("account_edi_profiles"."version" in ('4010', '4030', '5010'));