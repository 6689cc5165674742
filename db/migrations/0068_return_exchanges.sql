CREATE TABLE "return_exchanges" (
	"organization_id" uuid NOT NULL,
	"exchange_id" uuid NOT NULL,
	"return_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"returned_cents" bigint NOT NULL,
	"replacement_cents" bigint NOT NULL,
	"settlement" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	CONSTRAINT "return_exchanges_pk" PRIMARY KEY("organization_id","exchange_id"),
	CONSTRAINT "return_exchanges_settlement_known" CHECK ("return_exchanges"."settlement" in ('charge', 'refund', 'credit_note', 'none')),
	CONSTRAINT "return_exchanges_not_negative" CHECK ("return_exchanges"."returned_cents" >= 0 and "return_exchanges"."replacement_cents" >= 0),
	CONSTRAINT "return_exchanges_settled_as_agreed" CHECK (case "return_exchanges"."settlement" when 'charge' then "return_exchanges"."replacement_cents" > "return_exchanges"."returned_cents"
        when 'refund' then "return_exchanges"."replacement_cents" < "return_exchanges"."returned_cents"
        when 'none' then "return_exchanges"."replacement_cents" = "return_exchanges"."returned_cents" else true end),
	CONSTRAINT "return_exchanges_cancelled_whole" CHECK (("return_exchanges"."cancelled_at" is null) = ("return_exchanges"."cancelled_by" is null) and ("return_exchanges"."cancelled_at" is null) = ("return_exchanges"."cancel_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "return_exchanges" ADD CONSTRAINT "return_exchanges_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_exchanges" ADD CONSTRAINT "return_exchanges_return_fk" FOREIGN KEY ("organization_id","return_id") REFERENCES "public"."returns"("organization_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_exchanges" ADD CONSTRAINT "return_exchanges_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "return_exchanges_one_in_force" ON "return_exchanges" USING btree ("organization_id","return_id") WHERE cancelled_at is null;--> statement-breakpoint
CREATE INDEX "return_exchanges_by_return" ON "return_exchanges" USING btree ("organization_id","return_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "return_exchanges_by_order" ON "return_exchanges" USING btree ("organization_id","order_id");