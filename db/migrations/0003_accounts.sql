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
CREATE UNIQUE INDEX "account_contacts_by_email" ON "account_contacts" USING btree ("organization_id","trading_partner_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "account_contacts_one_main" ON "account_contacts" USING btree ("organization_id","trading_partner_id") WHERE is_main;--> statement-breakpoint
CREATE UNIQUE INDEX "account_doors_by_reference" ON "account_doors" USING btree ("organization_id","trading_partner_id",lower("door_reference"));--> statement-breakpoint
CREATE UNIQUE INDEX "account_edi_profiles_by_identity" ON "account_edi_profiles" USING btree ("organization_id","edi_qualifier","edi_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_lists_by_name" ON "price_lists" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "price_list_prices_by_variant" ON "price_list_prices" USING btree ("organization_id","variant_id");--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_price_list_fk" FOREIGN KEY ("organization_id","price_list_id") REFERENCES "public"."price_lists"("organization_id","price_list_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_partners_by_name" ON "trading_partners" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "trading_partners_by_reference" ON "trading_partners" USING btree ("organization_id",lower("account_reference"));--> statement-breakpoint
CREATE INDEX "trading_partners_by_price_list" ON "trading_partners" USING btree ("organization_id","price_list_id");--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_cancellation_term_known" CHECK ("trading_partners"."cancellation_term" in ('not_cancellable', 'notice_period', 'until_shipped'));--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_notice_days_of_notice_period" CHECK (("trading_partners"."cancellation_notice_days" is not null) = ("trading_partners"."cancellation_term" is not distinct from 'notice_period'));--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_fill_rate_is_a_share" CHECK ("trading_partners"."fill_rate_target_pct" between 0 and 100);--> statement-breakpoint
ALTER TABLE "trading_partners" ADD CONSTRAINT "trading_partners_days_not_negative" CHECK ("trading_partners"."cancellation_notice_days" >= 0 and "trading_partners"."transit_time_days" >= 0);