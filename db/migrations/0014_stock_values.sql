CREATE TABLE "stock_value_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_value_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	CONSTRAINT "stock_value_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "stock_value_days" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"category_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"row_count" bigint NOT NULL,
	"uncosted_rows" bigint NOT NULL,
	"unpriced_rows" bigint NOT NULL,
	"cost" numeric NOT NULL,
	"retail" numeric NOT NULL,
	"received_cost" numeric NOT NULL,
	"received_retail" numeric NOT NULL,
	"received_uncosted_rows" bigint NOT NULL,
	CONSTRAINT "stock_value_days_pk" PRIMARY KEY("organization_id","day","category_id","currency")
);
--> statement-breakpoint
CREATE TABLE "stock_value_levels" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"on_hand" integer NOT NULL,
	"cost" numeric(18, 4),
	"price_cents" bigint,
	"currency" text NOT NULL,
	"category_id" uuid NOT NULL,
	CONSTRAINT "stock_value_levels_pk" PRIMARY KEY("organization_id","variant_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "stock_value_totals" (
	"organization_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"cost" numeric NOT NULL,
	"retail" numeric NOT NULL,
	"level_count" bigint NOT NULL,
	"stocked_levels" bigint NOT NULL,
	"uncosted_levels" bigint NOT NULL,
	"unpriced_levels" bigint NOT NULL,
	CONSTRAINT "stock_value_totals_pk" PRIMARY KEY("organization_id","category_id","currency")
);
--> statement-breakpoint
ALTER TABLE "stock_value_changes" ADD CONSTRAINT "stock_value_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_days" ADD CONSTRAINT "stock_value_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_levels" ADD CONSTRAINT "stock_value_levels_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_value_totals" ADD CONSTRAINT "stock_value_totals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;