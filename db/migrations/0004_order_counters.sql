CREATE TABLE "sales_order_counters" (
	"organization_id" uuid NOT NULL,
	"counter" smallint NOT NULL,
	"last_value" integer NOT NULL,
	CONSTRAINT "sales_order_counters_pk" PRIMARY KEY("organization_id","counter"),
	CONSTRAINT "sales_order_counters_not_negative" CHECK ("sales_order_counters"."counter" >= 0 and "sales_order_counters"."last_value" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sales_order_counters" ADD CONSTRAINT "sales_order_counters_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;