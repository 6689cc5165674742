CREATE TABLE "purchase_order_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "purchase_order_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_order_id" uuid,
	"variant_id" uuid,
	"product_id" uuid,
	CONSTRAINT "purchase_order_changes_pk" PRIMARY KEY("organization_id","entry"),
	CONSTRAINT "purchase_order_changes_name_one" CHECK (num_nonnulls("purchase_order_changes"."purchase_order_id", "purchase_order_changes"."variant_id", "purchase_order_changes"."product_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_delivery_sums" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"category_id" uuid,
	"received_lines" integer NOT NULL,
	"received_cost" numeric NOT NULL,
	"received_uncosted_lines" integer NOT NULL,
	CONSTRAINT "purchase_order_delivery_sums_pk" PRIMARY KEY("organization_id","purchase_order_id","delivery_id","part")
);
--> statement-breakpoint
CREATE TABLE "purchase_order_sums" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"category_id" uuid,
	"due_on" date,
	"price_currency" text,
	"ordered_cost" numeric NOT NULL,
	"outstanding_lines" integer NOT NULL,
	"outstanding_units" bigint NOT NULL,
	"outstanding_cost" numeric NOT NULL,
	"outstanding_uncosted_lines" integer NOT NULL,
	"outstanding_retail" numeric NOT NULL,
	"outstanding_unpriced_lines" integer NOT NULL,
	"undated_lines" integer NOT NULL,
	"undated_cost" numeric NOT NULL,
	"undated_uncosted_lines" integer NOT NULL,
	CONSTRAINT "purchase_order_sums_pk" PRIMARY KEY("organization_id","purchase_order_id","part")
);
--> statement-breakpoint
ALTER TABLE "purchase_order_changes" ADD CONSTRAINT "purchase_order_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_sums" ADD CONSTRAINT "purchase_order_delivery_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_sums" ADD CONSTRAINT "purchase_order_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;