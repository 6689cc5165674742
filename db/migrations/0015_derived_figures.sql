CREATE TABLE "price_measures" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL,
	"elasticity" double precision,
	"standard_error" double precision,
	"low" double precision,
	"high" double precision,
	"reason_code" text,
	"reason" text,
	"sold_rows" bigint NOT NULL,
	"sold_checksum" numeric(38, 0) NOT NULL,
	"ledger_rows" bigint NOT NULL,
	CONSTRAINT "price_measures_pk" PRIMARY KEY("organization_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "product_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "product_figures" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"incomplete_variants" integer NOT NULL,
	"lack_price" integer NOT NULL,
	"lack_unit_cost" integer NOT NULL,
	"lack_supplier" integer NOT NULL,
	"lack_lead_time" integer NOT NULL,
	"lack_min_order_quantity" integer NOT NULL,
	"lack_carton_measures" integer NOT NULL,
	"on_hand" bigint NOT NULL,
	"counted_units" bigint NOT NULL,
	"cost" numeric(38, 4) NOT NULL,
	"uncosted_units" bigint NOT NULL,
	"revenue_cents" numeric(38, 0) NOT NULL,
	"unpriced_units" bigint NOT NULL,
	"unpriced_on_hand" bigint NOT NULL,
	CONSTRAINT "product_figures_pk" PRIMARY KEY("organization_id","product_id")
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
CREATE TABLE "stock_value_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_value_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	CONSTRAINT "stock_value_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "stock_value_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"category_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"row_count" bigint NOT NULL,
	"uncosted_rows" bigint NOT NULL,
	"unpriced_rows" bigint NOT NULL,
	"cost" numeric NOT NULL,
	"retail" numeric NOT NULL,
	"received_cost" numeric NOT NULL,
	"received_retail" numeric NOT NULL,
	"received_uncosted_rows" bigint NOT NULL,
	CONSTRAINT "stock_value_days_pk" PRIMARY KEY("organization_id","day","category_id","currency")
);
--> statement-breakpoint
CREATE TABLE "stock_value_levels" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"on_hand" integer NOT NULL,
	"cost" numeric(18, 4),
	"price_cents" bigint,
	"currency" text NOT NULL,
	"category_id" uuid NOT NULL,
	CONSTRAINT "stock_value_levels_pk" PRIMARY KEY("organization_id","variant_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "stock_value_totals" (
	"organization_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"cost" numeric NOT NULL,
	"retail" numeric NOT NULL,
	"level_count" bigint NOT NULL,
	"stocked_levels" bigint NOT NULL,
	"uncosted_levels" bigint NOT NULL,
	"unpriced_levels" bigint NOT NULL,
	CONSTRAINT "stock_value_totals_pk" PRIMARY KEY("organization_id","category_id","currency")
);
--> statement-breakpoint
CREATE TABLE "product_velocity" (
	"organization_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"weeks" smallint NOT NULL,
	"product_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"measured" integer NOT NULL,
	"unknown_velocities" integer NOT NULL,
	"units" bigint NOT NULL,
	"units_per_day" numeric(24, 4),
	"as_sold_units_per_day" numeric(24, 4) NOT NULL,
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
CREATE TABLE "product_sales_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	"product_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"row_count" bigint NOT NULL,
	"units" bigint NOT NULL,
	"returned_units" bigint NOT NULL,
	"gross_sales_cents" bigint NOT NULL,
	"discounts_cents" bigint NOT NULL,
	"returns_cents" bigint NOT NULL,
	"taxes_cents" bigint NOT NULL,
	"costed_units" bigint NOT NULL,
	"known_cost_cents" bigint NOT NULL,
	"priced_units" bigint NOT NULL,
	"known_regular_value_cents" bigint NOT NULL,
	"known_markdown_units" bigint NOT NULL,
	CONSTRAINT "product_sales_before_pk" PRIMARY KEY("organization_id","before","product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "product_stock_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	"product_id" uuid NOT NULL,
	"moved" bigint NOT NULL,
	"received" bigint NOT NULL,
	CONSTRAINT "product_stock_before_pk" PRIMARY KEY("organization_id","before","product_id")
);
--> statement-breakpoint
ALTER TABLE "row_count_deltas" DROP CONSTRAINT "row_count_deltas_table_known";--> statement-breakpoint
ALTER TABLE "row_counts" DROP CONSTRAINT "row_counts_table_known";--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD COLUMN "trend_percentage" numeric(24, 1) GENERATED ALWAYS AS (case when basis = previous_basis and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end) STORED;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "occurred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "moved" bigint;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "received" bigint;--> statement-breakpoint
ALTER TABLE "sales_before_days" ADD COLUMN "stock_before_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD COLUMN "is_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_measures" ADD CONSTRAINT "price_measures_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_measures" ADD CONSTRAINT "price_measures_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_figures" ADD CONSTRAINT "product_figures_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_by_category" ADD CONSTRAINT "stock_by_category_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_by_day" ADD CONSTRAINT "stock_by_day_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_category_changes" ADD CONSTRAINT "stock_category_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counted" ADD CONSTRAINT "stock_counted_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_day_counts" ADD CONSTRAINT "stock_day_counts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_changes" ADD CONSTRAINT "stock_value_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_days" ADD CONSTRAINT "stock_value_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_levels" ADD CONSTRAINT "stock_value_levels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_totals" ADD CONSTRAINT "stock_value_totals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD CONSTRAINT "product_velocity_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_velocity" ADD CONSTRAINT "product_velocity_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_variants" ADD CONSTRAINT "forecast_variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_week_changes" ADD CONSTRAINT "forecast_week_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_week_errors" ADD CONSTRAINT "forecast_week_errors_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_weeks" ADD CONSTRAINT "forecast_weeks_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales_before" ADD CONSTRAINT "product_sales_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stock_before" ADD CONSTRAINT "product_stock_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_changes_by_product" ON "product_changes" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "stock_category_changes_by_product" ON "stock_category_changes" USING btree ("organization_id","product_id");--> statement-breakpoint
CREATE INDEX "product_velocity_by_pace" ON "product_velocity" USING btree ("organization_id","end_exclusive","weeks","units_per_day" DESC NULLS LAST,"product_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_levels_available" ON "stock_levels" USING btree ("organization_id","variant_id","available");--> statement-breakpoint
CREATE INDEX "portal_seats_open_by_email" ON "portal_seats" USING btree ("email") WHERE revoked_at is null;--> statement-breakpoint
ALTER TABLE "row_count_deltas" ADD CONSTRAINT "row_count_deltas_table_known" CHECK ("row_count_deltas"."table_name" in ('contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'stock_levels', 'stock_movements', 'suppliers', 'variants'));--> statement-breakpoint
ALTER TABLE "row_counts" ADD CONSTRAINT "row_counts_table_known" CHECK ("row_counts"."table_name" in ('contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'stock_levels', 'stock_movements', 'suppliers', 'variants'));