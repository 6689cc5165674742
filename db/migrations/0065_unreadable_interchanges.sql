ALTER TABLE "account_edi_profiles" ADD COLUMN "takes_tests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD COLUMN "store_layout" text;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "arrived_content" "bytea";--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "edi_interchanges_as_arrived" ON "edi_interchanges" USING btree ("organization_id","created_at") WHERE arrived_content is not null;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_store_layout_known" CHECK ("account_edi_profiles"."store_layout" in ('before', 'after'));