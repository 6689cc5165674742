ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_not_negative";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_freight_not_negative";--> statement-breakpoint
ALTER TABLE "return_lines" DROP CONSTRAINT "return_lines_quantities_not_negative";--> statement-breakpoint
ALTER TABLE "return_receipt_lines" DROP CONSTRAINT "return_receipt_lines_received";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_paid_out" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reverses" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reverses_refund_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "missing_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD COLUMN "missing_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD COLUMN "surplus_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refund_is_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reverses_fk" FOREIGN KEY ("organization_id","reverses_refund_id") REFERENCES "public"."refunds"("organization_id","refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reversed_once" ON "refunds" USING btree ("organization_id","reverses_refund_id");--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_of_one_sign" CHECK (("refund_lines"."quantity" >= 0 and "refund_lines"."amount_cents" >= 0 and "refund_lines"."tax_cents" >= 0)
        or ("refund_lines"."quantity" <= 0 and "refund_lines"."amount_cents" <= 0 and "refund_lines"."tax_cents" <= 0));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reverses_known" CHECK ("refunds"."reverses" in ('refund', 'receipts'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reversed_refund_is_named" CHECK (("refunds"."reverses_refund_id" is not null) = ("refunds"."reverses" is not null and "refunds"."reverses" = 'refund'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_freight_not_negative" CHECK (case when "refunds"."reverses" is null then "refunds"."freight_cents" >= 0 else "refunds"."freight_cents" <= 0 end);--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_quantities_not_negative" CHECK ("return_lines"."expected_quantity" >= 0 and "return_lines"."received_quantity" >= 0 and "return_lines"."restocked_quantity" >= 0
        and "return_lines"."missing_quantity" >= 0);--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_surplus_was_received" CHECK ("return_receipt_lines"."surplus_quantity" between 0 and "return_receipt_lines"."received_quantity");--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_received" CHECK ("return_receipt_lines"."received_quantity" >= 0 and ("return_receipt_lines"."received_quantity" > 0 or "return_receipt_lines"."missing_quantity" > 0));--> statement-breakpoint
UPDATE "returns" SET "refund_is_stated" = true WHERE "refund_status" <> 'none';--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_amount_was_stated" CHECK ("returns"."refund_is_stated" or "returns"."refund_status" = 'none');