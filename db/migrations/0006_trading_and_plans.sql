CREATE SEQUENCE "public"."edi_document_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "edi_connections" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"transport" text NOT NULL,
	"settings" jsonb NOT NULL,
	"encrypted_secret" "bytea",
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_polled_at" timestamp with time zone,
	"fault" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "edi_connections_pk" PRIMARY KEY("organization_id","trading_partner_id"),
	CONSTRAINT "edi_connections_transport_known" CHECK ("edi_connections"."transport" in ('folder', 'http', 'sftp')),
	CONSTRAINT "edi_connections_state_known" CHECK ("edi_connections"."state" in ('polled', 'sending_only')),
	CONSTRAINT "edi_connections_polled_is_due" CHECK (("edi_connections"."state" = 'polled') = ("edi_connections"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "edi_documents" (
	"organization_id" uuid NOT NULL,
	"document_id" bigint NOT NULL,
	"document_type" text NOT NULL,
	"direction" text NOT NULL,
	"state" text NOT NULL,
	"sentence" text NOT NULL,
	"network" text NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"order_id" uuid,
	"invoice_id" bigint,
	"interchange_id" uuid,
	"group_control_number" text,
	"set_control_number" text,
	"record" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "edi_documents_pk" PRIMARY KEY("organization_id","document_id"),
	CONSTRAINT "edi_documents_direction_known" CHECK ("edi_documents"."direction" in ('inbound', 'outbound')),
	CONSTRAINT "edi_documents_state_known" CHECK ("edi_documents"."state" in ('queued', 'stored', 'sent', 'accepted', 'rejected', 'failed', 'withdrawn', 'received', 'processed', 'held', 'unsupported')),
	CONSTRAINT "edi_documents_network_known" CHECK ("edi_documents"."network" in ('edi_network', 'email', 'upload', 'link', 'portal')),
	CONSTRAINT "edi_documents_queued_is_due" CHECK (("edi_documents"."state" = 'queued') = ("edi_documents"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "edi_interchanges" (
	"organization_id" uuid NOT NULL,
	"interchange_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"trading_partner_id" uuid,
	"state" text NOT NULL,
	"sentence" text NOT NULL,
	"sender" text,
	"receiver" text,
	"control_number" bigint,
	"content" "bytea" NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"file_name" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "edi_interchanges_pk" PRIMARY KEY("organization_id","interchange_id"),
	CONSTRAINT "edi_interchanges_direction_known" CHECK ("edi_interchanges"."direction" in ('inbound', 'outbound')),
	CONSTRAINT "edi_interchanges_state_known" CHECK ("edi_interchanges"."state" in ('received', 'read', 'rejected', 'held', 'written')),
	CONSTRAINT "edi_interchanges_received_is_due" CHECK (("edi_interchanges"."state" = 'received') = ("edi_interchanges"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "buy_plan_cells" (
	"organization_id" uuid NOT NULL,
	"mfp_id" uuid NOT NULL,
	"cell_id" uuid NOT NULL,
	"category_id" uuid,
	"sales_channel_id" uuid NOT NULL,
	"month" smallint NOT NULL,
	"sales_cents" bigint,
	"markdown_cents" bigint,
	"margin_cents" bigint,
	"receipts_cost_cents" bigint,
	"closing_stock_retail_cents" bigint,
	"closing_stock_cost_cents" bigint,
	"chase_reserve_cents" bigint,
	CONSTRAINT "buy_plan_cells_pk" PRIMARY KEY("organization_id","mfp_id","cell_id"),
	CONSTRAINT "buy_plan_cells_one_a_month" UNIQUE NULLS NOT DISTINCT("organization_id","mfp_id","category_id","sales_channel_id","month"),
	CONSTRAINT "buy_plan_cells_month" CHECK ("buy_plan_cells"."month" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "buy_plan_version_cells" (
	"organization_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"cell_id" uuid NOT NULL,
	"category_id" uuid,
	"sales_channel_id" uuid NOT NULL,
	"month" smallint NOT NULL,
	"sales_cents" bigint,
	"markdown_cents" bigint,
	"margin_cents" bigint,
	"receipts_cost_cents" bigint,
	"closing_stock_retail_cents" bigint,
	"closing_stock_cost_cents" bigint,
	"chase_reserve_cents" bigint,
	CONSTRAINT "buy_plan_version_cells_pk" PRIMARY KEY("organization_id","version_id","cell_id")
);
--> statement-breakpoint
CREATE TABLE "buy_plan_versions" (
	"organization_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"mfp_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"cell_count" integer NOT NULL,
	"locked_at" timestamp with time zone NOT NULL,
	"locked_by" text NOT NULL,
	CONSTRAINT "buy_plan_versions_pk" PRIMARY KEY("organization_id","version_id"),
	CONSTRAINT "buy_plan_versions_kind_known" CHECK ("buy_plan_versions"."kind" in ('budget', 'reforecast')),
	CONSTRAINT "buy_plan_versions_have_cells" CHECK ("buy_plan_versions"."cell_count" > 0)
);
--> statement-breakpoint
CREATE TABLE "buy_plans" (
	"organization_id" uuid NOT NULL,
	"mfp_id" uuid NOT NULL,
	"name" text NOT NULL,
	"fiscal_year" integer NOT NULL,
	"fiscal_year_start_month" integer NOT NULL,
	"calendar" text NOT NULL,
	"currency" text NOT NULL,
	"baseline_source" text NOT NULL,
	"baseline_through" date,
	"locked_at" timestamp with time zone,
	"locked_by" text,
	"archived_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "buy_plans_pk" PRIMARY KEY("organization_id","mfp_id"),
	CONSTRAINT "buy_plans_calendar_known" CHECK ("buy_plans"."calendar" in ('retail_4_5_4', 'gregorian')),
	CONSTRAINT "buy_plans_baseline_known" CHECK ("buy_plans"."baseline_source" in ('last_year_actuals', 'empty')),
	CONSTRAINT "buy_plans_start_month" CHECK ("buy_plans"."fiscal_year_start_month" between 1 and 12),
	CONSTRAINT "buy_plans_locked_by_someone" CHECK (("buy_plans"."locked_at" is null) = ("buy_plans"."locked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "edi_order_lines" (
	"organization_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" jsonb NOT NULL,
	"fault" text,
	CONSTRAINT "edi_order_lines_pk" PRIMARY KEY("organization_id","order_id","position"),
	CONSTRAINT "edi_order_lines_position_positive" CHECK ("edi_order_lines"."position" > 0)
);
--> statement-breakpoint
CREATE TABLE "edi_orders" (
	"organization_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"number" text NOT NULL,
	"release_number" text DEFAULT '' NOT NULL,
	"header" jsonb NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "edi_orders_pk" PRIMARY KEY("organization_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_documents" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"location_id" uuid,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"byte_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"page_count" integer,
	"line_count" integer,
	"matched_line_count" integer,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reading" jsonb,
	"order_id" uuid,
	"filed_by" text NOT NULL,
	"filed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"taken_by" text,
	"taken_at" timestamp with time zone,
	CONSTRAINT "order_documents_pk" PRIMARY KEY("organization_id","document_id"),
	CONSTRAINT "order_documents_format_known" CHECK ("order_documents"."format" in ('pdf', 'jpeg', 'png', 'csv', 'xlsx', 'xls')),
	CONSTRAINT "order_documents_state_known" CHECK ("order_documents"."state" in ('queued', 'read', 'refused', 'failed', 'taken')),
	CONSTRAINT "order_documents_queued_is_due" CHECK (("order_documents"."state" = 'queued') = ("order_documents"."next_attempt_at" is not null)),
	CONSTRAINT "order_documents_order_when_read" CHECK (("order_documents"."state" in ('read', 'taken')) = ("order_documents"."order_id" is not null)),
	CONSTRAINT "order_documents_taken_when" CHECK (("order_documents"."state" = 'taken') = ("order_documents"."taken_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "order_book_lines" (
	"organization_id" uuid NOT NULL,
	"book_line_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"season_code" text NOT NULL,
	"line_reference" text NOT NULL,
	"currency" text NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"booked_on" date NOT NULL,
	CONSTRAINT "order_book_lines_pk" PRIMARY KEY("organization_id","book_line_id")
);
--> statement-breakpoint
CREATE TABLE "order_book_revisions" (
	"organization_id" uuid NOT NULL,
	"book_line_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"recorded_by" text NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"season_code" text NOT NULL,
	"currency" text NOT NULL,
	"booked_on" date NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"size" text,
	"quantity" integer NOT NULL,
	"unit_price_cents" bigint,
	"ship_window_start" date,
	"ship_window_end" date,
	"door_id" uuid,
	"commitment_id" uuid,
	"booking_type" text,
	"held_by" text,
	"held_by_name" text,
	"held_at" timestamp with time zone,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"cancel_reason" text,
	"verdict" text,
	"order_line_id" uuid,
	CONSTRAINT "order_book_revisions_pk" PRIMARY KEY("organization_id","book_line_id","revision"),
	CONSTRAINT "order_book_revisions_numbered" CHECK ("order_book_revisions"."revision" >= 1),
	CONSTRAINT "order_book_revisions_quantity_positive" CHECK ("order_book_revisions"."quantity" > 0),
	CONSTRAINT "order_book_revisions_price_not_negative" CHECK ("order_book_revisions"."unit_price_cents" >= 0),
	CONSTRAINT "order_book_revisions_ship_window_in_order" CHECK ("order_book_revisions"."ship_window_start" <= "order_book_revisions"."ship_window_end"),
	CONSTRAINT "order_book_revisions_type_known" CHECK ("order_book_revisions"."booking_type" in ('prebook', 'at_once')),
	CONSTRAINT "order_book_revisions_holder_known" CHECK ("order_book_revisions"."held_by" in ('account', 'merchant')),
	CONSTRAINT "order_book_revisions_held_when" CHECK (("order_book_revisions"."held_by" is null) = ("order_book_revisions"."held_at" is null) and ("order_book_revisions"."held_by" is null) = ("order_book_revisions"."held_by_name" is null)),
	CONSTRAINT "order_book_revisions_verdict_known" CHECK ("order_book_revisions"."verdict" in ('accepted', 'quantity_changed', 'rejected')),
	CONSTRAINT "order_book_revisions_reason_of_cancelled" CHECK ("order_book_revisions"."is_cancelled" or "order_book_revisions"."cancel_reason" is null)
);
--> statement-breakpoint
CREATE TABLE "sell_out_by_door" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"door_id" uuid NOT NULL,
	"row_count" bigint NOT NULL,
	"units_rows" bigint NOT NULL,
	"units" bigint NOT NULL,
	"on_hand_rows" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	CONSTRAINT "sell_out_by_door_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end","door_id")
);
--> statement-breakpoint
CREATE TABLE "sell_out_by_period" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"variants" integer NOT NULL,
	"row_count" bigint NOT NULL,
	"units_rows" bigint NOT NULL,
	"units" bigint NOT NULL,
	"on_hand_rows" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	CONSTRAINT "sell_out_by_period_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end")
);
--> statement-breakpoint
CREATE TABLE "sell_out_by_variant" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"variant_id" uuid NOT NULL,
	"row_count" bigint NOT NULL,
	"units_rows" bigint NOT NULL,
	"units" bigint NOT NULL,
	"on_hand_rows" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	CONSTRAINT "sell_out_by_variant_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end","variant_id")
);
--> statement-breakpoint
CREATE TABLE "sell_out_declarations" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"absence_convention" text NOT NULL,
	"location_grain" text NOT NULL,
	"currency" text NOT NULL,
	"price_tax_basis" text NOT NULL,
	"week_anchor_dow" smallint,
	"source_profile_key" text,
	"confirmed_at" timestamp with time zone NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_by_name" text,
	CONSTRAINT "sell_out_declarations_pk" PRIMARY KEY("organization_id","trading_partner_id"),
	CONSTRAINT "sell_out_declarations_absence_known" CHECK ("sell_out_declarations"."absence_convention" in ('explicit_zero', 'row_omitted')),
	CONSTRAINT "sell_out_declarations_grain_known" CHECK ("sell_out_declarations"."location_grain" in ('store', 'dc', 'none')),
	CONSTRAINT "sell_out_declarations_tax_basis_known" CHECK ("sell_out_declarations"."price_tax_basis" in ('inclusive', 'exclusive')),
	CONSTRAINT "sell_out_declarations_week_day_known" CHECK ("sell_out_declarations"."week_anchor_dow" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "sell_out_files" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"source" text NOT NULL,
	"file_name" text,
	"sha256" text,
	"recognised_as" text,
	"rows_submitted" integer NOT NULL,
	"rows_added" integer NOT NULL,
	"rows_changed" integer NOT NULL,
	"rows_unchanged" integer NOT NULL,
	"rows_removed" integer NOT NULL,
	"rows_refused" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"imported_by" text NOT NULL,
	CONSTRAINT "sell_out_files_pk" PRIMARY KEY("organization_id","file_id"),
	CONSTRAINT "sell_out_files_source_known" CHECK ("sell_out_files"."source" in ('file', 'edi_852'))
);
--> statement-breakpoint
CREATE TABLE "sell_out_profiles" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"header_fingerprint" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_by_name" text,
	CONSTRAINT "sell_out_profiles_pk" PRIMARY KEY("organization_id","trading_partner_id","version"),
	CONSTRAINT "sell_out_profiles_version_positive" CHECK ("sell_out_profiles"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "sell_out_refusals" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"door_reference" text,
	"buyer_sku" text,
	"gtin" text,
	"sku" text,
	"units" integer,
	"on_hand" integer,
	"sales_cents" bigint,
	"currency" text NOT NULL,
	CONSTRAINT "sell_out_refusals_pk" PRIMARY KEY("organization_id","file_id","row_number"),
	CONSTRAINT "sell_out_refusals_reason_known" CHECK ("sell_out_refusals"."reason" in ('unknown_item', 'ambiguous_item', 'unknown_door', 'other_door_kind'))
);
--> statement-breakpoint
CREATE TABLE "sell_out_reports" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"door_id" uuid NOT NULL,
	"account_door_id" uuid GENERATED ALWAYS AS (nullif(door_id, trading_partner_id)) STORED,
	"currency" text NOT NULL,
	"file_id" uuid,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sell_out_reports_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end","door_id"),
	CONSTRAINT "sell_out_reports_period_in_order" CHECK ("sell_out_reports"."period_start" <= "sell_out_reports"."period_end")
);
--> statement-breakpoint
CREATE TABLE "sell_out_rows" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"door_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"units" integer,
	"on_hand" integer,
	"sales_cents" bigint,
	CONSTRAINT "sell_out_rows_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end","variant_id","door_id"),
	CONSTRAINT "sell_out_rows_say_something" CHECK (num_nonnulls("sell_out_rows"."units", "sell_out_rows"."on_hand") > 0)
);
--> statement-breakpoint
CREATE TABLE "sell_out_staging" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"door_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"units" integer,
	"on_hand" integer,
	"sales_cents" bigint,
	CONSTRAINT "sell_out_staging_pk" PRIMARY KEY("organization_id","file_id","period_start","period_end","door_id","row_number")
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_network_state_known";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_money_not_negative";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "edi_position" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "requested_unit_price_cents" bigint;--> statement-breakpoint
ALTER TABLE "edi_connections" ADD CONSTRAINT "edi_connections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_connections" ADD CONSTRAINT "edi_connections_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_interchange_fk" FOREIGN KEY ("organization_id","interchange_id") REFERENCES "public"."edi_interchanges"("organization_id","interchange_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_cells" ADD CONSTRAINT "buy_plan_cells_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_cells" ADD CONSTRAINT "buy_plan_cells_plan_fk" FOREIGN KEY ("organization_id","mfp_id") REFERENCES "public"."buy_plans"("organization_id","mfp_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_cells" ADD CONSTRAINT "buy_plan_cells_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_cells" ADD CONSTRAINT "buy_plan_cells_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_version_cells" ADD CONSTRAINT "buy_plan_version_cells_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_version_cells" ADD CONSTRAINT "buy_plan_version_cells_version_fk" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."buy_plan_versions"("organization_id","version_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_version_cells" ADD CONSTRAINT "buy_plan_version_cells_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_version_cells" ADD CONSTRAINT "buy_plan_version_cells_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_versions" ADD CONSTRAINT "buy_plan_versions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plan_versions" ADD CONSTRAINT "buy_plan_versions_plan_fk" FOREIGN KEY ("organization_id","mfp_id") REFERENCES "public"."buy_plans"("organization_id","mfp_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buy_plans" ADD CONSTRAINT "buy_plans_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_order_lines" ADD CONSTRAINT "edi_order_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_order_lines" ADD CONSTRAINT "edi_order_lines_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."edi_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_lines" ADD CONSTRAINT "order_book_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_lines" ADD CONSTRAINT "order_book_lines_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_line_fk" FOREIGN KEY ("organization_id","book_line_id") REFERENCES "public"."order_book_lines"("organization_id","book_line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_door_fk" FOREIGN KEY ("organization_id","door_id") REFERENCES "public"."account_doors"("organization_id","door_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_revisions" ADD CONSTRAINT "order_book_revisions_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_by_door" ADD CONSTRAINT "sell_out_by_door_report_fk" FOREIGN KEY ("organization_id","trading_partner_id","period_start","period_end","door_id") REFERENCES "public"."sell_out_reports"("organization_id","trading_partner_id","period_start","period_end","door_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_by_period" ADD CONSTRAINT "sell_out_by_period_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_by_variant" ADD CONSTRAINT "sell_out_by_variant_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_by_variant" ADD CONSTRAINT "sell_out_by_variant_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_declarations" ADD CONSTRAINT "sell_out_declarations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_declarations" ADD CONSTRAINT "sell_out_declarations_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_files" ADD CONSTRAINT "sell_out_files_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_files" ADD CONSTRAINT "sell_out_files_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_profiles" ADD CONSTRAINT "sell_out_profiles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_profiles" ADD CONSTRAINT "sell_out_profiles_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD CONSTRAINT "sell_out_refusals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD CONSTRAINT "sell_out_refusals_file_fk" FOREIGN KEY ("organization_id","file_id") REFERENCES "public"."sell_out_files"("organization_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_reports" ADD CONSTRAINT "sell_out_reports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_reports" ADD CONSTRAINT "sell_out_reports_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_reports" ADD CONSTRAINT "sell_out_reports_door_fk" FOREIGN KEY ("organization_id","account_door_id") REFERENCES "public"."account_doors"("organization_id","door_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edi_connections_due" ON "edi_connections" USING btree ("organization_id","trading_partner_id","next_attempt_at") WHERE state = 'polled';--> statement-breakpoint
CREATE INDEX "edi_documents_due_by_account" ON "edi_documents" USING btree ("organization_id","trading_partner_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "edi_documents_newest" ON "edi_documents" USING btree ("organization_id","created_at" DESC NULLS LAST,"document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "edi_documents_by_account" ON "edi_documents" USING btree ("organization_id","trading_partner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "edi_documents_by_order" ON "edi_documents" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "edi_documents_by_invoice" ON "edi_documents" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "edi_documents_by_group" ON "edi_documents" USING btree ("organization_id","trading_partner_id","group_control_number") WHERE direction = 'outbound';--> statement-breakpoint
CREATE UNIQUE INDEX "edi_documents_in_interchange" ON "edi_documents" USING btree ("organization_id","interchange_id","group_control_number","set_control_number");--> statement-breakpoint
CREATE INDEX "edi_interchanges_due_by_account" ON "edi_interchanges" USING btree ("organization_id","trading_partner_id","next_attempt_at") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "edi_interchanges_by_number" ON "edi_interchanges" USING btree ("organization_id","sender","receiver","control_number");--> statement-breakpoint
CREATE INDEX "edi_interchanges_newest" ON "edi_interchanges" USING btree ("organization_id","created_at" DESC NULLS LAST,"interchange_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "buy_plan_versions_by_number" ON "buy_plan_versions" USING btree ("organization_id","mfp_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "buy_plan_versions_one_budget" ON "buy_plan_versions" USING btree ("organization_id","fiscal_year") WHERE kind = 'budget';--> statement-breakpoint
CREATE UNIQUE INDEX "buy_plans_by_name" ON "buy_plans" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "buy_plans_newest" ON "buy_plans" USING btree ("organization_id","created_at" DESC NULLS LAST,"mfp_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "edi_orders_by_number" ON "edi_orders" USING btree ("organization_id","trading_partner_id","number","release_number");--> statement-breakpoint
CREATE INDEX "order_documents_newest" ON "order_documents" USING btree ("organization_id","filed_at","document_id");--> statement-breakpoint
CREATE INDEX "order_documents_by_account" ON "order_documents" USING btree ("organization_id","trading_partner_id","filed_at","document_id");--> statement-breakpoint
CREATE INDEX "order_documents_by_state" ON "order_documents" USING btree ("organization_id","state","filed_at","document_id");--> statement-breakpoint
CREATE INDEX "order_documents_due" ON "order_documents" USING btree ("organization_id","trading_partner_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_by_order" ON "order_documents" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_once" ON "order_documents" USING btree ("organization_id","trading_partner_id","sha256") WHERE state in ('queued', 'read', 'taken');--> statement-breakpoint
CREATE UNIQUE INDEX "order_book_lines_by_reference" ON "order_book_lines" USING btree ("organization_id","trading_partner_id","season_code","line_reference");--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_season" ON "order_book_revisions" USING btree ("organization_id","season_code","book_line_id","revision" DESC NULLS LAST,"recorded_at","trading_partner_id","currency","booked_on","booking_type","quantity","unit_price_cents","ship_window_start","commitment_id","held_by","is_cancelled","verdict");--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_account" ON "order_book_revisions" USING btree ("organization_id","trading_partner_id","season_code","book_line_id","revision" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_product" ON "order_book_revisions" USING btree ("organization_id","product_id","book_line_id");--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_variant" ON "order_book_revisions" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_door" ON "order_book_revisions" USING btree ("organization_id","door_id") WHERE door_id is not null;--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_order_line" ON "order_book_revisions" USING btree ("organization_id","order_line_id") WHERE order_line_id is not null;--> statement-breakpoint
CREATE INDEX "sell_out_by_variant_by_variant" ON "sell_out_by_variant" USING btree ("organization_id","variant_id","trading_partner_id","period_start");--> statement-breakpoint
CREATE INDEX "sell_out_files_by_account" ON "sell_out_files" USING btree ("organization_id","trading_partner_id","imported_at");--> statement-breakpoint
CREATE INDEX "sell_out_refusals_by_period" ON "sell_out_refusals" USING btree ("organization_id","trading_partner_id","period_start","period_end","door_reference");--> statement-breakpoint
CREATE INDEX "sell_out_reports_by_door" ON "sell_out_reports" USING btree ("organization_id","account_door_id");--> statement-breakpoint
CREATE INDEX "variants_by_barcode" ON "variants" USING btree ("organization_id","barcode") WHERE barcode is not null;--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "network_state";--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "network_sentence";--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "network_sent_at";--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "edi_document_id";--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_money_not_negative" CHECK ("order_lines"."unit_price_cents" >= 0 and "order_lines"."regular_unit_price_cents" >= 0 and "order_lines"."discount_cents" >= 0
        and "order_lines"."tax_cents" >= 0 and "order_lines"."unit_cost" >= 0 and "order_lines"."requested_unit_price_cents" >= 0);