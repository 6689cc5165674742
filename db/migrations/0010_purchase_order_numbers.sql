CREATE TABLE "purchase_order_numbers" (
	"organization_id" uuid NOT NULL,
	"order_type" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "purchase_order_numbers_pk" PRIMARY KEY("organization_id","order_type")
);
--> statement-breakpoint
ALTER TABLE "purchase_order_numbers" ADD CONSTRAINT "purchase_order_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_orders_by_order_date_newest" ON "purchase_orders" USING btree ("organization_id","order_date" desc nulls last,"purchase_order_id" desc);--> statement-breakpoint
CREATE INDEX "purchase_orders_newest" ON "purchase_orders" USING btree ("organization_id","created_at","purchase_order_id");