CREATE TABLE "order_counters" (
	"organization_id" uuid NOT NULL,
	"order_kind" text NOT NULL,
	"counter" smallint NOT NULL,
	"last_value" integer NOT NULL,
	CONSTRAINT "order_counters_pk" PRIMARY KEY("organization_id","order_kind","counter"),
	CONSTRAINT "order_counters_kind_known" CHECK ("order_counters"."order_kind" in ('purchase', 'manufacturing', 'transfer', 'sales')),
	CONSTRAINT "order_counters_not_negative" CHECK ("order_counters"."counter" >= 0 and "order_counters"."last_value" >= 0)
);
--> statement-breakpoint
INSERT INTO "order_counters" ("organization_id", "order_kind", "counter", "last_value")
SELECT o."organization_id", o."order_type", n, (o."last_number" - 1001 + 16 - n) / 16
FROM "purchase_order_numbers" o CROSS JOIN generate_series(0, 15) n WHERE o."last_number" > 1000;--> statement-breakpoint
INSERT INTO "order_counters" ("organization_id", "order_kind", "counter", "last_value")
SELECT "organization_id", 'sales', "counter", "last_value" FROM "sales_order_counters";--> statement-breakpoint
DROP TABLE "purchase_order_numbers" CASCADE;--> statement-breakpoint
DROP TABLE "sales_order_counters" CASCADE;--> statement-breakpoint
ALTER TABLE "order_counters" ADD CONSTRAINT "order_counters_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;