CREATE TABLE "order_holds" (
	"organization_id" uuid NOT NULL,
	"hold_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"keeps_stock" boolean NOT NULL,
	"held_by" text NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text,
	"release_note" text,
	CONSTRAINT "order_holds_pk" PRIMARY KEY("organization_id","hold_id"),
	CONSTRAINT "order_holds_reason_known" CHECK ("order_holds"."reason" in ('credit', 'fraud', 'address', 'customer')),
	CONSTRAINT "order_holds_released_by" CHECK (("order_holds"."released_at" is null) = ("order_holds"."released_by" is null))
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"organization_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"from_order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_links_pk" PRIMARY KEY("organization_id","order_id","from_order_id"),
	CONSTRAINT "order_links_kind_known" CHECK ("order_links"."kind" in ('split_from', 'merged_from', 'duplicate_of')),
	CONSTRAINT "order_links_of_two_orders" CHECK ("order_links"."order_id" <> "order_links"."from_order_id")
);
--> statement-breakpoint
DROP INDEX "edi_orders_by_number";--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "is_split_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "zeroed_quantity" integer;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "is_allocated_on_request" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_holds" ADD CONSTRAINT "order_holds_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_holds" ADD CONSTRAINT "order_holds_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_from_order_fk" FOREIGN KEY ("organization_id","from_order_id") REFERENCES "public"."sales_orders"("organization_id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_holds_one_open" ON "order_holds" USING btree ("organization_id","order_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "order_holds_by_order" ON "order_holds" USING btree ("organization_id","order_id","held_at");--> statement-breakpoint
CREATE INDEX "order_links_by_source" ON "order_links" USING btree ("organization_id","from_order_id");--> statement-breakpoint
CREATE INDEX "edi_orders_of_number" ON "edi_orders" USING btree ("organization_id","trading_partner_id","number","release_number");--> statement-breakpoint
CREATE UNIQUE INDEX "edi_orders_by_number" ON "edi_orders" USING btree ("organization_id","trading_partner_id","number","release_number") WHERE not is_split_off;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_zeroed" CHECK ("order_lines"."zeroed_quantity" is null or ("order_lines"."quantity" = 0 and "order_lines"."zeroed_quantity" > 0));