ALTER TABLE "order_links" DROP CONSTRAINT "order_links_pk";
--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_pk" PRIMARY KEY("organization_id","order_id","from_order_id","kind");