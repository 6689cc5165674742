-- Orders are counted by what their list filters on (order_counts), and no longer once more as rows of a table.
-- This runs before the list of counted tables is narrowed, since the rows would break its check.
DROP TRIGGER "sales_orders_count_insert" ON "sales_orders";--> statement-breakpoint
DROP TRIGGER "sales_orders_count_delete" ON "sales_orders";--> statement-breakpoint
DELETE FROM "row_count_deltas" WHERE "table_name" = 'sales_orders';--> statement-breakpoint
DELETE FROM "row_counts" WHERE "table_name" = 'sales_orders';
