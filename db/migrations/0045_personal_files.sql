ALTER TABLE "uploads" ADD COLUMN "served_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "imports_by_file" ON "imports" USING btree ("organization_id","file_key");