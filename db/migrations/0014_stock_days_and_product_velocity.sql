CREATE TABLE "product_velocity" (
	"organization_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"weeks" smallint NOT NULL,
	"product_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"measured" integer NOT NULL,
	"units" bigint NOT NULL,
	"units_per_day" numeric(24, 4),
	"basis" text NOT NULL,
	"in_stock_days" bigint NOT NULL,
	"stockout_days" bigint NOT NULL,
	"untracked_days" bigint NOT NULL,
	"lost_units" numeric(24, 2),
	"lost_cents" bigint,
	"net_cents" bigint,
	"previous_units" bigint NOT NULL,
	"previous_units_per_day" numeric(24, 4),
	"previous_basis" text NOT NULL,
	"trend_percentage" numeric(24, 1) GENERATED ALWAYS AS (case when basis = previous_basis and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end) STORED,
	CONSTRAINT "product_velocity_pk" PRIMARY KEY("organization_id","end_exclusive","weeks","product_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_variants" (
	"organization_id" uuid NOT NULL,
	"from_week" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	CONSTRAINT "forecast_variants_pk" PRIMARY KEY("organization_id","from_week","sales_channel_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_week_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "forecast_week_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"week_start" date NOT NULL,
	CONSTRAINT "forecast_week_changes_pk" PRIMARY KEY("organization_id","week_start","entry")
);
--> statement-breakpoint
CREATE TABLE "forecast_week_errors" (
	"organization_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"lag_weeks" integer NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"forecast_units" numeric(24, 2) NOT NULL,
	"actual_units" bigint NOT NULL,
	"absolute_error" numeric(24, 2) NOT NULL,
	"naive_error" bigint NOT NULL,
	"units_year_before" bigint NOT NULL,
	"sold_without_forecast" bigint NOT NULL,
	CONSTRAINT "forecast_week_errors_pk" PRIMARY KEY("organization_id","week_start","lag_weeks","sales_channel_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_weeks" (
	"organization_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"summed_at" timestamp with time zone,
	CONSTRAINT "forecast_weeks_pk" PRIMARY KEY("organization_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "stock_by_category" (
	"organization_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"variants" integer NOT NULL,
	CONSTRAINT "stock_by_category_pk" PRIMARY KEY("organization_id","location_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "stock_by_day" (
	"organization_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"category_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "stock_by_day_pk" PRIMARY KEY("organization_id","location_id","day","category_id")
);
--> statement-breakpoint
CREATE TABLE "stock_category_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_category_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	CONSTRAINT "stock_category_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "stock_counted" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "stock_counted_pk" PRIMARY KEY("organization_id","variant_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "stock_day_counts" (
	"organization_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"after_variant_id" uuid,
	"counted_at" timestamp with time zone,
	CONSTRAINT "stock_day_counts_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "trend_percentage" numeric(24, 1) GENERATED ALWAYS AS (case when basis = previous_basis and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end) STORED;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD CONSTRAINT "product_velocity_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD CONSTRAINT "product_velocity_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_variants" ADD CONSTRAINT "forecast_variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_week_changes" ADD CONSTRAINT "forecast_week_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_week_errors" ADD CONSTRAINT "forecast_week_errors_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_weeks" ADD CONSTRAINT "forecast_weeks_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_by_category" ADD CONSTRAINT "stock_by_category_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_by_day" ADD CONSTRAINT "stock_by_day_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_category_changes" ADD CONSTRAINT "stock_category_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counted" ADD CONSTRAINT "stock_counted_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_day_counts" ADD CONSTRAINT "stock_day_counts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_velocity_by_pace" ON "product_velocity" USING btree ("organization_id","end_exclusive","weeks","units_per_day" DESC NULLS LAST,"product_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_category_changes_by_product" ON "stock_category_changes" USING btree ("organization_id","product_id");