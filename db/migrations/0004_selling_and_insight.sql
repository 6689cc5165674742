CREATE TABLE "demand_event_categories" (
	"organization_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	CONSTRAINT "demand_event_categories_pk" PRIMARY KEY("organization_id","event_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "demand_event_channels" (
	"organization_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	CONSTRAINT "demand_event_channels_pk" PRIMARY KEY("organization_id","event_id","sales_channel_id")
);
--> statement-breakpoint
CREATE TABLE "demand_event_variants" (
	"organization_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	CONSTRAINT "demand_event_variants_pk" PRIMARY KEY("organization_id","event_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "demand_events" (
	"organization_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "demand_events_pk" PRIMARY KEY("organization_id","event_id"),
	CONSTRAINT "demand_events_kind_known" CHECK ("demand_events"."kind" in ('promotion', 'holiday', 'stockout', 'press', 'price_change', 'other')),
	CONSTRAINT "demand_events_not_reversed" CHECK ("demand_events"."ends_on" >= "demand_events"."starts_on")
);
--> statement-breakpoint
CREATE TABLE "forecast_choices" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"origin_week" date NOT NULL,
	"method" text NOT NULL,
	"reason" text NOT NULL,
	"errors" jsonb NOT NULL,
	"origins" integer NOT NULL,
	"history_weeks" integer NOT NULL,
	"stockout_days" integer NOT NULL,
	"level_units" numeric(14, 4) NOT NULL,
	CONSTRAINT "forecast_choices_pk" PRIMARY KEY("organization_id","variant_id","sales_channel_id"),
	CONSTRAINT "forecast_choices_method_known" CHECK ("forecast_choices"."method" in ('seasonal_naive', 'moving_average', 'exponential_smoothing', 'intermittent', 'category_share')),
	CONSTRAINT "forecast_choices_reason_known" CHECK ("forecast_choices"."reason" in ('smallest_error', 'too_few_weeks', 'only_method'))
);
--> statement-breakpoint
CREATE TABLE "forecast_runs" (
	"organization_id" uuid NOT NULL,
	"origin_week" date NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"after_product_id" uuid,
	"variants" integer DEFAULT 0 NOT NULL,
	"series" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"pruned_at" timestamp with time zone,
	CONSTRAINT "forecast_runs_pk" PRIMARY KEY("organization_id","origin_week")
);
--> statement-breakpoint
CREATE TABLE "forecast_settings" (
	"organization_id" uuid NOT NULL,
	"is_enabled" boolean NOT NULL,
	"horizon_weeks" integer NOT NULL,
	"history_weeks" integer NOT NULL,
	"methods" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forecast_settings_pk" PRIMARY KEY("organization_id"),
	CONSTRAINT "forecast_settings_methods_known" CHECK ("forecast_settings"."methods" <@ array['seasonal_naive', 'moving_average', 'exponential_smoothing', 'intermittent', 'category_share']::text[] and cardinality("forecast_settings"."methods") > 0)
);
--> statement-breakpoint
CREATE TABLE "variant_velocity" (
	"organization_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"weeks" smallint NOT NULL,
	"variant_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"units_per_day" numeric(18, 4),
	"basis" text NOT NULL,
	"in_stock_days" integer NOT NULL,
	"stockout_days" integer NOT NULL,
	"untracked_days" integer NOT NULL,
	"lost_units" numeric(18, 2),
	"lost_cents" bigint,
	"net_cents" bigint,
	"previous_units" bigint NOT NULL,
	"previous_units_per_day" numeric(18, 4),
	"previous_basis" text NOT NULL,
	CONSTRAINT "variant_velocity_pk" PRIMARY KEY("organization_id","end_exclusive","weeks","variant_id"),
	CONSTRAINT "variant_velocity_bases_known" CHECK ("variant_velocity"."basis" in ('in_stock_days', 'as_sold') and "variant_velocity"."previous_basis" in ('in_stock_days', 'as_sold'))
);
--> statement-breakpoint
CREATE TABLE "velocity_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "velocity_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	CONSTRAINT "velocity_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "velocity_classes" (
	"organization_id" uuid NOT NULL,
	"row_type" text NOT NULL,
	"weeks" smallint NOT NULL,
	"total_cents" bigint,
	"a_from_cents" bigint,
	"b_from_cents" bigint,
	CONSTRAINT "velocity_classes_pk" PRIMARY KEY("organization_id","row_type","weeks"),
	CONSTRAINT "velocity_classes_row_type_known" CHECK ("velocity_classes"."row_type" in ('variants', 'products'))
);
--> statement-breakpoint
CREATE TABLE "velocity_windows" (
	"organization_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "velocity_windows_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "accounting_connections" (
	"organization_id" uuid NOT NULL,
	"accounting_connection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"encrypted_token" "bytea" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "accounting_connections_pk" PRIMARY KEY("organization_id","accounting_connection_id"),
	CONSTRAINT "accounting_connections_active_or_ended" CHECK ("accounting_connections"."is_active" = ("accounting_connections"."deactivated_at" is null))
);
--> statement-breakpoint
CREATE TABLE "invoice_posting_attempts" (
	"organization_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"revision" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint,
	"detail" text,
	CONSTRAINT "invoice_posting_attempts_pk" PRIMARY KEY("organization_id","invoice_id","attempt"),
	CONSTRAINT "invoice_posting_attempts_outcome_known" CHECK ("invoice_posting_attempts"."outcome" in ('posted', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "invoice_postings" (
	"organization_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"accounting_connection_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_postings_pk" PRIMARY KEY("organization_id","invoice_id"),
	CONSTRAINT "invoice_postings_state_known" CHECK ("invoice_postings"."state" in ('queued', 'posted', 'failed')),
	CONSTRAINT "invoice_postings_revision_positive" CHECK ("invoice_postings"."revision" > 0),
	CONSTRAINT "invoice_postings_queued_is_due" CHECK (("invoice_postings"."state" = 'queued') = ("invoice_postings"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "sales_by_category" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
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
	CONSTRAINT "sales_by_category_pk" PRIMARY KEY("organization_id","day","sales_channel_id","category_id","currency")
);
--> statement-breakpoint
CREATE TABLE "sales_product_categories" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"is_moved" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sales_product_categories_pk" PRIMARY KEY("organization_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "sscc_counters" (
	"organization_id" uuid NOT NULL,
	"gs1_company_prefix" text NOT NULL,
	"counter" smallint NOT NULL,
	"last_value" bigint NOT NULL,
	CONSTRAINT "sscc_counters_pk" PRIMARY KEY("organization_id","gs1_company_prefix","counter"),
	CONSTRAINT "sscc_counters_not_negative" CHECK ("sscc_counters"."counter" >= 0 and "sscc_counters"."last_value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "warehouse_reports" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"report_id" text NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"answer" jsonb,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "warehouse_reports_pk" PRIMARY KEY("organization_id","connection_id","report_id"),
	CONSTRAINT "warehouse_reports_kind_known" CHECK ("warehouse_reports"."kind" in ('shipment', 'count'))
);
--> statement-breakpoint
CREATE TABLE "warehouse_requests" (
	"organization_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"status" text NOT NULL,
	"state" text NOT NULL,
	"message" jsonb NOT NULL,
	"last_status" smallint,
	"last_detail" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "warehouse_requests_pk" PRIMARY KEY("organization_id","request_id"),
	CONSTRAINT "warehouse_requests_status_known" CHECK ("warehouse_requests"."status" in ('requested', 'called_off', 'completed')),
	CONSTRAINT "warehouse_requests_state_known" CHECK ("warehouse_requests"."state" in ('queued', 'sent', 'failed', 'withdrawn')),
	CONSTRAINT "warehouse_requests_queued_is_due" CHECK (("warehouse_requests"."state" = 'queued') = ("warehouse_requests"."next_attempt_at" is not null)),
	CONSTRAINT "warehouse_requests_completed_when" CHECK (("warehouse_requests"."status" = 'completed') = ("warehouse_requests"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "account_items" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"buyer_sku" text NOT NULL,
	"variant_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_items_pk" PRIMARY KEY("organization_id","trading_partner_id","buyer_sku")
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_network_state_known";--> statement-breakpoint
ALTER TABLE "sales_daily" DROP CONSTRAINT "sales_daily_organization_id_organizations_organization_id_fk";
--> statement-breakpoint
DROP INDEX "sales_daily_by_day";--> statement-breakpoint
DROP INDEX "weekly_forecasts_by_week";--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "network_state" SET DEFAULT 'not_connected';--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "gs1_company_prefix" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_by" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "invoiced_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "date_slip_on" date;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "holds_released_on" date;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD COLUMN "origin_week" date;--> statement-breakpoint
UPDATE "weekly_forecasts" SET "origin_week" = "week_start" - 7;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ALTER COLUMN "origin_week" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD COLUMN "lower_units" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD COLUMN "upper_units" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "rate_basis" text DEFAULT 'sold' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "sold_units_per_day" numeric(30, 16);--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD COLUMN "fulfilment_url" text;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD COLUMN "encrypted_report_secret" "bytea";--> statement-breakpoint
ALTER TABLE "demand_event_categories" ADD CONSTRAINT "demand_event_categories_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_categories" ADD CONSTRAINT "demand_event_categories_event_fk" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."demand_events"("organization_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_categories" ADD CONSTRAINT "demand_event_categories_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_channels" ADD CONSTRAINT "demand_event_channels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_channels" ADD CONSTRAINT "demand_event_channels_event_fk" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."demand_events"("organization_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_channels" ADD CONSTRAINT "demand_event_channels_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_variants" ADD CONSTRAINT "demand_event_variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_variants" ADD CONSTRAINT "demand_event_variants_event_fk" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."demand_events"("organization_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_event_variants" ADD CONSTRAINT "demand_event_variants_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_events" ADD CONSTRAINT "demand_events_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_choices" ADD CONSTRAINT "forecast_choices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_choices" ADD CONSTRAINT "forecast_choices_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_choices" ADD CONSTRAINT "forecast_choices_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_runs" ADD CONSTRAINT "forecast_runs_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_settings" ADD CONSTRAINT "forecast_settings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD CONSTRAINT "variant_velocity_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_velocity" ADD CONSTRAINT "variant_velocity_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD CONSTRAINT "velocity_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "velocity_classes" ADD CONSTRAINT "velocity_classes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "velocity_windows" ADD CONSTRAINT "velocity_windows_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD CONSTRAINT "accounting_connections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD CONSTRAINT "accounting_connections_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_posting_attempts" ADD CONSTRAINT "invoice_posting_attempts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_posting_attempts" ADD CONSTRAINT "invoice_posting_attempts_posting_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoice_postings"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_postings" ADD CONSTRAINT "invoice_postings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_postings" ADD CONSTRAINT "invoice_postings_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_postings" ADD CONSTRAINT "invoice_postings_connection_fk" FOREIGN KEY ("organization_id","accounting_connection_id") REFERENCES "public"."accounting_connections"("organization_id","accounting_connection_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_by_category" ADD CONSTRAINT "sales_by_category_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_product_categories" ADD CONSTRAINT "sales_product_categories_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sscc_counters" ADD CONSTRAINT "sscc_counters_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_reports" ADD CONSTRAINT "warehouse_reports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_reports" ADD CONSTRAINT "warehouse_reports_connection_fk" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."warehouse_connections"("organization_id","connection_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_requests" ADD CONSTRAINT "warehouse_requests_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_requests" ADD CONSTRAINT "warehouse_requests_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_requests" ADD CONSTRAINT "warehouse_requests_connection_fk" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."warehouse_connections"("organization_id","connection_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_items" ADD CONSTRAINT "account_items_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_items" ADD CONSTRAINT "account_items_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_items" ADD CONSTRAINT "account_items_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demand_event_variants_by_variant" ON "demand_event_variants" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "demand_events_by_time" ON "demand_events" USING btree ("organization_id","starts_on" DESC NULLS LAST,"event_id","ends_on");--> statement-breakpoint
CREATE INDEX "variant_velocity_by_net" ON "variant_velocity" USING btree ("organization_id","end_exclusive","weeks","net_cents" DESC NULLS LAST,"variant_id");--> statement-breakpoint
CREATE INDEX "velocity_changes_by_variant" ON "velocity_changes" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_connections_one_active" ON "accounting_connections" USING btree ("organization_id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "invoice_postings_due_by_connection" ON "invoice_postings" USING btree ("organization_id","accounting_connection_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "sales_product_categories_moved" ON "sales_product_categories" USING btree ("organization_id","product_id") WHERE is_moved;--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_requests_one_open" ON "warehouse_requests" USING btree ("organization_id","order_id","location_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "warehouse_requests_by_order" ON "warehouse_requests" USING btree ("organization_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "warehouse_requests_due" ON "warehouse_requests" USING btree ("organization_id","connection_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "account_items_by_variant" ON "account_items" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "purchase_order_deliveries_by_time" ON "purchase_order_deliveries" USING btree ("organization_id","received_at");--> statement-breakpoint
CREATE INDEX "sales_orders_by_cancel_date" ON "sales_orders" USING btree ("organization_id","cancel_date") WHERE lifecycle not in ('fulfilled', 'cancelled');--> statement-breakpoint
CREATE INDEX "sales_daily_by_day" ON "sales_daily" USING btree ("organization_id","day","variant_id","sales_channel_id","units","returned_units","gross_sales_cents","discounts_cents","returns_cents","taxes_cents","currency");--> statement-breakpoint
CREATE INDEX "weekly_forecasts_by_week" ON "weekly_forecasts" USING btree ("organization_id","week_start","origin_week","variant_id","sales_channel_id","forecast_units");--> statement-breakpoint
ALTER TABLE "weekly_forecasts" DROP CONSTRAINT "weekly_forecasts_pk";
--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_pk" PRIMARY KEY("organization_id","variant_id","week_start","sales_channel_id","origin_week");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_gs1_prefix_digits" CHECK ("organizations"."gs1_company_prefix" ~ '^[0-9]{4,12}$');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_void_by_someone" CHECK (("invoices"."voided_at" is null) = ("invoices"."voided_by" is null) and ("invoices"."voided_at" is null) = ("invoices"."void_reason" is null));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_network_state_known" CHECK ("invoices"."network_state" in ('not_connected', 'queued', 'sent', 'accepted', 'rejected', 'failed'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_invoiced_were_shipped" CHECK ("order_lines"."invoiced_quantity" >= 0 and "order_lines"."invoiced_quantity" <= "order_lines"."fulfilled_quantity");--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_after_origin" CHECK ("weekly_forecasts"."week_start" > "weekly_forecasts"."origin_week");--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_rate_basis_known" CHECK ("stock_levels"."rate_basis" in ('sold', 'forecast'));