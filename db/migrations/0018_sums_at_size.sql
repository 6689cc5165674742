CREATE TABLE "stock_level_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_level_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	CONSTRAINT "stock_level_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
CREATE TABLE "variant_stock" (
	"organization_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"on_hand" bigint NOT NULL,
	"cost" numeric(38, 4) NOT NULL,
	"has_uncosted" boolean NOT NULL,
	"committed" bigint DEFAULT 0 NOT NULL,
	"incoming" bigint DEFAULT 0 NOT NULL,
	"units_per_day" numeric(38, 16),
	"lead_time_days" integer,
	"review_period_days" integer,
	"available" bigint GENERATED ALWAYS AS (on_hand - committed) STORED,
	"days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED,
	"health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED,
	CONSTRAINT "variant_stock_pk" PRIMARY KEY("organization_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_order_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "purchase_order_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_order_id" uuid,
	"variant_id" uuid,
	"product_id" uuid,
	CONSTRAINT "purchase_order_changes_pk" PRIMARY KEY("organization_id","entry"),
	CONSTRAINT "purchase_order_changes_name_one" CHECK (num_nonnulls("purchase_order_changes"."purchase_order_id", "purchase_order_changes"."variant_id", "purchase_order_changes"."product_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_delivery_sums" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"category_id" uuid,
	"received_lines" integer NOT NULL,
	"received_cost" numeric NOT NULL,
	"received_uncosted_lines" integer NOT NULL,
	CONSTRAINT "purchase_order_delivery_sums_pk" PRIMARY KEY("organization_id","purchase_order_id","delivery_id","part")
);
--> statement-breakpoint
CREATE TABLE "purchase_order_sums" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"category_id" uuid,
	"due_on" date,
	"price_currency" text,
	"ordered_cost" numeric NOT NULL,
	"outstanding_lines" integer NOT NULL,
	"outstanding_units" bigint NOT NULL,
	"outstanding_cost" numeric NOT NULL,
	"outstanding_uncosted_lines" integer NOT NULL,
	"outstanding_retail" numeric NOT NULL,
	"outstanding_unpriced_lines" integer NOT NULL,
	"undated_lines" integer NOT NULL,
	"undated_cost" numeric NOT NULL,
	"undated_uncosted_lines" integer NOT NULL,
	CONSTRAINT "purchase_order_sums_pk" PRIMARY KEY("organization_id","purchase_order_id","part")
);
--> statement-breakpoint
CREATE TABLE "order_book_sums" (
	"organization_id" uuid NOT NULL,
	"season_code" text NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"recorded_from" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"commitment_id" uuid NOT NULL,
	"ship_window_start" date NOT NULL,
	"booked_on" date NOT NULL,
	"is_held" boolean NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"line_count" integer NOT NULL,
	"units" bigint NOT NULL,
	"value_cents" bigint NOT NULL,
	"unpriced_lines" integer NOT NULL,
	CONSTRAINT "order_book_sums_pk" PRIMARY KEY("organization_id","season_code","trading_partner_id","recorded_from","currency","commitment_id","ship_window_start","booked_on","is_held","is_cancelled")
);
--> statement-breakpoint
CREATE TABLE "sell_out_by_category" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"category_id" uuid NOT NULL,
	"variants" integer NOT NULL,
	"row_count" bigint NOT NULL,
	"units_rows" bigint NOT NULL,
	"units" bigint NOT NULL,
	"on_hand_rows" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	CONSTRAINT "sell_out_by_category_pk" PRIMARY KEY("organization_id","trading_partner_id","period_start","period_end","category_id")
);
--> statement-breakpoint
CREATE TABLE "sell_out_by_category_and_door" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"door_id" uuid NOT NULL,
	"row_count" bigint NOT NULL,
	"units_rows" bigint NOT NULL,
	"units" bigint NOT NULL,
	"on_hand_rows" bigint NOT NULL,
	"on_hand" bigint NOT NULL,
	CONSTRAINT "sell_out_by_category_and_door_pk" PRIMARY KEY("organization_id","trading_partner_id","category_id","period_start","period_end","door_id")
);
--> statement-breakpoint
CREATE TABLE "sell_out_category_changes" (
	"organization_id" uuid NOT NULL,
	"entry" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sell_out_category_changes_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	CONSTRAINT "sell_out_category_changes_pk" PRIMARY KEY("organization_id","entry")
);
--> statement-breakpoint
ALTER TABLE "row_count_deltas" DROP CONSTRAINT "row_count_deltas_table_known";--> statement-breakpoint
ALTER TABLE "row_counts" DROP CONSTRAINT "row_counts_table_known";--> statement-breakpoint
DROP INDEX "order_book_revisions_by_season";--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "committed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "incoming" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "units_per_day" numeric(38, 16);--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "lead_time_days" integer;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "review_period_days" integer;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "available" bigint GENERATED ALWAYS AS (on_hand - committed) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "days_of_cover" numeric(20, 1) GENERATED ALWAYS AS (case when units_per_day > 0 then round(greatest(on_hand - committed, 0) / units_per_day, 1) end) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "health" text GENERATED ALWAYS AS (case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end) STORED;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "location_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_figures" ADD COLUMN "supplier_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_out_by_variant" ADD COLUMN "category_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_level_changes" ADD CONSTRAINT "stock_level_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_stock" ADD CONSTRAINT "variant_stock_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_stock" ADD CONSTRAINT "variant_stock_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_changes" ADD CONSTRAINT "purchase_order_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_sums" ADD CONSTRAINT "purchase_order_delivery_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_sums" ADD CONSTRAINT "purchase_order_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_sums" ADD CONSTRAINT "order_book_sums_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_book_sums" ADD CONSTRAINT "order_book_sums_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_by_category" ADD CONSTRAINT "sell_out_by_category_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_out_category_changes" ADD CONSTRAINT "sell_out_category_changes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variant_stock_by_on_hand" ON "variant_stock" USING btree ("organization_id","on_hand","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_committed" ON "variant_stock" USING btree ("organization_id","committed","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_incoming" ON "variant_stock" USING btree ("organization_id","incoming","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_available" ON "variant_stock" USING btree ("organization_id","available","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover","variant_id");--> statement-breakpoint
CREATE INDEX "variant_stock_by_longest_cover" ON "variant_stock" USING btree ("organization_id","days_of_cover" DESC NULLS LAST,"variant_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "variant_stock_by_health" ON "variant_stock" USING btree ("organization_id","health","variant_id");--> statement-breakpoint
CREATE INDEX "order_book_revisions_by_recording" ON "order_book_revisions" USING btree ("organization_id","season_code","recorded_at","revision","book_line_id");--> statement-breakpoint
CREATE INDEX "order_book_revisions_held" ON "order_book_revisions" USING btree ("organization_id","season_code","book_line_id") WHERE held_by is not null and not is_cancelled;--> statement-breakpoint
CREATE INDEX "order_book_revisions_unconfirmed" ON "order_book_revisions" USING btree ("organization_id","season_code","ship_window_start","book_line_id") WHERE verdict is null and not is_cancelled and ship_window_start is not null;--> statement-breakpoint
ALTER TABLE "row_count_deltas" ADD CONSTRAINT "row_count_deltas_table_known" CHECK ("row_count_deltas"."table_name" in ('catalogue_events', 'contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'stock_levels', 'stock_movements', 'suppliers', 'variants'));--> statement-breakpoint
ALTER TABLE "row_counts" ADD CONSTRAINT "row_counts_table_known" CHECK ("row_counts"."table_name" in ('catalogue_events', 'contacts', 'customers', 'invoices', 'products', 'purchase_orders', 'returns', 'sales_daily', 'stock_levels', 'stock_movements', 'suppliers', 'variants'));