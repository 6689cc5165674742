CREATE TABLE "credit_note_lines" (
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"invoice_id" bigint NOT NULL,
	"invoice_line_number" integer NOT NULL,
	"order_line_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"return_id" bigint,
	"return_line_id" uuid,
	"quantity" integer NOT NULL,
	"unit_price_cents" bigint,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_note_lines_pk" PRIMARY KEY("organization_id","credit_note_id","line_number"),
	CONSTRAINT "credit_note_lines_return_line_is_whole" CHECK (("credit_note_lines"."return_id" is null) = ("credit_note_lines"."return_line_id" is null)),
	CONSTRAINT "credit_note_lines_not_negative" CHECK ("credit_note_lines"."quantity" >= 0 and "credit_note_lines"."amount_cents" >= 0 and "credit_note_lines"."tax_cents" >= 0 and "credit_note_lines"."discount_cents" >= 0),
	CONSTRAINT "credit_note_lines_amount" CHECK (case when "credit_note_lines"."quantity" = 0 then "credit_note_lines"."unit_price_cents" is null and "credit_note_lines"."discount_cents" = 0
        else "credit_note_lines"."unit_price_cents" is not null
          and "credit_note_lines"."amount_cents" = "credit_note_lines"."quantity" * "credit_note_lines"."unit_price_cents" - "credit_note_lines"."discount_cents" end)
);
--> statement-breakpoint
CREATE TABLE "credit_note_posting_attempts" (
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"revision" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"is_posted" boolean NOT NULL,
	"status" smallint,
	"detail" text,
	CONSTRAINT "credit_note_posting_attempts_pk" PRIMARY KEY("organization_id","credit_note_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "credit_note_postings" (
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"accounting_connection_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_note_postings_pk" PRIMARY KEY("organization_id","credit_note_id"),
	CONSTRAINT "credit_note_postings_state_known" CHECK ("credit_note_postings"."state" in ('queued', 'posted', 'failed')),
	CONSTRAINT "credit_note_postings_revision_positive" CHECK ("credit_note_postings"."revision" > 0),
	CONSTRAINT "credit_note_postings_queued_is_due" CHECK (("credit_note_postings"."state" = 'queued') = ("credit_note_postings"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"credit_year" smallint NOT NULL,
	"credit_number" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"invoice_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"return_id" bigint,
	"fulfilment_id" uuid,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"parties" jsonb NOT NULL,
	"tax_cents" bigint NOT NULL,
	"freight_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"ledger_state" text DEFAULT 'not_connected' NOT NULL,
	"ledger_name" text,
	"ledger_external_id" text,
	"ledger_external_url" text,
	"ledger_sentence" text,
	"ledger_posted_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_on" date,
	"cancelled_by" text,
	"cancel_reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_notes_pk" PRIMARY KEY("organization_id","credit_note_id"),
	CONSTRAINT "credit_notes_kind_known" CHECK ("credit_notes"."kind" in ('return', 'void', 'allowance')),
	CONSTRAINT "credit_notes_state_known" CHECK ("credit_notes"."state" in ('issued', 'cancelled')),
	CONSTRAINT "credit_notes_ledger_state_known" CHECK ("credit_notes"."ledger_state" in ('not_connected', 'queued', 'posted', 'failed')),
	CONSTRAINT "credit_notes_number_positive" CHECK ("credit_notes"."credit_number" > 0),
	CONSTRAINT "credit_notes_of_a_return" CHECK (("credit_notes"."kind" = 'return') = ("credit_notes"."return_id" is not null)),
	CONSTRAINT "credit_notes_of_a_void" CHECK (("credit_notes"."kind" = 'void') = ("credit_notes"."fulfilment_id" is not null)),
	CONSTRAINT "credit_notes_money_not_negative" CHECK ("credit_notes"."tax_cents" >= 0 and "credit_notes"."freight_cents" >= 0),
	CONSTRAINT "credit_notes_credit_something" CHECK ("credit_notes"."total_cents" > 0 or "credit_notes"."kind" <> 'allowance'),
	CONSTRAINT "credit_notes_cancelled_when" CHECK (("credit_notes"."state" = 'cancelled') = ("credit_notes"."cancelled_at" is not null)
        and ("credit_notes"."cancelled_at" is null) = ("credit_notes"."cancelled_on" is null)
        and ("credit_notes"."cancelled_at" is null) = ("credit_notes"."cancelled_by" is null)
        and ("credit_notes"."cancelled_at" is null) = ("credit_notes"."cancel_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "sales_document_numbers" DROP CONSTRAINT "sales_document_numbers_type_known";--> statement-breakpoint
ALTER TABLE "edi_documents" ADD COLUMN "credit_note_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_credit_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","credit_note_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_invoice_line_fk" FOREIGN KEY ("organization_id","invoice_id","invoice_line_number") REFERENCES "public"."invoice_lines"("organization_id","invoice_id","line_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_order_line_fk" FOREIGN KEY ("organization_id","order_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_return_line_fk" FOREIGN KEY ("organization_id","return_id","return_line_id") REFERENCES "public"."return_lines"("organization_id","return_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_posting_attempts" ADD CONSTRAINT "credit_note_posting_attempts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_posting_attempts" ADD CONSTRAINT "credit_note_posting_attempts_posting_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_note_postings"("organization_id","credit_note_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_postings" ADD CONSTRAINT "credit_note_postings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_postings" ADD CONSTRAINT "credit_note_postings_credit_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","credit_note_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_postings" ADD CONSTRAINT "credit_note_postings_connection_fk" FOREIGN KEY ("organization_id","accounting_connection_id") REFERENCES "public"."accounting_connections"("organization_id","accounting_connection_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_return_fk" FOREIGN KEY ("organization_id","return_id") REFERENCES "public"."returns"("organization_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_channel_fk" FOREIGN KEY ("organization_id","sales_channel_id") REFERENCES "public"."sales_channels"("organization_id","sales_channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_note_lines_by_invoice_line" ON "credit_note_lines" USING btree ("organization_id","invoice_id","invoice_line_number");--> statement-breakpoint
CREATE INDEX "credit_note_lines_by_order_line" ON "credit_note_lines" USING btree ("organization_id","order_line_id");--> statement-breakpoint
CREATE INDEX "credit_note_lines_by_return_line" ON "credit_note_lines" USING btree ("organization_id","return_id","return_line_id");--> statement-breakpoint
CREATE INDEX "credit_note_postings_due_by_connection" ON "credit_note_postings" USING btree ("organization_id","accounting_connection_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_by_number" ON "credit_notes" USING btree ("organization_id","credit_year","credit_number");--> statement-breakpoint
CREATE INDEX "credit_notes_newest" ON "credit_notes" USING btree ("organization_id","issued_at","credit_note_id");--> statement-breakpoint
CREATE INDEX "credit_notes_by_invoice" ON "credit_notes" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "credit_notes_by_order" ON "credit_notes" USING btree ("organization_id","order_id");--> statement-breakpoint
CREATE INDEX "credit_notes_by_account" ON "credit_notes" USING btree ("organization_id","trading_partner_id","issued_at");--> statement-breakpoint
CREATE INDEX "credit_notes_by_return" ON "credit_notes" USING btree ("organization_id","return_id");--> statement-breakpoint
CREATE INDEX "credit_notes_by_day" ON "credit_notes" USING btree ("organization_id","issued_on","credit_note_id");--> statement-breakpoint
CREATE INDEX "credit_notes_by_cancelled_day" ON "credit_notes" USING btree ("organization_id","cancelled_on","credit_note_id") WHERE cancelled_on is not null;--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_credit_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","credit_note_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edi_documents_by_credit_note" ON "edi_documents" USING btree ("organization_id","credit_note_id") WHERE credit_note_id is not null;--> statement-breakpoint
ALTER TABLE "sales_document_numbers" ADD CONSTRAINT "sales_document_numbers_type_known" CHECK ("sales_document_numbers"."document_type" in ('order', 'return', 'invoice', 'credit_note'));