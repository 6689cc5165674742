CREATE TABLE "order_count_deltas" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_count_deltas_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lifecycle" text NOT NULL,
	"origin" text NOT NULL,
	"is_wholesale" boolean NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"order_count" bigint NOT NULL,
	CONSTRAINT "order_count_deltas_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "order_counts" (
	"organization_id" uuid NOT NULL,
	"lifecycle" text NOT NULL,
	"origin" text NOT NULL,
	"is_wholesale" boolean NOT NULL,
	"sales_channel_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"order_count" bigint NOT NULL,
	CONSTRAINT "order_counts_pk" PRIMARY KEY("organization_id","lifecycle","origin","is_wholesale","sales_channel_id","trading_partner_id")
);
--> statement-breakpoint
ALTER TABLE "order_count_deltas" ADD CONSTRAINT "order_count_deltas_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_counts" ADD CONSTRAINT "order_counts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;