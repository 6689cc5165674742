CREATE TABLE "forecast_overrides" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"version" integer NOT NULL,
	"units" integer,
	"statistical_units" numeric(14, 2),
	"origin_week" date,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forecast_overrides_pk" PRIMARY KEY("organization_id","variant_id","week_start","sales_channel_id","version"),
	CONSTRAINT "forecast_overrides_units_not_negative" CHECK ("forecast_overrides"."units" >= 0),
	CONSTRAINT "forecast_overrides_version_positive" CHECK ("forecast_overrides"."version" > 0),
	CONSTRAINT "forecast_overrides_source_known" CHECK ("forecast_overrides"."source" in ('variant', 'category'))
);
--> statement-breakpoint
ALTER TABLE "forecast_overrides" ADD CONSTRAINT "forecast_overrides_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_overrides" ADD CONSTRAINT "forecast_overrides_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_overrides" ADD CONSTRAINT "forecast_overrides_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forecast_overrides_by_time" ON "forecast_overrides" USING btree ("organization_id","made_at","variant_id");