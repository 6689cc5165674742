DROP INDEX "variants_by_barcode";--> statement-breakpoint
CREATE INDEX "variants_by_barcode" ON "variants" USING btree ("organization_id",ltrim("barcode", '0'));