ALTER TABLE "customer_payments" DROP CONSTRAINT "customer_payments_signed";--> statement-breakpoint
ALTER TABLE "customer_payments" DROP CONSTRAINT "customer_payments_reversed_why";--> statement-breakpoint
DROP INDEX "customer_payments_by_external_id";--> statement-breakpoint
ALTER TABLE "customer_payments" ADD COLUMN "recorded_again" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD COLUMN "pays_out_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD COLUMN "is_excess" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_paid_out_fk" FOREIGN KEY ("organization_id","pays_out_payment_id") REFERENCES "public"."customer_payments"("organization_id","customer_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_payments_by_paid_out" ON "customer_payments" USING btree ("organization_id","pays_out_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_payments_by_external_id" ON "customer_payments" USING btree ("organization_id","external_id","recorded_again");--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_signed" CHECK (case when ("customer_payments"."reverses_payment_id" is null) = ("customer_payments"."pays_out_payment_id" is null) then "customer_payments"."amount_cents" > 0
        else "customer_payments"."amount_cents" < 0 end);--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_reversed_why" CHECK (("customer_payments"."reverses_payment_id" is null and "customer_payments"."pays_out_payment_id" is null) = ("customer_payments"."reason" is null));--> statement-breakpoint
ALTER TABLE "return_receipt_lines" ADD CONSTRAINT "return_receipt_lines_excess_left_at_no_cost" CHECK (not "return_receipt_lines"."is_excess" or ("return_receipt_lines"."unit_cost" is null and "return_receipt_lines"."surplus_quantity" = "return_receipt_lines"."received_quantity"));