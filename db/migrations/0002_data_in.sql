CREATE SEQUENCE "public"."invoice_id_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."return_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "bundle_components" (
	"organization_id" uuid NOT NULL,
	"bundle_variant_id" uuid NOT NULL,
	"component_variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "bundle_components_pk" PRIMARY KEY("organization_id","bundle_variant_id","component_variant_id"),
	CONSTRAINT "bundle_components_quantity_positive" CHECK ("bundle_components"."quantity" > 0),
	CONSTRAINT "bundle_components_not_itself" CHECK ("bundle_components"."component_variant_id" <> "bundle_components"."bundle_variant_id")
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"organization_id" uuid NOT NULL,
	"bundle_variant_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bundles_pk" PRIMARY KEY("organization_id","bundle_variant_id")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"organization_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"rate_date" date NOT NULL,
	"organization_currency_per_unit" numeric(20, 10) NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_pk" PRIMARY KEY("organization_id","currency","rate_date"),
	CONSTRAINT "exchange_rates_positive" CHECK ("exchange_rates"."organization_currency_per_unit" > 0)
);
--> statement-breakpoint
CREATE TABLE "import_batches" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"batch_number" integer NOT NULL,
	"first_row" integer NOT NULL,
	"last_row" integer NOT NULL,
	"byte_start" bigint,
	"byte_end" bigint,
	"preview_entries" jsonb,
	"key_hashes" "bytea",
	"repeats" jsonb,
	"entries" jsonb,
	"undos" jsonb,
	"undo_entries" jsonb,
	CONSTRAINT "import_batches_pk" PRIMARY KEY("organization_id","import_id","batch_number")
);
--> statement-breakpoint
CREATE TABLE "import_profiles" (
	"organization_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"header_fingerprint" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "import_profiles_pk" PRIMARY KEY("organization_id","profile_id"),
	CONSTRAINT "import_profiles_version_positive" CHECK ("import_profiles"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"task" text NOT NULL,
	"requested_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"byte_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"mapping" jsonb,
	"profile" text,
	"reading" jsonb,
	"is_read" boolean DEFAULT false NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault" jsonb,
	"rows_total" integer DEFAULT 0 NOT NULL,
	"batches_total" integer DEFAULT 0 NOT NULL,
	"batches_done" integer DEFAULT 0 NOT NULL,
	"preview" jsonb,
	"result" jsonb,
	"undo_result" jsonb,
	"actor" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_pk" PRIMARY KEY("organization_id","import_id"),
	CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('needs_mapping', 'ready', 'previewing', 'needs_answer', 'previewed', 'running', 'completed', 'cancelled', 'failed', 'undoing', 'undone', 'partly_undone')),
	CONSTRAINT "imports_task_known" CHECK ("imports"."task" in ('preview', 'run', 'undo')),
	CONSTRAINT "imports_queued_while_working" CHECK (("imports"."state" in ('previewing', 'running', 'undoing')) = ("imports"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "organization_exports" (
	"organization_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"row_count" bigint,
	"byte_count" bigint,
	"sha256" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "organization_exports_pk" PRIMARY KEY("organization_id","export_id"),
	CONSTRAINT "organization_exports_state_known" CHECK ("organization_exports"."state" in ('queued', 'ready', 'failed')),
	CONSTRAINT "organization_exports_queued_is_due" CHECK (("organization_exports"."state" = 'queued') = ("organization_exports"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "customer_keys" (
	"organization_id" uuid NOT NULL,
	"encrypted_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_keys_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"trading_partner_id" uuid,
	"pseudonym" "bytea",
	"email_domain" text,
	"display_name" text,
	"display_name_words" text[] DEFAULT '{}' NOT NULL,
	"country_code" text,
	"region" text,
	"first_order_at" timestamp with time zone,
	"last_order_at" timestamp with time zone,
	"orders_count" integer DEFAULT 0 NOT NULL,
	"source_system" text,
	"external_id" text,
	"redacted_at" timestamp with time zone,
	"redacted_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_pk" PRIMARY KEY("organization_id","customer_id"),
	CONSTRAINT "customers_kind_known" CHECK ("customers"."kind" in ('account', 'consumer')),
	CONSTRAINT "customers_account_is_named" CHECK ("customers"."kind" = 'consumer' or "customers"."trading_partner_id" is not null),
	CONSTRAINT "customers_orders_not_negative" CHECK ("customers"."orders_count" >= 0),
	CONSTRAINT "customers_pseudonym_length" CHECK (length("customers"."pseudonym") = 32),
	CONSTRAINT "customers_country_code" CHECK ("customers"."country_code" ~ '^[A-Z]{2}$'),
	CONSTRAINT "customers_redacted_without_person" CHECK ("customers"."redacted_at" is null or ("customers"."pseudonym" is null and "customers"."email_domain" is null and "customers"."display_name" is null
        and "customers"."external_id" is null and "customers"."display_name_words" = '{}'))
);
--> statement-breakpoint
CREATE TABLE "fulfilment_cartons" (
	"organization_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"carton_number" integer NOT NULL,
	"sscc" text,
	"weight_kg" numeric(12, 4),
	"tracking_number" text,
	"door_reference" text,
	CONSTRAINT "fulfilment_cartons_pk" PRIMARY KEY("organization_id","fulfilment_id","carton_number"),
	CONSTRAINT "fulfilment_cartons_sscc_digits" CHECK ("fulfilment_cartons"."sscc" ~ '^[0-9]{18}$'),
	CONSTRAINT "fulfilment_cartons_weight_positive" CHECK ("fulfilment_cartons"."weight_kg" > 0)
);
--> statement-breakpoint
CREATE TABLE "fulfilment_lines" (
	"organization_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"order_line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"carton_number" integer,
	"quantity" integer NOT NULL,
	"unit_cost" numeric(18, 4),
	"gross_sales_cents" bigint NOT NULL,
	"discounts_cents" bigint DEFAULT 0 NOT NULL,
	"taxes_cents" bigint DEFAULT 0 NOT NULL,
	"regular_unit_price_cents" bigint,
	CONSTRAINT "fulfilment_lines_pk" PRIMARY KEY("organization_id","fulfilment_id","line_number"),
	CONSTRAINT "fulfilment_lines_quantity_positive" CHECK ("fulfilment_lines"."quantity" > 0),
	CONSTRAINT "fulfilment_lines_money_not_negative" CHECK ("fulfilment_lines"."gross_sales_cents" >= 0 and "fulfilment_lines"."discounts_cents" >= 0 and "fulfilment_lines"."taxes_cents" >= 0
        and "fulfilment_lines"."regular_unit_price_cents" >= 0 and "fulfilment_lines"."unit_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "fulfilments" (
	"organization_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"location_id" uuid NOT NULL,
	"shipped_at" timestamp with time zone NOT NULL,
	"shipped_on" date NOT NULL,
	"is_historical" boolean DEFAULT false NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"source_system" text,
	"external_id" text,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fulfilments_pk" PRIMARY KEY("organization_id","fulfilment_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"organization_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"line_number" integer NOT NULL,
	"order_line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"buyer_sku" text,
	"quantity" integer NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "invoice_lines_pk" PRIMARY KEY("organization_id","invoice_id","line_number"),
	CONSTRAINT "invoice_lines_quantity_positive" CHECK ("invoice_lines"."quantity" > 0),
	CONSTRAINT "invoice_lines_amount" CHECK ("invoice_lines"."amount_cents" = "invoice_lines"."quantity" * "invoice_lines"."unit_price_cents" - "invoice_lines"."discount_cents")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"organization_id" uuid NOT NULL,
	"invoice_id" bigint NOT NULL,
	"invoice_year" smallint NOT NULL,
	"invoice_number" integer NOT NULL,
	"name" text NOT NULL,
	"order_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"terms" text,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date,
	"tax_cents" bigint,
	"freight_cents" bigint,
	"total_cents" bigint NOT NULL,
	"ledger_state" text DEFAULT 'not_connected' NOT NULL,
	"ledger_name" text,
	"ledger_external_id" text,
	"ledger_external_url" text,
	"ledger_sentence" text,
	"ledger_posted_at" timestamp with time zone,
	"network_state" text DEFAULT 'not_applicable' NOT NULL,
	"network_sentence" text,
	"network_sent_at" timestamp with time zone,
	"edi_document_id" bigint,
	"voided_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_pk" PRIMARY KEY("organization_id","invoice_id"),
	CONSTRAINT "invoices_state_known" CHECK ("invoices"."state" in ('issued', 'void')),
	CONSTRAINT "invoices_ledger_state_known" CHECK ("invoices"."ledger_state" in ('not_connected', 'queued', 'posted', 'failed')),
	CONSTRAINT "invoices_network_state_known" CHECK ("invoices"."network_state" in ('not_applicable', 'queued', 'sent', 'accepted', 'rejected', 'failed')),
	CONSTRAINT "invoices_number_positive" CHECK ("invoices"."invoice_number" > 0),
	CONSTRAINT "invoices_void_when" CHECK (("invoices"."state" = 'void') = ("invoices"."voided_at" is not null)),
	CONSTRAINT "invoices_charges_not_negative" CHECK ("invoices"."tax_cents" >= 0 and "invoices"."freight_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"organization_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"variant_id" uuid NOT NULL,
	"order_line_id" uuid,
	"return_id" bigint,
	"return_line_id" uuid,
	"quantity" integer DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"external_id" text,
	CONSTRAINT "refund_lines_pk" PRIMARY KEY("organization_id","refund_id","line_number"),
	CONSTRAINT "refund_lines_return_line_is_whole" CHECK (("refund_lines"."return_id" is null) = ("refund_lines"."return_line_id" is null)),
	CONSTRAINT "refund_lines_not_negative" CHECK ("refund_lines"."quantity" >= 0 and "refund_lines"."amount_cents" >= 0 and "refund_lines"."tax_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"organization_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"return_id" bigint,
	"order_id" uuid,
	"sales_channel_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"refunded_on" date NOT NULL,
	"freight_cents" bigint DEFAULT 0 NOT NULL,
	"source_system" text,
	"external_id" text,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_pk" PRIMARY KEY("organization_id","refund_id"),
	CONSTRAINT "refunds_freight_not_negative" CHECK ("refunds"."freight_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "return_receipt_lines" (
	"organization_id" uuid NOT NULL,
	"return_id" bigint NOT NULL,
	"receipt_number" integer NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"received_quantity" integer NOT NULL,
	"restocked_quantity" integer DEFAULT 0 NOT NULL,
	"disposition" text,
	"unit_cost" numeric(18, 4),
	"value_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "return_receipt_lines_pk" PRIMARY KEY("organization_id","return_id","receipt_number","line_id"),
	CONSTRAINT "return_receipt_lines_received" CHECK ("return_receipt_lines"."received_quantity" > 0),
	CONSTRAINT "return_receipt_lines_restocked_were_received" CHECK ("return_receipt_lines"."restocked_quantity" between 0 and "return_receipt_lines"."received_quantity"),
	CONSTRAINT "return_receipt_lines_disposition_known" CHECK ("return_receipt_lines"."disposition" in ('restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing')),
	CONSTRAINT "return_receipt_lines_money_not_negative" CHECK ("return_receipt_lines"."value_cents" >= 0 and "return_receipt_lines"."tax_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "return_receipts" (
	"organization_id" uuid NOT NULL,
	"return_id" bigint NOT NULL,
	"receipt_number" integer NOT NULL,
	"location_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"received_on" date NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "return_receipts_pk" PRIMARY KEY("organization_id","return_id","receipt_number")
);
--> statement-breakpoint
CREATE TABLE "row_count_deltas" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_count_deltas_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_count" bigint NOT NULL,
	CONSTRAINT "row_count_deltas_pk" PRIMARY KEY("organization_id","entry"),
	CONSTRAINT "row_count_deltas_table_known" CHECK ("row_count_deltas"."table_name" in ('contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'sales_orders', 'stock_levels', 'stock_movements', 'suppliers', 'variants'))
);
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"organization_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"row_count" bigint NOT NULL,
	CONSTRAINT "row_counts_pk" PRIMARY KEY("organization_id","table_name"),
	CONSTRAINT "row_counts_table_known" CHECK ("row_counts"."table_name" in ('contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'sales_orders', 'stock_levels', 'stock_movements', 'suppliers', 'variants'))
);
--> statement-breakpoint
CREATE TABLE "sales_by_channel" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
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
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sales_by_channel_pk" PRIMARY KEY("organization_id","day","sales_channel_id","currency")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
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
	CONSTRAINT "sales_by_product_pk" PRIMARY KEY("organization_id","day","sales_channel_id","product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "sales_deltas" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sales_deltas_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
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
	CONSTRAINT "sales_deltas_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"organization_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"variant_id" uuid NOT NULL,
	"ordered_quantity" integer NOT NULL,
	"quantity" integer NOT NULL,
	"allocated_quantity" integer DEFAULT 0 NOT NULL,
	"fulfilled_quantity" integer DEFAULT 0 NOT NULL,
	"cancelled_quantity" integer DEFAULT 0 NOT NULL,
	"over_shipped_quantity" integer DEFAULT 0 NOT NULL,
	"location_id" uuid,
	"unit_price_cents" bigint,
	"regular_unit_price_cents" bigint,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"unit_cost" numeric(18, 4),
	"verdict" text,
	"verdict_reason" text,
	"requested_ship_date" date,
	"cancel_date" date,
	"door_reference" text,
	"buyer_sku" text,
	"buyer_line_reference" text,
	"pack_reference" text,
	"pack_units" integer,
	"external_id" text,
	CONSTRAINT "order_lines_pk" PRIMARY KEY("organization_id","line_id"),
	CONSTRAINT "order_lines_quantities_not_negative" CHECK ("order_lines"."ordered_quantity" >= 0 and "order_lines"."quantity" >= 0 and "order_lines"."allocated_quantity" >= 0 and "order_lines"."fulfilled_quantity" >= 0
        and "order_lines"."cancelled_quantity" >= 0 and "order_lines"."over_shipped_quantity" >= 0),
	CONSTRAINT "order_lines_within_quantity" CHECK ("order_lines"."allocated_quantity" + "order_lines"."fulfilled_quantity" + "order_lines"."cancelled_quantity" <= "order_lines"."quantity" + "order_lines"."over_shipped_quantity"),
	CONSTRAINT "order_lines_cancelled_within_quantity" CHECK ("order_lines"."allocated_quantity" + "order_lines"."cancelled_quantity" <= "order_lines"."quantity"),
	CONSTRAINT "order_lines_over_shipped_were_shipped" CHECK ("order_lines"."over_shipped_quantity" <= "order_lines"."fulfilled_quantity"),
	CONSTRAINT "order_lines_allocated_somewhere" CHECK ("order_lines"."allocated_quantity" = 0 or "order_lines"."location_id" is not null),
	CONSTRAINT "order_lines_verdict_known" CHECK ("order_lines"."verdict" in ('accepted', 'quantity_changed', 'rejected')),
	CONSTRAINT "order_lines_rejected_at_zero" CHECK ("order_lines"."verdict" is distinct from 'rejected' or "order_lines"."quantity" = 0),
	CONSTRAINT "order_lines_money_not_negative" CHECK ("order_lines"."unit_price_cents" >= 0 and "order_lines"."regular_unit_price_cents" >= 0 and "order_lines"."discount_cents" >= 0
        and "order_lines"."tax_cents" >= 0 and "order_lines"."unit_cost" >= 0),
	CONSTRAINT "order_lines_pack_units" CHECK ("order_lines"."pack_units" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales_document_numbers" (
	"organization_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"year" smallint NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "sales_document_numbers_pk" PRIMARY KEY("organization_id","document_type","year"),
	CONSTRAINT "sales_document_numbers_type_known" CHECK ("sales_document_numbers"."document_type" in ('order', 'return', 'invoice'))
);
--> statement-breakpoint
CREATE TABLE "sales_order_counters" (
	"organization_id" uuid NOT NULL,
	"counter" smallint NOT NULL,
	"last_value" integer NOT NULL,
	CONSTRAINT "sales_order_counters_pk" PRIMARY KEY("organization_id","counter"),
	CONSTRAINT "sales_order_counters_not_negative" CHECK ("sales_order_counters"."counter" >= 0 and "sales_order_counters"."last_value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_orders" (
	"organization_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reference" text,
	"origin" text NOT NULL,
	"source_system" text,
	"external_id" text,
	"lifecycle" text NOT NULL,
	"lifecycle_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_wholesale" boolean NOT NULL,
	"trading_partner_id" uuid,
	"customer_id" uuid,
	"sales_channel_id" uuid NOT NULL,
	"location_id" uuid,
	"commitment_id" uuid,
	"door_reference" text,
	"currency" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"ordered_on" date NOT NULL,
	"requested_ship_date" date,
	"ship_window_start" date,
	"ship_window_end" date,
	"cancel_date" date,
	"terms" text,
	"freight_cents" bigint DEFAULT 0 NOT NULL,
	"freight_tax_cents" bigint DEFAULT 0 NOT NULL,
	"notes" text,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" text,
	"fulfilled_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_orders_pk" PRIMARY KEY("organization_id","order_id"),
	CONSTRAINT "sales_orders_origin_known" CHECK ("sales_orders"."origin" in ('api', 'app', 'import', 'edi', 'document', 'channel')),
	CONSTRAINT "sales_orders_lifecycle_known" CHECK ("sales_orders"."lifecycle" in ('draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled')),
	CONSTRAINT "sales_orders_account_is_named" CHECK ("sales_orders"."is_wholesale" = ("sales_orders"."trading_partner_id" is not null)),
	CONSTRAINT "sales_orders_location_is_named" CHECK ("sales_orders"."lifecycle" in ('draft', 'cancelled') or "sales_orders"."location_id" is not null),
	CONSTRAINT "sales_orders_cancelled_when" CHECK (("sales_orders"."lifecycle" = 'cancelled') = ("sales_orders"."cancelled_at" is not null)),
	CONSTRAINT "sales_orders_ship_window_in_order" CHECK ("sales_orders"."ship_window_start" <= "sales_orders"."ship_window_end"),
	CONSTRAINT "sales_orders_charges_not_negative" CHECK ("sales_orders"."freight_cents" >= 0 and "sales_orders"."freight_tax_cents" >= 0),
	CONSTRAINT "sales_orders_currency_code" CHECK ("sales_orders"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "sales_channel_days" (
	"organization_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"source_system" text,
	"row_count" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"net_sales_cents" bigint DEFAULT 0 NOT NULL,
	"checksum" numeric(38, 0) DEFAULT '0' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_channel_days_pk" PRIMARY KEY("organization_id","day","sales_channel_id"),
	CONSTRAINT "sales_channel_days_origin_known" CHECK ("sales_channel_days"."origin" in ('orders', 'import')),
	CONSTRAINT "sales_channel_days_totals_of_imports" CHECK ("sales_channel_days"."origin" = 'import' or ("sales_channel_days"."row_count" = 0 and "sales_channel_days"."units" = 0 and "sales_channel_days"."net_sales_cents" = 0
        and "sales_channel_days"."checksum" = 0 and "sales_channel_days"."source_system" is null))
);
--> statement-breakpoint
CREATE TABLE "sales_checkpoints" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_checkpoints_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
CREATE TABLE "stock_adjustment_numbers" (
	"organization_id" uuid NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "stock_adjustment_numbers_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "stock_adjustments" (
	"organization_id" uuid NOT NULL,
	"adjustment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"line_count" integer NOT NULL,
	"units_added" bigint NOT NULL,
	"units_removed" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "stock_adjustments_pk" PRIMARY KEY("organization_id","adjustment_id"),
	CONSTRAINT "stock_adjustments_reason_known" CHECK ("stock_adjustments"."reason" in ('damaged', 'expired', 'lost', 'theft', 'found', 'sample', 'promotion', 'donation', 'internal_use', 'write_off', 'initial_count', 'correction', 'other')),
	CONSTRAINT "stock_adjustments_have_lines" CHECK ("stock_adjustments"."line_count" > 0),
	CONSTRAINT "stock_adjustments_units_not_negative" CHECK ("stock_adjustments"."units_added" >= 0 and "stock_adjustments"."units_removed" >= 0),
	CONSTRAINT "stock_adjustments_undone_by_someone" CHECK (("stock_adjustments"."undone_at" is null) = ("stock_adjustments"."undone_by" is null))
);
--> statement-breakpoint
CREATE TABLE "account_contacts" (
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"role" text,
	"department" text,
	"contact_type" text NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_contacts_pk" PRIMARY KEY("organization_id","contact_id"),
	CONSTRAINT "account_contacts_type_known" CHECK ("account_contacts"."contact_type" in ('buyer', 'planner', 'logistics', 'finance', 'edi', 'other'))
);
--> statement-breakpoint
CREATE TABLE "account_doors" (
	"organization_id" uuid NOT NULL,
	"door_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"door_reference" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"country_code" text,
	"region" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_doors_pk" PRIMARY KEY("organization_id","door_id"),
	CONSTRAINT "account_doors_kind_known" CHECK ("account_doors"."kind" in ('store', 'dc'))
);
--> statement-breakpoint
CREATE TABLE "account_edi_profiles" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"edi_qualifier" text NOT NULL,
	"edi_id" text NOT NULL,
	"edi_group_id" text,
	"version" text NOT NULL,
	"documents_taken" text[] DEFAULT '{}'::text[] NOT NULL,
	"transport" text DEFAULT 'stored' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_edi_profiles_pk" PRIMARY KEY("organization_id","trading_partner_id"),
	CONSTRAINT "account_edi_profiles_version_known" CHECK ("account_edi_profiles"."version" in ('4010', '5010')),
	CONSTRAINT "account_edi_profiles_transport_known" CHECK ("account_edi_profiles"."transport" in ('stored', 'folder', 'http', 'sftp')),
	CONSTRAINT "account_edi_profiles_documents_known" CHECK ("account_edi_profiles"."documents_taken" <@ array['810', '846', '855', '856', '865', '997'])
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"organization_id" uuid NOT NULL,
	"price_list_id" uuid NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_pk" PRIMARY KEY("organization_id","price_list_id"),
	CONSTRAINT "price_lists_valid_in_order" CHECK ("price_lists"."valid_from" <= "price_lists"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "price_list_prices" (
	"organization_id" uuid NOT NULL,
	"price_list_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"price_cents" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_list_prices_pk" PRIMARY KEY("organization_id","price_list_id","variant_id"),
	CONSTRAINT "price_list_prices_not_negative" CHECK ("price_list_prices"."price_cents" >= 0)
);
--> statement-breakpoint
DROP INDEX "categories_by_name";--> statement-breakpoint
DROP INDEX "custom_fields_by_name";--> statement-breakpoint
DROP INDEX "families_by_name";--> statement-breakpoint
DROP INDEX "subcategories_by_name";--> statement-breakpoint
ALTER TABLE "returns" ALTER COLUMN "return_id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_fields" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "families" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status_before_archive" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "lead_time_days" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "account_reference" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "buyer_id" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "account_tier" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "payment_terms" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "fill_rate_target_pct" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "cancellation_term" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "cancellation_notice_days" integer;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "cancellation_term_note" text;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "transit_time_days" integer;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "auto_release_holds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "price_list_id" uuid;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "costed_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "known_cost_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "priced_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "known_regular_value_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "known_markdown_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "cost_cents" bigint GENERATED ALWAYS AS (case when costed_units = units + returned_units then known_cost_cents end) STORED;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "regular_value_cents" bigint GENERATED ALWAYS AS (case when priced_units = units then known_regular_value_cents end) STORED;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD COLUMN "markdown_units" integer GENERATED ALWAYS AS (case when priced_units = units then known_markdown_units end) STORED;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "order_line_id" uuid;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "restocked_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "disposition" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "origin" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "reason" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refund_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refund_cents" bigint;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refund_currency" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "sales_channel_id" uuid;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "ledger_written_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "source_system" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_bundle_fk" FOREIGN KEY ("organization_id","bundle_variant_id") REFERENCES "public"."bundles"("organization_id","bundle_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_variant_fk" FOREIGN KEY ("organization_id","component_variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_variant_fk" FOREIGN KEY ("organization_id","bundle_variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_import_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_exports" ADD CONSTRAINT "organization_exports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_keys" ADD CONSTRAINT "customer_keys_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_cartons" ADD CONSTRAINT "fulfilment_cartons_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_cartons" ADD CONSTRAINT "fulfilment_cartons_fulfilment_fk" FOREIGN KEY ("organization_id","fulfilment_id") REFERENCES "public"."fulfilments"("organization_id","fulfilment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ADD CONSTRAINT "fulfilment_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ADD CONSTRAINT "fulfilment_lines_fulfilment_fk" FOREIGN KEY ("organization_id","fulfilment_id") REFERENCES "public"."fulfilments"("organization_id","fulfilment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ADD CONSTRAINT "fulfilment_lines_carton_fk" FOREIGN KEY ("organization_id","fulfilment_id","carton_number") REFERENCES "public"."fulfilment_cartons"("organization_id","fulfilment_id","carton_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ADD CONSTRAINT "fulfilment_lines_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_lines" ADD CONSTRAINT "fulfilment_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_fk" FOREIGN KEY ("organization_id","refund_id") REFERENCES "public"."refunds"("organization_id","refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_return_line_fk" FOREIGN KEY ("organization_id","return_id","return_line_id") REFERENCES "public"."return_lines"("organization_id","return_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_return_fk" FOREIGN KEY ("organization_id","return_id") REFERENCES "public"."returns"("organization_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_receipt_fk" FOREIGN KEY ("organization_id","return_id","receipt_number") REFERENCES "public"."return_receipts"("organization_id","return_id","receipt_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_line_fk" FOREIGN KEY ("organization_id","return_id","line_id") REFERENCES "public"."return_lines"("organization_id","return_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipts" ADD CONSTRAINT "return_receipts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipts" ADD CONSTRAINT "return_receipts_return_fk" FOREIGN KEY ("organization_id","return_id") REFERENCES "public"."returns"("organization_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipts" ADD CONSTRAINT "return_receipts_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_count_deltas" ADD CONSTRAINT "row_count_deltas_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_counts" ADD CONSTRAINT "row_counts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_by_channel" ADD CONSTRAINT "sales_by_channel_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_by_product" ADD CONSTRAINT "sales_by_product_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_deltas" ADD CONSTRAINT "sales_deltas_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_document_numbers" ADD CONSTRAINT "sales_document_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_counters" ADD CONSTRAINT "sales_order_counters_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channel_days" ADD CONSTRAINT "sales_channel_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channel_days" ADD CONSTRAINT "sales_channel_days_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_checkpoints" ADD CONSTRAINT "sales_checkpoints_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_adjustment_numbers" ADD CONSTRAINT "stock_adjustment_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD CONSTRAINT "stock_adjustments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_contacts" ADD CONSTRAINT "account_contacts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_contacts" ADD CONSTRAINT "account_contacts_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_doors" ADD CONSTRAINT "account_doors_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_doors" ADD CONSTRAINT "account_doors_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_edi_profiles" ADD CONSTRAINT "account_edi_profiles_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_prices" ADD CONSTRAINT "price_list_prices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_prices" ADD CONSTRAINT "price_list_prices_list_fk" FOREIGN KEY ("organization_id","price_list_id") REFERENCES "public"."price_lists"("organization_id","price_list_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_prices" ADD CONSTRAINT "price_list_prices_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_components_by_component" ON "bundle_components" USING btree ("organization_id","component_variant_id");--> statement-breakpoint
CREATE INDEX "exchange_rates_newest" ON "exchange_rates" USING btree ("organization_id","rate_date" DESC NULLS LAST,"currency");--> statement-breakpoint
CREATE UNIQUE INDEX "import_profiles_by_version" ON "import_profiles" USING btree ("organization_id","name","version");--> statement-breakpoint
CREATE INDEX "import_profiles_by_fingerprint" ON "import_profiles" USING btree ("organization_id","header_fingerprint") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "imports_due_by_task" ON "imports" USING btree ("organization_id","task","next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("organization_id","created_at" DESC NULLS LAST,"import_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_by_update" ON "imports" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_exports_one_queued" ON "organization_exports" USING btree ("organization_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "organization_exports_due" ON "organization_exports" USING btree ("organization_id","state","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "organization_exports_by_expiry" ON "organization_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_by_pseudonym" ON "customers" USING btree ("organization_id","pseudonym");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_by_source" ON "customers" USING btree ("organization_id","source_system","external_id");--> statement-breakpoint
CREATE INDEX "customers_by_last_order" ON "customers" USING btree ("organization_id","last_order_at" desc nulls last,"customer_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customers_by_account" ON "customers" USING btree ("organization_id","trading_partner_id");--> statement-breakpoint
CREATE INDEX "customers_by_word" ON "customers" USING gin ("display_name_words");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilment_cartons_by_sscc" ON "fulfilment_cartons" USING btree ("organization_id","sscc");--> statement-breakpoint
CREATE INDEX "fulfilment_lines_by_order_line" ON "fulfilment_lines" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfilments_by_source" ON "fulfilments" USING btree ("organization_id","source_system","external_id");--> statement-breakpoint
CREATE INDEX "fulfilments_by_order" ON "fulfilments" USING btree ("organization_id","order_id","shipped_at");--> statement-breakpoint
CREATE INDEX "fulfilments_by_day" ON "fulfilments" USING btree ("organization_id","shipped_on","order_id");--> statement-breakpoint
CREATE INDEX "invoice_lines_by_order_line" ON "invoice_lines" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_by_number" ON "invoices" USING btree ("organization_id","invoice_year","invoice_number");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("organization_id","issued_at","invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "invoices_by_account" ON "invoices" USING btree ("organization_id","trading_partner_id","issued_at");--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("organization_id","state","issued_at");--> statement-breakpoint
CREATE INDEX "refund_lines_by_order_line" ON "refund_lines" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE INDEX "refund_lines_by_return_line" ON "refund_lines" USING btree ("organization_id","return_id","return_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_by_source" ON "refunds" USING btree ("organization_id","source_system","external_id");--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree ("organization_id","refunded_on","sales_channel_id");--> statement-breakpoint
CREATE INDEX "refunds_by_return" ON "refunds" USING btree ("organization_id","return_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "return_receipt_lines_by_line" ON "return_receipt_lines" USING btree ("organization_id","line_id");--> statement-breakpoint
CREATE INDEX "return_receipts_by_day" ON "return_receipts" USING btree ("organization_id","received_on","return_id");--> statement-breakpoint
CREATE INDEX "row_count_deltas_by_table" ON "row_count_deltas" USING btree ("organization_id","table_name","row_count");--> statement-breakpoint
CREATE INDEX "sales_by_product_by_product" ON "sales_by_product" USING btree ("organization_id","product_id","day");--> statement-breakpoint
CREATE INDEX "sales_deltas_by_day" ON "sales_deltas" USING btree ("organization_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_by_order" ON "order_lines" USING btree ("organization_id","order_id","line_number");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_by_external_id" ON "order_lines" USING btree ("organization_id","order_id","external_id");--> statement-breakpoint
CREATE INDEX "order_lines_by_variant" ON "order_lines" USING btree ("organization_id","variant_id","order_id");--> statement-breakpoint
CREATE INDEX "order_lines_allocated" ON "order_lines" USING btree ("organization_id","variant_id","location_id","allocated_quantity") WHERE allocated_quantity > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_orders_by_source" ON "sales_orders" USING btree ("organization_id","source_system","external_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_name" ON "sales_orders" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "sales_orders_by_reference" ON "sales_orders" USING btree ("organization_id","reference");--> statement-breakpoint
CREATE INDEX "sales_orders_newest" ON "sales_orders" USING btree ("organization_id","created_at","order_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_lifecycle" ON "sales_orders" USING btree ("organization_id","lifecycle","created_at","order_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_account" ON "sales_orders" USING btree ("organization_id","trading_partner_id","created_at");--> statement-breakpoint
CREATE INDEX "sales_orders_by_customer" ON "sales_orders" USING btree ("organization_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "sales_orders_by_commitment" ON "sales_orders" USING btree ("organization_id","commitment_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_day" ON "sales_orders" USING btree ("organization_id","ordered_on","sales_channel_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_ship_window" ON "sales_orders" USING btree ("organization_id","ship_window_end") WHERE lifecycle not in ('fulfilled', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "stock_adjustments_by_name" ON "stock_adjustments" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "stock_adjustments_by_time" ON "stock_adjustments" USING btree ("organization_id","created_at" DESC NULLS LAST,"adjustment_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "account_contacts_by_email" ON "account_contacts" USING btree ("organization_id","trading_partner_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "account_contacts_one_main" ON "account_contacts" USING btree ("organization_id","trading_partner_id") WHERE is_main;--> statement-breakpoint
CREATE UNIQUE INDEX "account_doors_by_reference" ON "account_doors" USING btree ("organization_id","trading_partner_id",lower("door_reference"));--> statement-breakpoint
CREATE UNIQUE INDEX "account_edi_profiles_by_identity" ON "account_edi_profiles" USING btree ("organization_id","edi_qualifier","edi_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_lists_by_name" ON "price_lists" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "price_list_prices_by_variant" ON "price_list_prices" USING btree ("organization_id","variant_id");--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_price_list_fk" FOREIGN KEY ("organization_id","price_list_id") REFERENCES "public"."price_lists"("organization_id","price_list_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "products_by_handle" ON "products" USING btree ("organization_id","handle");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_by_name" ON "locations" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sales_channels_by_name" ON "sales_channels" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "trading_partners_by_name" ON "trading_partners" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "trading_partners_by_reference" ON "trading_partners" USING btree ("organization_id",lower("account_reference"));--> statement-breakpoint
CREATE INDEX "trading_partners_by_price_list" ON "trading_partners" USING btree ("organization_id","price_list_id");--> statement-breakpoint
CREATE INDEX "return_lines_by_order_line" ON "return_lines" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_by_source" ON "returns" USING btree ("organization_id","source_system","external_id");--> statement-breakpoint
CREATE INDEX "returns_newest" ON "returns" USING btree ("organization_id","created_at","return_id");--> statement-breakpoint
CREATE INDEX "returns_by_state" ON "returns" USING btree ("organization_id","state","created_at");--> statement-breakpoint
CREATE INDEX "returns_by_order" ON "returns" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "returns_by_customer" ON "returns" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_by_name" ON "categories" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_by_name" ON "custom_fields" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "families_by_name" ON "families" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "subcategories_by_name" ON "subcategories" USING btree ("organization_id","category_id",lower("name"));--> statement-breakpoint
ALTER TABLE "sales_daily" DROP CONSTRAINT "sales_daily_pk";
--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_pk" PRIMARY KEY("organization_id","variant_id","day","sales_channel_id","location_id","currency");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_status_before_archive_known" CHECK ("products"."status_before_archive" in ('ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'));--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_cancellation_term_known" CHECK ("trading_partners"."cancellation_term" in ('not_cancellable', 'notice_period', 'until_shipped'));--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_notice_days_of_notice_period" CHECK (("trading_partners"."cancellation_notice_days" is not null) = ("trading_partners"."cancellation_term" is not distinct from 'notice_period'));--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_fill_rate_is_a_share" CHECK ("trading_partners"."fill_rate_target_pct" between 0 and 100);--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_days_not_negative" CHECK ("trading_partners"."cancellation_notice_days" >= 0 and "trading_partners"."transit_time_days" >= 0);--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_known_units" CHECK ("sales_daily"."costed_units" between 0 and "sales_daily"."units" + "sales_daily"."returned_units" and "sales_daily"."priced_units" between 0 and "sales_daily"."units"
        and "sales_daily"."known_markdown_units" between 0 and "sales_daily"."priced_units");--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_currency_code" CHECK ("sales_daily"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_quantities_not_negative" CHECK ("return_lines"."expected_quantity" >= 0 and "return_lines"."received_quantity" >= 0 and "return_lines"."restocked_quantity" >= 0);--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_restocked_were_received" CHECK ("return_lines"."restocked_quantity" <= "return_lines"."received_quantity");--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_disposition_known" CHECK ("return_lines"."disposition" in ('restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_origin_known" CHECK ("returns"."origin" in ('manual', 'api', 'import', 'channel_refund'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_reason_known" CHECK ("returns"."reason" in ('wrong_size', 'size_too_small', 'size_too_large', 'color', 'style', 'defective', 'not_as_described', 'wrong_item', 'unwanted', 'other', 'unknown'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_status_known" CHECK ("returns"."refund_status" in ('none', 'partial', 'full'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_has_currency" CHECK ("returns"."refund_cents" >= 0 and ("returns"."refund_cents" is null) = ("returns"."refund_currency" is null));