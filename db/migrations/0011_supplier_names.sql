DROP INDEX "suppliers_by_name";--> statement-breakpoint
CREATE INDEX "suppliers_in_order_of_name" ON "suppliers" USING btree ("organization_id","name","supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_by_name" ON "suppliers" USING btree ("organization_id",lower("name"));