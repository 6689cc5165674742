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
ALTER TABLE "fulfilment_cartons" ADD CONSTRAINT "fulfilment_cartons_pallet_digits" CHECK ("fulfilment_cartons"."pallet_sscc" ~ '^[0-9]{18}$');--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_weight_unit_known" CHECK ("account_edi_profiles"."weight_unit" in ('KG', 'LB'));