CREATE TABLE "sales_recorded_through" (
	"organization_id" uuid NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"recorded_through" date,
	"note" text,
	"stated_by" text NOT NULL,
	"stated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_recorded_through_pk" PRIMARY KEY("organization_id","sales_channel_id","statement_id")
);
--> statement-breakpoint
ALTER TABLE "buy_plans" ADD COLUMN "baseline_fill" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "buy_plans" ADD COLUMN "baseline_from" date;--> statement-breakpoint
ALTER TABLE "sales_recorded_through" ADD CONSTRAINT "sales_recorded_through_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_recorded_through" ADD CONSTRAINT "sales_recorded_through_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_orders_by_channel" ON "sales_orders" USING btree ("organization_id","sales_channel_id","ordered_on","origin");--> statement-breakpoint
CREATE INDEX "sales_channel_days_by_channel" ON "sales_channel_days" USING btree ("organization_id","sales_channel_id","day","origin");--> statement-breakpoint
ALTER TABLE "buy_plans" ADD CONSTRAINT "buy_plans_baseline_fill_known" CHECK ("buy_plans"."baseline_fill" in ('none', 'year_before', 'zero'));