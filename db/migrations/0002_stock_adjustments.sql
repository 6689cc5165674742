CREATE TABLE "stock_adjustment_numbers" (
	"organization_id" uuid NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "stock_adjustment_numbers_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "stock_adjustments" (
	"organization_id" uuid NOT NULL,
	"adjustment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"line_count" integer NOT NULL,
	"units_added" bigint NOT NULL,
	"units_removed" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "stock_adjustments_pk" PRIMARY KEY("organization_id","adjustment_id"),
	CONSTRAINT "stock_adjustments_reason_known" CHECK ("stock_adjustments"."reason" in ('damaged', 'expired', 'lost', 'theft', 'found', 'sample', 'promotion', 'donation', 'internal_use', 'write_off', 'initial_count', 'correction', 'other')),
	CONSTRAINT "stock_adjustments_have_lines" CHECK ("stock_adjustments"."line_count" > 0),
	CONSTRAINT "stock_adjustments_units_not_negative" CHECK ("stock_adjustments"."units_added" >= 0 and "stock_adjustments"."units_removed" >= 0),
	CONSTRAINT "stock_adjustments_undone_by_someone" CHECK (("stock_adjustments"."undone_at" is null) = ("stock_adjustments"."undone_by" is null))
);
--> statement-breakpoint
ALTER TABLE "stock_adjustment_numbers" ADD CONSTRAINT "stock_adjustment_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD CONSTRAINT "stock_adjustments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_adjustments_by_name" ON "stock_adjustments" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "stock_adjustments_by_time" ON "stock_adjustments" USING btree ("organization_id","created_at" DESC NULLS LAST,"adjustment_id" DESC NULLS LAST);