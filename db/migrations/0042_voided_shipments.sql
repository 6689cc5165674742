CREATE TABLE "voided_shipments" (
	"organization_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"location_id" uuid NOT NULL,
	"shipped_at" timestamp with time zone NOT NULL,
	"shipped_on" date NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"source_system" text,
	"external_id" text,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"cartons" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"components" jsonb NOT NULL,
	"voided_at" timestamp with time zone NOT NULL,
	"voided_by" text NOT NULL,
	"void_reason" text NOT NULL,
	"replaced_by" uuid,
	CONSTRAINT "voided_shipments_pk" PRIMARY KEY("organization_id","fulfilment_id")
);
--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD CONSTRAINT "voided_shipments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD CONSTRAINT "voided_shipments_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voided_shipments" ADD CONSTRAINT "voided_shipments_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voided_shipments_by_order" ON "voided_shipments" USING btree ("organization_id","order_id","voided_at");