CREATE TABLE "unrated_arrivals" (
	"organization_id" uuid NOT NULL,
	"movement_id" bigint NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"arrived_on" date NOT NULL,
	"stated_unit_cost" numeric(18, 4),
	"unit_cost" numeric(18, 4),
	"landed_unit_cost" numeric(18, 4),
	"known_at" timestamp with time zone,
	CONSTRAINT "unrated_arrivals_pk" PRIMARY KEY("organization_id","movement_id")
);
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_adjust_costs_alone";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "books_from" date;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD COLUMN "not_in_count" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "cost_rate" numeric(20, 10);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "cost_rate_date" date;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "unrated_currency" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "counted_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_currency" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_unit_cost" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_rate" numeric(20, 10);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "stated_rate_date" date;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "unrated_currency" text;--> statement-breakpoint
ALTER TABLE "unrated_arrivals" ADD CONSTRAINT "unrated_arrivals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unrated_arrivals" ADD CONSTRAINT "unrated_arrivals_movement_fk" FOREIGN KEY ("organization_id","movement_id") REFERENCES "public"."stock_movements"("organization_id","movement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unrated_arrivals_by_pair" ON "unrated_arrivals" USING btree ("organization_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "unrated_arrivals_open" ON "unrated_arrivals" USING btree ("organization_id","currency","arrived_on") WHERE known_at is null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_adjust_costs_alone" CHECK (("stock_movements"."kind" = 'cost_adjustment' and "stock_movements"."quantity_delta" = 0 and "stock_movements"."adjusted_cost" is not null
        and "stock_movements"."adjusted_quantity" > 0 and "stock_movements"."adjusted_stock" in ('on_hand', 'in_transit', 'left'))
        or ("stock_movements"."adjusted_cost" is null and "stock_movements"."adjusted_quantity" is null and "stock_movements"."adjusted_stock" is null));--> statement-breakpoint
ALTER TABLE "unrated_arrivals" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
