CREATE TABLE "return_inspections" (
	"organization_id" uuid NOT NULL,
	"inspection_id" uuid NOT NULL,
	"part_number" integer NOT NULL,
	"return_id" bigint NOT NULL,
	"receipt_number" integer NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"disposition" text NOT NULL,
	"note" text,
	"inspected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"inspected_by" text NOT NULL,
	"reverted_at" timestamp with time zone,
	"reverted_by" text,
	"revert_reason" text,
	CONSTRAINT "return_inspections_pk" PRIMARY KEY("organization_id","inspection_id","part_number"),
	CONSTRAINT "return_inspections_quantity_positive" CHECK ("return_inspections"."quantity" > 0),
	CONSTRAINT "return_inspections_disposition_known" CHECK ("return_inspections"."disposition" in ('restock', 'write_off', 'return_to_supplier')),
	CONSTRAINT "return_inspections_reverted_whole" CHECK (("return_inspections"."reverted_at" is null) = ("return_inspections"."reverted_by" is null) and ("return_inspections"."reverted_at" is null) = ("return_inspections"."revert_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "return_inspections" ADD CONSTRAINT "return_inspections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_inspections" ADD CONSTRAINT "return_inspections_receipt_line_fk" FOREIGN KEY ("organization_id","return_id","receipt_number","line_id") REFERENCES "public"."return_receipt_lines"("organization_id","return_id","receipt_number","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_inspections_by_receipt" ON "return_inspections" USING btree ("organization_id","return_id","receipt_number","line_id");