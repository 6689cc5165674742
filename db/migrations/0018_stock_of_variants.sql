CREATE TABLE "stock_level_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_level_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	CONSTRAINT "stock_level_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "variant_stock" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"on_hand" bigint NOT NULL,
	"cost" numeric(38, 4) NOT NULL,
	"has_uncosted" boolean NOT NULL,
	"committed" bigint DEFAULT 0 NOT NULL,
	"incoming" bigint DEFAULT 0 NOT NULL,
	"units_per_day" numeric(38, 16),
	"lead_time_days" integer,
	"review_period_days" integer,
	"available" bigint GENERATED ALWAYS AS (on_hand - committed) STORED,
	"days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED,
	"health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED,
	CONSTRAINT "variant_stock_pk" PRIMARY KEY("organization_id","variant_id")
);
--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "committed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "incoming" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "units_per_day" numeric(38, 16);--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "lead_time_days" integer;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "review_period_days" integer;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "available" bigint GENERATED ALWAYS AS (on_hand - committed) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "location_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "supplier_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_level_changes" ADD CONSTRAINT "stock_level_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_stock" ADD CONSTRAINT "variant_stock_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_stock" ADD CONSTRAINT "variant_stock_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variant_stock_by_on_hand" ON "variant_stock" USING btree ("organization_id","on_hand","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_committed" ON "variant_stock" USING btree ("organization_id","committed","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_incoming" ON "variant_stock" USING btree ("organization_id","incoming","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_available" ON "variant_stock" USING btree ("organization_id","available","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_longest_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover" DESC NULLS LAST,"variant_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "variant_stock_by_health" ON "variant_stock" USING btree ("organization_id","health","variant_id");