DROP INDEX "key_usage_by_key";--> statement-breakpoint
DROP INDEX "key_usage_by_at";--> statement-breakpoint
CREATE INDEX "key_usage_by_at" ON "key_usage" USING brin ("at");--> statement-breakpoint
ALTER TABLE "key_usage" DROP CONSTRAINT "key_usage_pk";
--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_pk" PRIMARY KEY("organization_id","api_key_id","at","request_id");