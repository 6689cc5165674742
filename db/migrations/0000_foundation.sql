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
	"seeded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
CREATE UNLOGGED TABLE "allowances" (
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
	"live" boolean NOT NULL
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
	CONSTRAINT "key_usage_pk" PRIMARY KEY("organization_id","request_id"),
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
	CONSTRAINT "remembered_writes_pk" PRIMARY KEY("organization_id","api_key_id","idempotency_key")
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
CREATE TABLE "catalogue_events" (
	"organization_id" uuid NOT NULL,
	"event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_events_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"kind" text NOT NULL,
	"field" text,
	"previous_value" text,
	"value" text,
	"actor" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_events_pk" PRIMARY KEY("organization_id","event_id")
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
	CONSTRAINT "purchase_order_lines_pk" PRIMARY KEY("organization_id","purchase_order_id","line_id"),
	CONSTRAINT "purchase_order_lines_quantity_positive" CHECK ("purchase_order_lines"."quantity" > 0 and "purchase_order_lines"."delivered_quantity" >= 0)
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_orders_pk" PRIMARY KEY("organization_id","purchase_order_id"),
	CONSTRAINT "purchase_orders_type_known" CHECK ("purchase_orders"."order_type" in ('purchase', 'manufacturing', 'transfer')),
	CONSTRAINT "purchase_orders_status_known" CHECK ("purchase_orders"."status" in ('draft', 'approved', 'issued', 'partially_delivered', 'delivered', 'closed', 'cancelled'))
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
	CONSTRAINT "supplier_variants_pk" PRIMARY KEY("organization_id","supplier_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"organization_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"country_code" text,
	"lead_time_days" integer,
	"review_period_days" integer,
	"min_order_value_cents" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_pk" PRIMARY KEY("organization_id","supplier_id"),
	CONSTRAINT "suppliers_days_not_negative" CHECK ("suppliers"."lead_time_days" >= 0 and "suppliers"."review_period_days" >= 0)
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
	"units_per_day" numeric(14, 4),
	"lead_time_days" integer DEFAULT 14 NOT NULL,
	"review_period_days" integer DEFAULT 7 NOT NULL,
	"available" integer GENERATED ALWAYS AS (on_hand - committed) STORED,
	"days_of_cover" numeric(14, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED,
	"health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when (on_hand - committed) / units_per_day < lead_time_days then 'critical'
      when (on_hand - committed) / units_per_day < lead_time_days + review_period_days then 'caution'
      when (on_hand - committed) / units_per_day > 182 then 'overstocked'
      else 'healthy' end) STORED,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_levels_pk" PRIMARY KEY("organization_id","variant_id","location_id"),
	CONSTRAINT "stock_levels_committed_not_negative" CHECK ("stock_levels"."committed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"organization_id" uuid NOT NULL,
	"movement_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_movement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	CONSTRAINT "stock_movements_pk" PRIMARY KEY("organization_id","movement_id")
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
	"variance_quantity" integer,
	CONSTRAINT "stocktake_lines_pk" PRIMARY KEY("organization_id","stocktake_id","variant_id","location_id"),
	CONSTRAINT "stocktake_lines_counted_not_negative" CHECK ("stocktake_lines"."counted_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stocktakes" (
	"organization_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"name" text NOT NULL,
	"counted_on" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"include_all_variants" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"posted_at" timestamp with time zone,
	CONSTRAINT "stocktakes_pk" PRIMARY KEY("organization_id","stocktake_id"),
	CONSTRAINT "stocktakes_status_known" CHECK ("stocktakes"."status" in ('open', 'posted')),
	CONSTRAINT "stocktakes_posted_when_posted" CHECK (("stocktakes"."status" = 'posted') = ("stocktakes"."posted_at" is not null))
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
ALTER TABLE "locations" ADD CONSTRAINT "locations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD CONSTRAINT "sales_channels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD CONSTRAINT "sales_channels_trading_partner_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_minted_by_user_id_fk" FOREIGN KEY ("minted_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_trading_partner_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_fk" FOREIGN KEY ("organization_id","replaced_by") REFERENCES "public"."api_keys"("organization_id","api_key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_writes" ADD CONSTRAINT "remembered_writes_key_fk" FOREIGN KEY ("organization_id","api_key_id") REFERENCES "public"."api_keys"("organization_id","api_key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploaded_by_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_source_location_fk" FOREIGN KEY ("organization_id","source_location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "stocktakes" ADD CONSTRAINT "stocktakes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_daily" ADD CONSTRAINT "sales_daily_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_forecasts" ADD CONSTRAINT "weekly_forecasts_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_by_user" ON "account" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "verification_by_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "allowances_by_minute" ON "allowances" USING btree ("minute");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "key_usage_by_key" ON "key_usage" USING btree ("organization_id","api_key_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "key_usage_by_at" ON "key_usage" USING btree ("at");--> statement-breakpoint
CREATE INDEX "remembered_writes_by_forget_at" ON "remembered_writes" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_time" ON "catalogue_events" USING btree ("organization_id","occurred_at" DESC NULLS LAST,"event_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "catalogue_events_by_variant" ON "catalogue_events" USING btree ("organization_id","variant_id","occurred_at" DESC NULLS LAST,"event_id" DESC NULLS LAST);--> statement-breakpoint
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
CREATE INDEX "purchase_order_lines_by_variant" ON "purchase_order_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_orders_by_name" ON "purchase_orders" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_status" ON "purchase_orders" USING btree ("organization_id","status","expected_delivery_date");--> statement-breakpoint
CREATE INDEX "supplier_variants_by_variant" ON "supplier_variants" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_variants_one_primary" ON "supplier_variants" USING btree ("organization_id","variant_id") WHERE is_primary;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_by_name" ON "suppliers" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "return_lines_by_variant" ON "return_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_health" ON "stock_levels" USING btree ("organization_id","health","days_of_cover","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_location" ON "stock_levels" USING btree ("organization_id","location_id","on_hand","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_gapless" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_once" ON "stock_movements" USING btree ("organization_id","document_type","document_id","document_line_id","kind","variant_id","location_id") NULLS NOT DISTINCT WHERE reverses_movement_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movements_reversed_once" ON "stock_movements" USING btree ("organization_id","reverses_movement_id") WHERE reverses_movement_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_time" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stocktakes_by_time" ON "stocktakes" USING btree ("organization_id","counted_on" DESC NULLS LAST,"stocktake_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sales_daily_by_day" ON "sales_daily" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "weekly_forecasts_by_week" ON "weekly_forecasts" USING btree ("organization_id","week_start");--> statement-breakpoint
ALTER TABLE "allowances" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock_levels" SET (fillfactor = 80);--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'stock_movements is append-only: a mistake is reversed by a new row' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_append_only" BEFORE UPDATE OR DELETE ON "stock_movements" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_no_truncate" BEFORE TRUNCATE ON "stock_movements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
