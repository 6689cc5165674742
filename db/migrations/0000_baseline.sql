CREATE SEQUENCE "public"."contact_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "catalogue_events" (
	"organization_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_events_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"kind" text NOT NULL,
	"field" text,
	"previous_value" text,
	"value" text,
	"actor" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_events_pk" PRIMARY KEY("organization_id","event_id"),
	CONSTRAINT "catalogue_events_kind_known" CHECK ("catalogue_events"."kind" in ('created', 'updated', 'price_changed', 'cost_changed', 'status_changed', 'supplier_changed', 'custom_field_changed'))
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"organization_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "categories_pk" PRIMARY KEY("organization_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "custom_field_values" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"custom_field_id" uuid NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "custom_field_values_pk" PRIMARY KEY("organization_id","variant_id","custom_field_id")
);
--> statement-breakpoint
CREATE TABLE "custom_fields" (
	"organization_id" uuid NOT NULL,
	"custom_field_id" uuid NOT NULL,
	"name" text NOT NULL,
	"data_type" text NOT NULL,
	"choices" text[] DEFAULT '{}' NOT NULL,
	"description" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_fields_pk" PRIMARY KEY("organization_id","custom_field_id"),
	CONSTRAINT "custom_fields_type_known" CHECK ("custom_fields"."data_type" in ('text', 'number', 'date', 'boolean', 'choice'))
);
--> statement-breakpoint
CREATE TABLE "families" (
	"organization_id" uuid NOT NULL,
	"family_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "families_pk" PRIMARY KEY("organization_id","family_id")
);
--> statement-breakpoint
CREATE TABLE "family_attributes" (
	"organization_id" uuid NOT NULL,
	"family_id" uuid NOT NULL,
	"attribute" text NOT NULL,
	"attribute_group" text NOT NULL,
	"required" boolean NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "family_attributes_pk" PRIMARY KEY("organization_id","family_id","attribute")
);
--> statement-breakpoint
CREATE TABLE "product_attributes" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"attribute" text NOT NULL,
	"value" jsonb,
	"owned" boolean DEFAULT false NOT NULL,
	"awaiting_write_back" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_attributes_pk" PRIMARY KEY("organization_id","product_id","attribute")
);
--> statement-breakpoint
CREATE TABLE "product_channels" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_channels_pk" PRIMARY KEY("organization_id","product_id","sales_channel_id")
);
--> statement-breakpoint
CREATE TABLE "product_metafields" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"namespace" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "product_metafields_pk" PRIMARY KEY("organization_id","product_id","namespace","key")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"vendor" text,
	"category_id" uuid,
	"subcategory_id" uuid,
	"family_id" uuid,
	"class" text,
	"status" text NOT NULL,
	"country_of_origin" text,
	"hs_code" text,
	"currency" text NOT NULL,
	"image_url" text,
	"gallery_images" text[] DEFAULT '{}' NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"platform_tags" text[] DEFAULT '{}' NOT NULL,
	"is_managed" boolean DEFAULT true NOT NULL,
	"is_seasonal" boolean DEFAULT false NOT NULL,
	"launch_date" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_pk" PRIMARY KEY("organization_id","product_id"),
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'))
);
--> statement-breakpoint
CREATE TABLE "subcategories" (
	"organization_id" uuid NOT NULL,
	"subcategory_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "subcategories_pk" PRIMARY KEY("organization_id","subcategory_id")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"barcode" text,
	"title" text NOT NULL,
	"option_values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 1 NOT NULL,
	"price_cents" bigint,
	"compare_at_price_cents" bigint,
	"unit_cost" numeric(18, 4),
	"weight_kg" numeric(12, 4),
	"carton_quantity" integer,
	"carton_cbm" numeric(12, 6),
	"carton_weight_kg" numeric(12, 4),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "variants_pk" PRIMARY KEY("organization_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "commitment_budgets" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"budget_id" uuid NOT NULL,
	"category_id" uuid,
	"budget_cents" bigint NOT NULL,
	CONSTRAINT "commitment_budgets_pk" PRIMARY KEY("organization_id","commitment_id","budget_id"),
	CONSTRAINT "commitment_budgets_not_negative" CHECK ("commitment_budgets"."budget_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"season_code" text,
	"currency" text NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commitments_pk" PRIMARY KEY("organization_id","commitment_id"),
	CONSTRAINT "commitments_status_known" CHECK ("commitments"."status" in ('declared', 'approved', 'closed', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"organization_id" uuid NOT NULL,
	"exception_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"sentence" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"resolved_by" text,
	CONSTRAINT "exceptions_pk" PRIMARY KEY("organization_id","exception_id"),
	CONSTRAINT "exceptions_severity_known" CHECK ("exceptions"."severity" in ('info', 'warning', 'blocking'))
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "allowances" (
	"api_key_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"verb" text NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "allowances_pk" PRIMARY KEY("api_key_id","minute","verb")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"organization_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"label" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_addresses" text[] DEFAULT '{}' NOT NULL,
	"trading_partner_id" uuid,
	"train" text NOT NULL,
	"minted_by" text,
	"minted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"stops_at" timestamp with time zone,
	"replaced_by" uuid,
	CONSTRAINT "api_keys_pk" PRIMARY KEY("organization_id","api_key_id")
);
--> statement-breakpoint
CREATE TABLE "key_directory" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"region" text NOT NULL,
	"live" boolean NOT NULL,
	"live_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"organization_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation" text,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"address" text,
	CONSTRAINT "key_usage_pk" PRIMARY KEY("organization_id","api_key_id","at","request_id"),
	CONSTRAINT "key_usage_duration_not_negative" CHECK ("key_usage"."duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "remembered_writes" (
	"organization_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"operation" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"answer" text NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"forget_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remembered_writes_pk" PRIMARY KEY("organization_id","api_key_id","idempotency_key","operation")
);
--> statement-breakpoint
CREATE TABLE "staged_uploads" (
	"organization_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"reserved_bytes" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staged_uploads_pk" PRIMARY KEY("organization_id","file_key")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"organization_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_by" text,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_pk" PRIMARY KEY("organization_id","file_key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"encrypted_text" "bytea" NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"status" smallint,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('invitation', 'password_reset')),
	CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('queued', 'sent', 'failed', 'stored')),
	CONSTRAINT "mails_queued_is_due" CHECK (("mails"."state" = 'queued') = ("mails"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"mail_id" uuid,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_pk" PRIMARY KEY("organization_id","invitation_id"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('admin', 'member')),
	CONSTRAINT "invitations_end_once" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"organization_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'warehouse' NOT NULL,
	"country_code" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "locations_pk" PRIMARY KEY("organization_id","location_id"),
	CONSTRAINT "locations_kind_known" CHECK ("locations"."kind" in ('warehouse', 'store'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "memberships_role_known" CHECK ("memberships"."role" in ('admin', 'member'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"region" text NOT NULL,
	"plan" text NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"fiscal_year_start_month" integer DEFAULT 2 NOT NULL,
	"edi_qualifier" text,
	"edi_id" text,
	"edi_verified_at" timestamp with time zone,
	"id_key" "bytea" DEFAULT uuid_send(gen_random_uuid()) NOT NULL,
	"seeded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_edi_verified_is_named" CHECK ("organizations"."edi_verified_at" is null or ("organizations"."edi_qualifier" is not null and "organizations"."edi_id" is not null)),
	CONSTRAINT "organizations_region_known" CHECK ("organizations"."region" in ('us', 'eu')),
	CONSTRAINT "organizations_plan_known" CHECK ("organizations"."plan" in ('starter', 'essentials', 'essentials_plus', 'pro'))
);
--> statement-breakpoint
CREATE TABLE "sales_channels" (
	"organization_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"name" text NOT NULL,
	"channel_type" text NOT NULL,
	"trading_partner_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_channels_pk" PRIMARY KEY("organization_id","sales_channel_id"),
	CONSTRAINT "sales_channels_type_known" CHECK ("sales_channels"."channel_type" in ('online', 'store', 'wholesale', 'marketplace'))
);
--> statement-breakpoint
CREATE TABLE "trading_partners" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trading_partners_pk" PRIMARY KEY("organization_id","trading_partner_id")
);
--> statement-breakpoint
CREATE TABLE "edi_control_numbers" (
	"organization_id" uuid NOT NULL,
	"qualifier" text NOT NULL,
	"edi_id" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "edi_control_numbers_pk" PRIMARY KEY("organization_id","qualifier","edi_id")
);
--> statement-breakpoint
CREATE TABLE "outbound_attempts" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint,
	"detail" text,
	CONSTRAINT "outbound_attempts_pk" PRIMARY KEY("organization_id","document_id","attempt"),
	CONSTRAINT "outbound_attempts_outcome_known" CHECK ("outbound_attempts"."outcome" in ('sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "outbound_documents" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"recipient" text,
	"concurrency_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"control_number" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbound_documents_pk" PRIMARY KEY("organization_id","document_id"),
	CONSTRAINT "outbound_documents_channel_known" CHECK ("outbound_documents"."channel" in ('email', 'edi', 'link', 'warehouse')),
	CONSTRAINT "outbound_documents_state_known" CHECK ("outbound_documents"."state" in ('queued', 'sent', 'failed', 'stored', 'replaced')),
	CONSTRAINT "outbound_documents_queued_is_due" CHECK (("outbound_documents"."state" = 'queued') = ("outbound_documents"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bill_of_materials_lines" (
	"organization_id" uuid NOT NULL,
	"bom_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "bill_of_materials_lines_pk" PRIMARY KEY("organization_id","bom_id","variant_id"),
	CONSTRAINT "bill_of_materials_lines_quantity_positive" CHECK ("bill_of_materials_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "bills_of_materials" (
	"organization_id" uuid NOT NULL,
	"bom_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bills_of_materials_pk" PRIMARY KEY("organization_id","bom_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_basket_items" (
	"organization_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"supplier_id" uuid,
	"quantity" integer NOT NULL,
	"source" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_basket_items_pk" PRIMARY KEY("organization_id","item_id"),
	CONSTRAINT "purchase_basket_items_quantity_positive" CHECK ("purchase_basket_items"."quantity" > 0),
	CONSTRAINT "purchase_basket_items_source_known" CHECK ("purchase_basket_items"."source" in ('suggestion', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "purchase_generation_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"auto_generate" boolean DEFAULT false NOT NULL,
	"group_by" text DEFAULT 'supplier' NOT NULL,
	"horizon_days" integer DEFAULT 28 NOT NULL,
	"fill_container" boolean DEFAULT false NOT NULL,
	"round_to_batch_size" boolean DEFAULT true NOT NULL,
	"top_up_to_moq" boolean DEFAULT true NOT NULL,
	"search" text,
	"filter_args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"exceptions" uuid[] DEFAULT '{}' NOT NULL,
	"generated_at" timestamp with time zone,
	"generated_orders" integer,
	"generation_fault" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_order_components" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"required_quantity" integer NOT NULL,
	"reserved_quantity" integer DEFAULT 0 NOT NULL,
	"consumed_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_order_components_pk" PRIMARY KEY("organization_id","purchase_order_id","variant_id","location_id"),
	CONSTRAINT "purchase_order_components_not_negative" CHECK ("purchase_order_components"."required_quantity" >= 0 and "purchase_order_components"."reserved_quantity" >= 0 and "purchase_order_components"."consumed_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_deliveries" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"reference" text,
	"freight_cents" bigint,
	"duty_cents" bigint,
	"fingerprint" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"actor" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_order_deliveries_pk" PRIMARY KEY("organization_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_order_delivery_lines" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"received_quantity" integer NOT NULL,
	"unit_cost" numeric(18, 4),
	"freight_cost" numeric(18, 4),
	"duty_cost" numeric(18, 4),
	"landed_unit_cost" numeric(18, 4),
	"movement_id" bigint,
	CONSTRAINT "purchase_order_delivery_lines_pk" PRIMARY KEY("organization_id","delivery_id","line_id"),
	CONSTRAINT "purchase_order_delivery_lines_not_negative" CHECK ("purchase_order_delivery_lines"."received_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_lines" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"confirmed_quantity" integer,
	"in_transit_quantity" integer DEFAULT 0 NOT NULL,
	"delivered_quantity" integer DEFAULT 0 NOT NULL,
	"unit_cost" numeric(18, 4),
	"duty_bp" integer,
	"expected_delivery_date" date,
	CONSTRAINT "purchase_order_lines_pk" PRIMARY KEY("organization_id","purchase_order_id","line_id"),
	CONSTRAINT "purchase_order_lines_quantity_positive" CHECK ("purchase_order_lines"."quantity" > 0 and "purchase_order_lines"."delivered_quantity" >= 0),
	CONSTRAINT "purchase_order_lines_duty_not_negative" CHECK ("purchase_order_lines"."duty_bp" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_numbers" (
	"organization_id" uuid NOT NULL,
	"order_type" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "purchase_order_numbers_pk" PRIMARY KEY("organization_id","order_type")
);
--> statement-breakpoint
CREATE TABLE "purchase_orders" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"order_type" text NOT NULL,
	"status" text NOT NULL,
	"on_hold" boolean DEFAULT false NOT NULL,
	"hold_reason" text,
	"supplier_id" uuid,
	"location_id" uuid NOT NULL,
	"source_location_id" uuid,
	"currency" text NOT NULL,
	"order_date" date,
	"expected_delivery_date" date,
	"cancel_date" date,
	"ship_window_start" date,
	"commitment_id" uuid,
	"notes" text,
	"container_type_id" integer,
	"freight_per_container_cents" bigint,
	"billed_freight_cents" bigint,
	"billed_duty_cents" bigint,
	"approved_at" timestamp with time zone,
	"issued_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"total_cost" numeric(18, 4) DEFAULT '0',
	"total_line_items" integer DEFAULT 0 NOT NULL,
	"uncosted_lines" integer DEFAULT 0 NOT NULL,
	"first_line_due_on" date,
	"last_line_due_on" date,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_orders_pk" PRIMARY KEY("organization_id","purchase_order_id"),
	CONSTRAINT "purchase_orders_total_is_whole" CHECK (("purchase_orders"."total_cost" is null) = ("purchase_orders"."uncosted_lines" > 0)),
	CONSTRAINT "purchase_orders_type_known" CHECK ("purchase_orders"."order_type" in ('purchase', 'manufacturing', 'transfer')),
	CONSTRAINT "purchase_orders_status_known" CHECK ("purchase_orders"."status" in ('draft', 'approved', 'issued', 'partially_delivered', 'delivered', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "supplier_signals" (
	"organization_id" uuid NOT NULL,
	"signal_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"variant_id" uuid,
	"signal_type" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reported_at" timestamp with time zone,
	"sentence" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_signals_pk" PRIMARY KEY("organization_id","signal_id"),
	CONSTRAINT "supplier_signals_state_known" CHECK ("supplier_signals"."state" in ('pending', 'applied', 'dismissed')),
	CONSTRAINT "supplier_signals_type_known" CHECK ("supplier_signals"."signal_type" in ('reschedule', 'quantity_change', 'price_change', 'rejection', 'confirmation'))
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"organization_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"contact_id" bigint NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_notes_pk" PRIMARY KEY("organization_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"organization_id" uuid NOT NULL,
	"contact_id" bigint NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"city" text,
	"country" text,
	"description" text,
	"role" text,
	"department" text,
	"preferred_contact_method" text NOT NULL,
	"supplier_id" uuid,
	"is_primary" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_pk" PRIMARY KEY("organization_id","contact_id"),
	CONSTRAINT "contacts_method_known" CHECK ("contacts"."preferred_contact_method" in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "supplier_variants" (
	"organization_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"supplier_sku" text,
	"unit_cost" numeric(18, 4),
	"min_order_quantity" integer,
	"batch_size" integer,
	"lead_time_days" integer,
	"is_primary" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_variants_pk" PRIMARY KEY("organization_id","supplier_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"organization_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"currency" text NOT NULL,
	"country_code" text,
	"address" text,
	"website" text,
	"lead_time_days" integer,
	"review_period_days" integer,
	"min_order_value_cents" bigint,
	"min_order_quantity" integer,
	"payment_terms" text,
	"deposit_bp" integer,
	"incoterm" text,
	"order_channel" text DEFAULT 'email' NOT NULL,
	"order_email" text,
	"edi_qualifier" text,
	"edi_id" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_pk" PRIMARY KEY("organization_id","supplier_id"),
	CONSTRAINT "suppliers_channel_known" CHECK ("suppliers"."order_channel" in ('email', 'edi', 'link')),
	CONSTRAINT "suppliers_deposit_is_a_share" CHECK ("suppliers"."deposit_bp" between 0 and 10000),
	CONSTRAINT "suppliers_days_not_negative" CHECK ("suppliers"."lead_time_days" >= 0 and "suppliers"."review_period_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_daily" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"returned_units" integer DEFAULT 0 NOT NULL,
	"gross_sales_cents" bigint NOT NULL,
	"discounts_cents" bigint DEFAULT 0 NOT NULL,
	"returns_cents" bigint DEFAULT 0 NOT NULL,
	"taxes_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_daily_pk" PRIMARY KEY("organization_id","variant_id","day","sales_channel_id","location_id"),
	CONSTRAINT "sales_daily_units_not_negative" CHECK ("sales_daily"."units" >= 0 and "sales_daily"."returned_units" >= 0)
);
--> statement-breakpoint
CREATE TABLE "weekly_forecasts" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"forecast_units" numeric(14, 2) NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weekly_forecasts_pk" PRIMARY KEY("organization_id","variant_id","week_start","sales_channel_id")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"accountId" text NOT NULL,
	"providerId" text NOT NULL,
	"userId" text NOT NULL,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamp with time zone,
	"refreshTokenExpiresAt" timestamp with time zone,
	"scope" text,
	"password" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	"userId" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "session_allowances" (
	"user_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"verb" text NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "session_allowances_pk" PRIMARY KEY("user_id","minute","verb")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"subject" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "sign_in_attempts_pk" PRIMARY KEY("subject","minute")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"emailVerified" boolean DEFAULT false NOT NULL,
	"image" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoints" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"on_hand" integer NOT NULL,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_checkpoints_pk" PRIMARY KEY("organization_id","variant_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"organization_id" uuid NOT NULL,
	"return_id" bigint NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"expected_quantity" integer NOT NULL,
	"received_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_lines_pk" PRIMARY KEY("organization_id","return_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"organization_id" uuid NOT NULL,
	"return_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "returns_return_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"state" text NOT NULL,
	"location_id" uuid,
	"expected_on" date,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_pk" PRIMARY KEY("organization_id","return_id"),
	CONSTRAINT "returns_state_known" CHECK ("returns"."state" in ('expected', 'partially_received', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"committed" integer DEFAULT 0 NOT NULL,
	"incoming" integer DEFAULT 0 NOT NULL,
	"average_cost" numeric(18, 4),
	"sequence" integer DEFAULT 0 NOT NULL,
	"units_per_day" numeric(30, 16),
	"lead_time_days" integer DEFAULT 14 NOT NULL,
	"review_period_days" integer DEFAULT 7 NOT NULL,
	"available" integer GENERATED ALWAYS AS (on_hand - committed) STORED,
	"days_of_cover" numeric(14, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED,
	"health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_levels_pk" PRIMARY KEY("organization_id","variant_id","location_id"),
	CONSTRAINT "stock_levels_committed_not_negative" CHECK ("stock_levels"."committed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"organization_id" uuid NOT NULL,
	"movement_id" bigint NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"quantity_delta" integer NOT NULL,
	"on_hand_after" integer NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unit_cost" numeric(18, 4),
	"landed_unit_cost" numeric(18, 4),
	"currency" text,
	"cost_basis" text,
	"document_type" text NOT NULL,
	"document_id" text NOT NULL,
	"document_name" text NOT NULL,
	"document_line_id" text,
	"actor" text NOT NULL,
	"evidence" text,
	"source_system" text,
	"reverses_movement_id" bigint,
	"adjusted_quantity" integer,
	"adjusted_cost" numeric(18, 4),
	"adjusted_stock" text,
	CONSTRAINT "stock_movements_pk" PRIMARY KEY("organization_id","movement_id"),
	CONSTRAINT "stock_movements_adjust_costs_alone" CHECK (("stock_movements"."kind" = 'cost_adjustment' and "stock_movements"."quantity_delta" = 0 and "stock_movements"."adjusted_cost" is not null
        and "stock_movements"."adjusted_quantity" > 0 and "stock_movements"."adjusted_stock" in ('on_hand', 'left'))
        or ("stock_movements"."adjusted_cost" is null and "stock_movements"."adjusted_quantity" is null and "stock_movements"."adjusted_stock" is null))
);
--> statement-breakpoint
CREATE TABLE "stocktake_lines" (
	"organization_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"system_quantity" integer NOT NULL,
	"system_sequence" integer NOT NULL,
	"counted_quantity" integer,
	"counted_at" timestamp with time zone,
	"unit_cost" numeric(18, 4),
	"variance_quantity" integer GENERATED ALWAYS AS (counted_quantity - system_quantity) STORED,
	"moved_quantity" integer,
	CONSTRAINT "stocktake_lines_pk" PRIMARY KEY("organization_id","stocktake_id","variant_id","location_id"),
	CONSTRAINT "stocktake_lines_counted_not_negative" CHECK ("stocktake_lines"."counted_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stocktake_locations" (
	"organization_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	CONSTRAINT "stocktake_locations_pk" PRIMARY KEY("organization_id","stocktake_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "stocktakes" (
	"organization_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"name" text NOT NULL,
	"counted_on" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"include_all_variants" boolean NOT NULL,
	"currency" text NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"counted_line_count" integer DEFAULT 0 NOT NULL,
	"system_total" bigint DEFAULT 0 NOT NULL,
	"counted_total" bigint DEFAULT 0 NOT NULL,
	"variance_total" bigint DEFAULT 0 NOT NULL,
	"variance_value_total" numeric(38, 4) DEFAULT '0' NOT NULL,
	"uncosted_line_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"posted_at" timestamp with time zone,
	CONSTRAINT "stocktakes_pk" PRIMARY KEY("organization_id","stocktake_id"),
	CONSTRAINT "stocktakes_status_known" CHECK ("stocktakes"."status" in ('open', 'posted')),
	CONSTRAINT "stocktakes_posted_when_posted" CHECK (("stocktakes"."status" = 'posted') = ("stocktakes"."posted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "warehouse_connections" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"location_id" uuid NOT NULL,
	"url" text NOT NULL,
	"encrypted_token" "bytea" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "warehouse_connections_pk" PRIMARY KEY("organization_id","connection_id"),
	CONSTRAINT "warehouse_connections_active_or_ended" CHECK ("warehouse_connections"."is_active" = ("warehouse_connections"."deactivated_at" is null))
);
--> statement-breakpoint
CREATE TABLE "warehouse_inbounds" (
	"organization_id" uuid NOT NULL,
	"inbound_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"is_called_off" boolean DEFAULT false NOT NULL,
	"fingerprint" text NOT NULL,
	"document_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "warehouse_inbounds_pk" PRIMARY KEY("organization_id","inbound_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"address" text,
	"status" smallint,
	"failure" text,
	"answer" "bytea",
	CONSTRAINT "webhook_attempts_pk" PRIMARY KEY("organization_id","delivery_id","attempt"),
	CONSTRAINT "webhook_attempts_one_outcome" CHECK (("webhook_attempts"."status" is null) <> ("webhook_attempts"."failure" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_pk" PRIMARY KEY("organization_id","delivery_id"),
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_waiting_is_due" CHECK (("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"organization_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_pk" PRIMARY KEY("organization_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"organization_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"hook_url" text NOT NULL,
	"endpoint" text NOT NULL,
	"event" text NOT NULL,
	"address_sha256" "bytea",
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	"encrypted_secret" "bytea",
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"secret_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_pk" PRIMARY KEY("organization_id","webhook_id"),
	CONSTRAINT "webhooks_deleted_is_silent" CHECK ("webhooks"."deleted_at" is null or not "webhooks"."is_active")
);
--> statement-breakpoint
ALTER TABLE "catalogue_events" ADD CONSTRAINT "catalogue_events_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_events" ADD CONSTRAINT "catalogue_events_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_events" ADD CONSTRAINT "catalogue_events_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_field_values" ADD CONSTRAINT "custom_field_values_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_field_values" ADD CONSTRAINT "custom_field_values_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_field_values" ADD CONSTRAINT "custom_field_values_field_fk" FOREIGN KEY ("organization_id","custom_field_id") REFERENCES "public"."custom_fields"("organization_id","custom_field_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "families" ADD CONSTRAINT "families_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_attributes" ADD CONSTRAINT "family_attributes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_attributes" ADD CONSTRAINT "family_attributes_family_fk" FOREIGN KEY ("organization_id","family_id") REFERENCES "public"."families"("organization_id","family_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_attributes" ADD CONSTRAINT "product_attributes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_attributes" ADD CONSTRAINT "product_attributes_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_channels" ADD CONSTRAINT "product_channels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_channels" ADD CONSTRAINT "product_channels_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_channels" ADD CONSTRAINT "product_channels_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_metafields" ADD CONSTRAINT "product_metafields_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_metafields" ADD CONSTRAINT "product_metafields_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_subcategory_fk" FOREIGN KEY ("organization_id","subcategory_id") REFERENCES "public"."subcategories"("organization_id","subcategory_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_family_fk" FOREIGN KEY ("organization_id","family_id") REFERENCES "public"."families"("organization_id","family_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subcategories" ADD CONSTRAINT "subcategories_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subcategories" ADD CONSTRAINT "subcategories_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_minted_by_user_id_fk" FOREIGN KEY ("minted_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_trading_partner_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_fk" FOREIGN KEY ("organization_id","replaced_by") REFERENCES "public"."api_keys"("organization_id","api_key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_writes" ADD CONSTRAINT "remembered_writes_key_fk" FOREIGN KEY ("organization_id","api_key_id") REFERENCES "public"."api_keys"("organization_id","api_key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_uploads" ADD CONSTRAINT "staged_uploads_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploaded_by_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mail_id_mails_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("mail_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD CONSTRAINT "sales_channels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD CONSTRAINT "sales_channels_trading_partner_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_control_numbers" ADD CONSTRAINT "edi_control_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD CONSTRAINT "outbound_attempts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD CONSTRAINT "outbound_attempts_document_fk" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."outbound_documents"("organization_id","document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_documents" ADD CONSTRAINT "outbound_documents_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_documents" ADD CONSTRAINT "outbound_documents_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_bom_fk" FOREIGN KEY ("organization_id","bom_id") REFERENCES "public"."bills_of_materials"("organization_id","bom_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills_of_materials" ADD CONSTRAINT "bills_of_materials_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills_of_materials" ADD CONSTRAINT "bills_of_materials_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_generation_settings" ADD CONSTRAINT "purchase_generation_settings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_delivery_fk" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."purchase_order_deliveries"("organization_id","delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_line_fk" FOREIGN KEY ("organization_id","purchase_order_id","line_id") REFERENCES "public"."purchase_order_lines"("organization_id","purchase_order_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_numbers" ADD CONSTRAINT "purchase_order_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_source_location_fk" FOREIGN KEY ("organization_id","source_location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_contact_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","contact_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_checkpoints" ADD CONSTRAINT "ledger_checkpoints_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_fk" FOREIGN KEY ("organization_id","return_id") REFERENCES "public"."returns"("organization_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_level_fk" FOREIGN KEY ("organization_id","variant_id","location_id") REFERENCES "public"."stock_levels"("organization_id","variant_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reverses_fk" FOREIGN KEY ("organization_id","reverses_movement_id") REFERENCES "public"."stock_movements"("organization_id","movement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_stocktake_fk" FOREIGN KEY ("organization_id","stocktake_id") REFERENCES "public"."stocktakes"("organization_id","stocktake_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD CONSTRAINT "stocktake_lines_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_stocktake_fk" FOREIGN KEY ("organization_id","stocktake_id") REFERENCES "public"."stocktakes"("organization_id","stocktake_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD CONSTRAINT "stocktakes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_fk" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."webhook_deliveries"("organization_id","delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fk" FOREIGN KEY ("organization_id","webhook_id") REFERENCES "public"."webhooks"("organization_id","webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_fk" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."webhook_events"("organization_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_events_by_time" ON "catalogue_events" USING btree ("organization_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_variant" ON "catalogue_events" USING btree ("organization_id","variant_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_product" ON "catalogue_events" USING btree ("organization_id","product_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_kind" ON "catalogue_events" USING btree ("organization_id","kind","occurred_at","entry","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_by_name" ON "categories" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "custom_field_values_by_value" ON "custom_field_values" USING btree ("organization_id","custom_field_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_by_name" ON "custom_fields" USING btree ("organization_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "families_by_name" ON "families" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "product_metafields_by_key" ON "product_metafields" USING btree ("organization_id","namespace","key","value");--> statement-breakpoint
CREATE INDEX "products_by_title" ON "products" USING btree ("organization_id","title","product_id");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("organization_id","category_id");--> statement-breakpoint
CREATE INDEX "products_by_family" ON "products" USING btree ("organization_id","family_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subcategories_by_name" ON "subcategories" USING btree ("organization_id","category_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_by_sku" ON "variants" USING btree ("organization_id","sku");--> statement-breakpoint
CREATE INDEX "variants_by_product" ON "variants" USING btree ("organization_id","product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "commitment_budgets_one_a_category" ON "commitment_budgets" USING btree ("organization_id","commitment_id","category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commitments_by_name" ON "commitments" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "exceptions_by_subject" ON "exceptions" USING btree ("organization_id","subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "exceptions_open" ON "exceptions" USING btree ("organization_id","opened_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "exceptions_newest" ON "exceptions" USING btree ("organization_id","opened_at","exception_id");--> statement-breakpoint
CREATE INDEX "allowances_by_minute" ON "allowances" USING btree ("minute");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "key_usage_by_at" ON "key_usage" USING brin ("at");--> statement-breakpoint
CREATE INDEX "remembered_writes_by_forget_at" ON "remembered_writes" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "staged_uploads_by_end" ON "staged_uploads" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "uploads_by_time" ON "uploads" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mails_by_expiry" ON "mails" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_by_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("organization_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "invitations_by_time" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_by_mail" ON "invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_by_edi_identity" ON "organizations" USING btree ("edi_qualifier","edi_id") WHERE edi_verified_at is not null;--> statement-breakpoint
CREATE INDEX "outbound_documents_due_by_concurrency_key" ON "outbound_documents" USING btree ("organization_id","concurrency_key","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "outbound_documents_by_order" ON "outbound_documents" USING btree ("organization_id","purchase_order_id","channel","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbound_documents_newest" ON "outbound_documents" USING btree ("organization_id","created_at" DESC NULLS LAST,"document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bill_of_materials_lines_by_component" ON "bill_of_materials_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_of_materials_one_active" ON "bills_of_materials" USING btree ("organization_id","variant_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_basket_items_one_a_pair" ON "purchase_basket_items" USING btree ("organization_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "purchase_order_components_by_level" ON "purchase_order_components" USING btree ("organization_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "purchase_order_deliveries_by_order" ON "purchase_order_deliveries" USING btree ("organization_id","purchase_order_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_deliveries_told_once" ON "purchase_order_deliveries" USING btree ("organization_id","purchase_order_id","fingerprint") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "purchase_order_delivery_lines_by_line" ON "purchase_order_delivery_lines" USING btree ("organization_id","purchase_order_id","line_id");--> statement-breakpoint
CREATE INDEX "purchase_order_lines_by_variant" ON "purchase_order_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "purchase_order_lines_outstanding" ON "purchase_order_lines" USING btree ("organization_id","variant_id") WHERE delivered_quantity < quantity;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_orders_by_name" ON "purchase_orders" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_status" ON "purchase_orders" USING btree ("organization_id","status","expected_delivery_date");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_order_date" ON "purchase_orders" USING btree ("organization_id","order_date","purchase_order_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_expected" ON "purchase_orders" USING btree ("organization_id","expected_delivery_date","purchase_order_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_order_date_newest" ON "purchase_orders" USING btree ("organization_id","order_date" desc nulls last,"purchase_order_id" desc);--> statement-breakpoint
CREATE INDEX "purchase_orders_newest" ON "purchase_orders" USING btree ("organization_id","created_at","purchase_order_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_supplier" ON "purchase_orders" USING btree ("organization_id","supplier_id","order_date");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_commitment" ON "purchase_orders" USING btree ("organization_id","commitment_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_open" ON "purchase_orders" USING btree ("organization_id","purchase_order_id") WHERE status in ('approved', 'issued', 'partially_delivered');--> statement-breakpoint
CREATE INDEX "supplier_signals_by_supplier" ON "supplier_signals" USING btree ("organization_id","supplier_id","state","reported_at");--> statement-breakpoint
CREATE INDEX "contact_notes_by_contact" ON "contact_notes" USING btree ("organization_id","contact_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_by_email" ON "contacts" USING btree ("organization_id",lower("email"));--> statement-breakpoint
CREATE INDEX "contacts_by_name" ON "contacts" USING btree ("organization_id","name","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_by_supplier" ON "contacts" USING btree ("organization_id","supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_one_primary" ON "contacts" USING btree ("organization_id","supplier_id") WHERE is_primary and supplier_id is not null;--> statement-breakpoint
CREATE INDEX "supplier_variants_by_variant" ON "supplier_variants" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_variants_one_primary" ON "supplier_variants" USING btree ("organization_id","variant_id") WHERE is_primary;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_by_name" ON "suppliers" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "suppliers_in_order_of_name" ON "suppliers" USING btree ("organization_id","name","supplier_id");--> statement-breakpoint
CREATE INDEX "sales_daily_by_day" ON "sales_daily" USING btree ("organization_id","day","variant_id","sales_channel_id","units");--> statement-breakpoint
CREATE INDEX "weekly_forecasts_by_week" ON "weekly_forecasts" USING btree ("organization_id","week_start","variant_id","sales_channel_id","forecast_units");--> statement-breakpoint
CREATE INDEX "account_by_user" ON "account" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "password_resets_by_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "session_allowances_by_minute" ON "session_allowances" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_by_minute" ON "sign_in_attempts" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "verification_by_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "return_lines_by_variant" ON "return_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_health" ON "stock_levels" USING btree ("organization_id","health","days_of_cover","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_location" ON "stock_levels" USING btree ("organization_id","location_id","variant_id","on_hand");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_gapless" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_once" ON "stock_movements" USING btree ("organization_id","document_type","document_id","document_line_id","kind","variant_id","location_id") WHERE reverses_movement_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_reversed_once" ON "stock_movements" USING btree ("organization_id","reverses_movement_id") WHERE reverses_movement_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_time" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","occurred_at" DESC NULLS LAST,"entry" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_movements_by_document" ON "stock_movements" USING btree ("organization_id","document_type","document_id","occurred_at" DESC NULLS LAST,"entry" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_movements_by_instant" ON "stock_movements" USING btree ("organization_id","occurred_at","variant_id","location_id","quantity_delta","landed_unit_cost","kind");--> statement-breakpoint
CREATE INDEX "stock_movements_adjusting_costs" ON "stock_movements" USING btree ("organization_id","occurred_at") WHERE kind = 'cost_adjustment';--> statement-breakpoint
CREATE INDEX "stocktake_lines_by_pair" ON "stocktake_lines" USING btree ("organization_id","variant_id","location_id","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "stocktakes_by_time" ON "stocktakes" USING btree ("organization_id","counted_on" DESC NULLS LAST,"stocktake_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_connections_one_active" ON "warehouse_connections" USING btree ("organization_id","location_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_inbounds_one_a_place" ON "warehouse_inbounds" USING btree ("organization_id","purchase_order_id","location_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_by_webhook" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_webhook" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","created_at" DESC NULLS LAST,"delivery_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","state","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_event" ON "webhook_deliveries" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "webhooks_live" ON "webhooks" USING btree ("organization_id","event") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_by_event_and_address" ON "webhooks" USING btree ("organization_id","event","address_sha256") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhooks_deleted" ON "webhooks" USING btree ("deleted_at") WHERE deleted_at is not null;