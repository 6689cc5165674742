CREATE TABLE "record_change_logs" (
	"identity" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_changes" (
	"organization_id" uuid NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"changed_in" "xid8" NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"trading_partner_id" uuid,
	CONSTRAINT "record_changes_pk" PRIMARY KEY("organization_id","record_type","record_id","changed_in"),
	CONSTRAINT "record_changes_type_known" CHECK ("record_changes"."record_type" in ('sales_order', 'return', 'product', 'variant', 'purchase_order'))
);
--> statement-breakpoint
CREATE INDEX "record_changes_in_order" ON "record_changes" USING btree ("organization_id","record_type","changed_in","record_id");--> statement-breakpoint
CREATE INDEX "record_changes_by_account" ON "record_changes" USING btree ("organization_id","record_type","trading_partner_id","changed_in","record_id") WHERE trading_partner_id is not null;