CREATE TABLE "order_changes" (
	"organization_id" uuid NOT NULL,
	"order_change_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "order_changes_pk" PRIMARY KEY("organization_id","order_change_id"),
	CONSTRAINT "order_changes_kind_known" CHECK ("order_changes"."kind" in ('confirmed', 'changed', 'allocated', 'unallocated', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "shipping_method" text;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_changes_by_order" ON "order_changes" USING btree ("organization_id","order_id","changed_at");