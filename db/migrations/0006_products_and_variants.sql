ALTER TABLE "products" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status_before_archive" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "products_by_handle" ON "products" USING btree ("organization_id","handle");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_status_before_archive_known" CHECK ("products"."status_before_archive" in ('ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'));