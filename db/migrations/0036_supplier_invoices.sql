CREATE TABLE "supplier_invoice_costs" (
	"organization_id" uuid NOT NULL,
	"cost_id" uuid NOT NULL,
	"supplier_invoice_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"difference" numeric(24, 10) NOT NULL,
	"stock_value" numeric NOT NULL,
	"variance" numeric NOT NULL,
	"booked_on" date NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	CONSTRAINT "supplier_invoice_costs_pk" PRIMARY KEY("organization_id","cost_id")
);
--> statement-breakpoint
CREATE TABLE "supplier_invoice_lines" (
	"organization_id" uuid NOT NULL,
	"supplier_invoice_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"kind" text NOT NULL,
	"description" text,
	"purchase_order_id" uuid,
	"line_id" uuid,
	"delivery_id" uuid,
	"quantity" integer,
	"amount" numeric(20, 4) NOT NULL,
	"credited_line_number" integer,
	"price_accepted_at" timestamp with time zone,
	"price_accepted_by" text,
	CONSTRAINT "supplier_invoice_lines_pk" PRIMARY KEY("organization_id","supplier_invoice_id","line_number"),
	CONSTRAINT "supplier_invoice_lines_kind_known" CHECK ("supplier_invoice_lines"."kind" in ('goods', 'freight', 'duty', 'tax', 'other')),
	CONSTRAINT "supplier_invoice_lines_goods_have_a_line" CHECK (("supplier_invoice_lines"."kind" = 'goods') = (num_nonnulls("supplier_invoice_lines"."purchase_order_id", "supplier_invoice_lines"."line_id", "supplier_invoice_lines"."quantity") = 3)),
	CONSTRAINT "supplier_invoice_lines_not_negative" CHECK ("supplier_invoice_lines"."quantity" >= 0 and "supplier_invoice_lines"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "supplier_invoice_revisions" (
	"organization_id" uuid NOT NULL,
	"supplier_invoice_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"record" jsonb NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_by" text NOT NULL,
	CONSTRAINT "supplier_invoice_revisions_pk" PRIMARY KEY("organization_id","supplier_invoice_id","revision")
);
--> statement-breakpoint
CREATE TABLE "supplier_invoices" (
	"organization_id" uuid NOT NULL,
	"supplier_invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"supplier_id" uuid NOT NULL,
	"credits_invoice_id" uuid,
	"invoice_number" text NOT NULL,
	"currency" text NOT NULL,
	"invoice_date" date NOT NULL,
	"payment_terms" text,
	"due_on" date,
	"stated_total" numeric(20, 4),
	"lines_total" numeric(20, 4) NOT NULL,
	"state" text DEFAULT 'recorded' NOT NULL,
	"match" text,
	"void_reason" text,
	"voided_at" timestamp with time zone,
	"voided_by" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_invoices_pk" PRIMARY KEY("organization_id","supplier_invoice_id"),
	CONSTRAINT "supplier_invoices_kind_known" CHECK ("supplier_invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "supplier_invoices_state_known" CHECK ("supplier_invoices"."state" in ('recorded', 'void')),
	CONSTRAINT "supplier_invoices_match_known" CHECK ("supplier_invoices"."match" in ('short', 'price_difference', 'price_unknown', 'not_received', 'over', 'total_difference', 'matched')),
	CONSTRAINT "supplier_invoices_credit_has_invoice" CHECK (("supplier_invoices"."kind" = 'credit_note') = ("supplier_invoices"."credits_invoice_id" is not null)),
	CONSTRAINT "supplier_invoices_void_has_reason" CHECK (("supplier_invoices"."state" = 'void') = ("supplier_invoices"."void_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "uninvoiced_unit_cost" numeric;--> statement-breakpoint
ALTER TABLE "supplier_invoice_costs" ADD CONSTRAINT "supplier_invoice_costs_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_costs" ADD CONSTRAINT "supplier_invoice_costs_invoice_fk" FOREIGN KEY ("organization_id","supplier_invoice_id") REFERENCES "public"."supplier_invoices"("organization_id","supplier_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_costs" ADD CONSTRAINT "supplier_invoice_costs_delivery_fk" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."purchase_order_deliveries"("organization_id","delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_lines" ADD CONSTRAINT "supplier_invoice_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_lines" ADD CONSTRAINT "supplier_invoice_lines_invoice_fk" FOREIGN KEY ("organization_id","supplier_invoice_id") REFERENCES "public"."supplier_invoices"("organization_id","supplier_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_lines" ADD CONSTRAINT "supplier_invoice_lines_order_line_fk" FOREIGN KEY ("organization_id","purchase_order_id","line_id") REFERENCES "public"."purchase_order_lines"("organization_id","purchase_order_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_lines" ADD CONSTRAINT "supplier_invoice_lines_delivery_fk" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."purchase_order_deliveries"("organization_id","delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_revisions" ADD CONSTRAINT "supplier_invoice_revisions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoice_revisions" ADD CONSTRAINT "supplier_invoice_revisions_invoice_fk" FOREIGN KEY ("organization_id","supplier_invoice_id") REFERENCES "public"."supplier_invoices"("organization_id","supplier_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoices" ADD CONSTRAINT "supplier_invoices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoices" ADD CONSTRAINT "supplier_invoices_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_invoices" ADD CONSTRAINT "supplier_invoices_credited_fk" FOREIGN KEY ("organization_id","credits_invoice_id") REFERENCES "public"."supplier_invoices"("organization_id","supplier_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "supplier_invoice_costs_by_invoice" ON "supplier_invoice_costs" USING btree ("organization_id","supplier_invoice_id");--> statement-breakpoint
CREATE INDEX "supplier_invoice_costs_by_order" ON "supplier_invoice_costs" USING btree ("organization_id","purchase_order_id");--> statement-breakpoint
CREATE INDEX "supplier_invoice_lines_by_order" ON "supplier_invoice_lines" USING btree ("organization_id","purchase_order_id","line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_invoices_by_number" ON "supplier_invoices" USING btree ("organization_id","supplier_id",lower("invoice_number")) WHERE state <> 'void';--> statement-breakpoint
CREATE INDEX "supplier_invoices_newest" ON "supplier_invoices" USING btree ("organization_id","invoice_date" DESC NULLS LAST,"supplier_invoice_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "supplier_invoices_by_due_day" ON "supplier_invoices" USING btree ("organization_id","due_on");--> statement-breakpoint
CREATE INDEX "supplier_invoices_by_credited" ON "supplier_invoices" USING btree ("organization_id","credits_invoice_id");