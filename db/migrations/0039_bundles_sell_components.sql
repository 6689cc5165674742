CREATE TABLE "fulfilment_components" (
	"organization_id" uuid NOT NULL,
	"fulfilment_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_cost" numeric,
	CONSTRAINT "fulfilment_components_pk" PRIMARY KEY("organization_id","fulfilment_id","order_line_id","variant_id"),
	CONSTRAINT "fulfilment_components_quantity_positive" CHECK ("fulfilment_components"."quantity" > 0),
	CONSTRAINT "fulfilment_components_cost_not_negative" CHECK ("fulfilment_components"."unit_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_line_components" (
	"organization_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "order_line_components_pk" PRIMARY KEY("organization_id","line_id","variant_id"),
	CONSTRAINT "order_line_components_units_positive" CHECK ("order_line_components"."units" > 0)
);
--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "stocking" text DEFAULT 'assembled_when_sold' NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilment_components" ADD CONSTRAINT "fulfilment_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_components" ADD CONSTRAINT "fulfilment_components_fulfilment_fk" FOREIGN KEY ("organization_id","fulfilment_id") REFERENCES "public"."fulfilments"("organization_id","fulfilment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_components" ADD CONSTRAINT "fulfilment_components_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilment_components" ADD CONSTRAINT "fulfilment_components_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_components" ADD CONSTRAINT "order_line_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_components" ADD CONSTRAINT "order_line_components_line_fk" FOREIGN KEY ("organization_id","line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_components" ADD CONSTRAINT "order_line_components_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fulfilment_components_by_order_line" ON "fulfilment_components" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE INDEX "fulfilment_components_by_variant" ON "fulfilment_components" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE INDEX "order_line_components_by_variant" ON "order_line_components" USING btree ("organization_id","variant_id","line_id");--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_stocking_known" CHECK ("bundles"."stocking" in ('assembled_when_sold', 'ready_made'));