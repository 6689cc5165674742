CREATE TABLE "forecast_sums" (
	"organization_id" uuid NOT NULL,
	"origin_week" date NOT NULL,
	"week_start" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"forecast_units" numeric(24, 2) NOT NULL,
	CONSTRAINT "forecast_sums_pk" PRIMARY KEY("organization_id","origin_week","week_start","sales_channel_id")
);
--> statement-breakpoint
ALTER TABLE "forecast_sums" ADD CONSTRAINT "forecast_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_sums" ADD CONSTRAINT "forecast_sums_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_velocity_by_net" ON "product_velocity" USING btree ("organization_id","end_exclusive","weeks","net_cents" DESC NULLS LAST,"product_id" DESC NULLS LAST);