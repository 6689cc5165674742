CREATE TABLE "sales_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	"variant_id" uuid NOT NULL,
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
	CONSTRAINT "sales_before_pk" PRIMARY KEY("organization_id","before","variant_id","currency")
);
--> statement-breakpoint
CREATE TABLE "sales_before_days" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	CONSTRAINT "sales_before_days_pk" PRIMARY KEY("organization_id","before")
);
--> statement-breakpoint
ALTER TABLE "sales_before" ADD CONSTRAINT "sales_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_before_days" ADD CONSTRAINT "sales_before_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variant_velocity_by_pace" ON "variant_velocity" USING btree ("organization_id","end_exclusive","weeks","units_per_day" DESC NULLS LAST,"variant_id" DESC NULLS LAST);