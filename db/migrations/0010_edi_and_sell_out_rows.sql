CREATE TABLE "edi_inventory_advices" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	CONSTRAINT "edi_inventory_advices_pk" PRIMARY KEY("organization_id","trading_partner_id","week_start")
);
--> statement-breakpoint
ALTER TABLE "sell_out_refusals" DROP CONSTRAINT "sell_out_refusals_reason_known";--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ALTER COLUMN "period_start" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ALTER COLUMN "period_end" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "content_erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "field" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "value" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "rule" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "allowed" text[];--> statement-breakpoint
ALTER TABLE "edi_inventory_advices" ADD CONSTRAINT "edi_inventory_advices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_inventory_advices" ADD CONSTRAINT "edi_inventory_advices_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edi_inventory_advices_by_week" ON "edi_inventory_advices" USING btree ("week_start");--> statement-breakpoint
CREATE INDEX "products_by_folded_title" ON "products" USING btree ("organization_id",lower("title"));--> statement-breakpoint
CREATE INDEX "products_by_folded_handle" ON "products" USING btree ("organization_id",lower("handle"));--> statement-breakpoint
CREATE INDEX "variants_by_folded_sku" ON "variants" USING btree ("organization_id",translate(upper(regexp_replace("sku", '[^A-Za-z0-9]', '', 'g')), 'OQDILZSGB', '000112568'));--> statement-breakpoint
CREATE INDEX "edi_documents_with_record" ON "edi_documents" USING btree ("organization_id","created_at") WHERE record is not null;--> statement-breakpoint
CREATE INDEX "edi_interchanges_with_content" ON "edi_interchanges" USING btree ("organization_id","created_at") WHERE content_erased_at is null;--> statement-breakpoint
CREATE INDEX "sell_out_refusals_newest" ON "sell_out_refusals" USING btree ("organization_id","trading_partner_id","file_id","row_number");--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD CONSTRAINT "sell_out_refusals_reason_known" CHECK ("sell_out_refusals"."reason" in ('unknown_item', 'ambiguous_item', 'unknown_door', 'other_door_kind', 'unreadable_value', 'no_item', 'no_figure', 'no_door', 'future_period', 'long_period'));