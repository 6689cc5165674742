CREATE TABLE "price_measures" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"end_exclusive" date NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL,
	"elasticity" double precision,
	"standard_error" double precision,
	"low" double precision,
	"high" double precision,
	"reason_code" text,
	"reason" text,
	"sold_rows" bigint NOT NULL,
	"sold_checksum" numeric(38, 0) NOT NULL,
	"ledger_rows" bigint NOT NULL,
	CONSTRAINT "price_measures_pk" PRIMARY KEY("organization_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "product_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "product_figures" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"incomplete_variants" integer NOT NULL,
	"lack_price" integer NOT NULL,
	"lack_unit_cost" integer NOT NULL,
	"lack_supplier" integer NOT NULL,
	"lack_lead_time" integer NOT NULL,
	"lack_min_order_quantity" integer NOT NULL,
	"lack_carton_measures" integer NOT NULL,
	"on_hand" bigint NOT NULL,
	"counted_units" bigint NOT NULL,
	"cost" numeric(38, 4) NOT NULL,
	"uncosted_units" bigint NOT NULL,
	"revenue_cents" numeric(38, 0) NOT NULL,
	"unpriced_units" bigint NOT NULL,
	"unpriced_on_hand" bigint NOT NULL,
	CONSTRAINT "product_figures_pk" PRIMARY KEY("organization_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_sales_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
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
	CONSTRAINT "product_sales_before_pk" PRIMARY KEY("organization_id","before","product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "product_stock_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	"product_id" uuid NOT NULL,
	"moved" bigint NOT NULL,
	"received" bigint NOT NULL,
	CONSTRAINT "product_stock_before_pk" PRIMARY KEY("organization_id","before","product_id")
);
--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "occurred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "moved" bigint;--> statement-breakpoint
ALTER TABLE "velocity_changes" ADD COLUMN "received" bigint;--> statement-breakpoint
ALTER TABLE "sales_before_days" ADD COLUMN "stock_before_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_measures" ADD CONSTRAINT "price_measures_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_measures" ADD CONSTRAINT "price_measures_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_figures" ADD CONSTRAINT "product_figures_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales_before" ADD CONSTRAINT "product_sales_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stock_before" ADD CONSTRAINT "product_stock_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_changes_by_product" ON "product_changes" USING btree ("organization_id","product_id");