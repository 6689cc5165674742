ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "freight_cost" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD COLUMN "duty_cost" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "adjusted_quantity" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "adjusted_cost" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "adjusted_stock" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_adjust_costs_alone" CHECK (("stock_movements"."kind" = 'cost_adjustment' and "stock_movements"."quantity_delta" = 0 and "stock_movements"."adjusted_cost" is not null
        and "stock_movements"."adjusted_quantity" > 0 and "stock_movements"."adjusted_stock" in ('on_hand', 'left'))
        or ("stock_movements"."adjusted_cost" is null and "stock_movements"."adjusted_quantity" is null and "stock_movements"."adjusted_stock" is null));