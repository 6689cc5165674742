CREATE TABLE "customer_payments" (
	"organization_id" uuid NOT NULL,
	"customer_payment_id" uuid NOT NULL,
	"trading_partner_id" uuid,
	"order_id" uuid,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_on" date NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"external_id" text,
	"reverses_payment_id" uuid,
	"reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_payments_pk" PRIMARY KEY("organization_id","customer_payment_id"),
	CONSTRAINT "customer_payments_have_a_payer" CHECK (("customer_payments"."trading_partner_id" is null) <> ("customer_payments"."order_id" is null)),
	CONSTRAINT "customer_payments_method_known" CHECK ("customer_payments"."method" in ('bank_transfer', 'card', 'cheque', 'cash', 'direct_debit', 'other', 'unknown')),
	CONSTRAINT "customer_payments_signed" CHECK (case when "customer_payments"."reverses_payment_id" is null then "customer_payments"."amount_cents" > 0 else "customer_payments"."amount_cents" < 0 end),
	CONSTRAINT "customer_payments_reversed_why" CHECK (("customer_payments"."reverses_payment_id" is null) = ("customer_payments"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_allocations" (
	"organization_id" uuid NOT NULL,
	"allocation_id" uuid NOT NULL,
	"customer_payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"invoice_id" bigint,
	"amount_cents" bigint NOT NULL,
	"cause" text NOT NULL,
	"reason" text,
	"allocated_on" date NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_allocations_pk" PRIMARY KEY("organization_id","allocation_id"),
	CONSTRAINT "payment_allocations_cause_known" CHECK ("payment_allocations"."cause" in ('recorded', 'applied', 'unapplied', 'invoiced', 'credited', 'voided', 'reversed')),
	CONSTRAINT "payment_allocations_move_something" CHECK ("payment_allocations"."amount_cents" <> 0)
);
--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_reversed_fk" FOREIGN KEY ("organization_id","reverses_payment_id") REFERENCES "public"."customer_payments"("organization_id","customer_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_payment_fk" FOREIGN KEY ("organization_id","customer_payment_id") REFERENCES "public"."customer_payments"("organization_id","customer_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_payments_by_external_id" ON "customer_payments" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_payments_reversed_once" ON "customer_payments" USING btree ("organization_id","reverses_payment_id");--> statement-breakpoint
CREATE INDEX "customer_payments_newest" ON "customer_payments" USING btree ("organization_id","paid_on" DESC NULLS LAST,"customer_payment_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_payments_by_account" ON "customer_payments" USING btree ("organization_id","trading_partner_id","paid_on");--> statement-breakpoint
CREATE INDEX "customer_payments_by_order" ON "customer_payments" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_by_payment" ON "payment_allocations" USING btree ("organization_id","customer_payment_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_by_invoice" ON "payment_allocations" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_by_order" ON "payment_allocations" USING btree ("organization_id","order_id");