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
DROP INDEX "categories_by_name";--> statement-breakpoint
DROP INDEX "custom_fields_by_name";--> statement-breakpoint
DROP INDEX "families_by_name";--> statement-breakpoint
DROP INDEX "subcategories_by_name";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_fields" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "families" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_channels" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_bundle_fk" FOREIGN KEY ("organization_id","bundle_variant_id") REFERENCES "public"."bundles"("organization_id","bundle_variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_components" ADD CONSTRAINT "bundle_components_variant_fk" FOREIGN KEY ("organization_id","component_variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_variant_fk" FOREIGN KEY ("organization_id","bundle_variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_components_by_component" ON "bundle_components" USING btree ("organization_id","component_variant_id");--> statement-breakpoint
CREATE INDEX "exchange_rates_newest" ON "exchange_rates" USING btree ("organization_id","rate_date" DESC NULLS LAST,"currency");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_by_name" ON "locations" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sales_channels_by_name" ON "sales_channels" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_by_name" ON "categories" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_by_name" ON "custom_fields" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "families_by_name" ON "families" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "subcategories_by_name" ON "subcategories" USING btree ("organization_id","category_id",lower("name"));