ALTER TABLE "remembered_writes" DROP CONSTRAINT "remembered_writes_pk";
--> statement-breakpoint
ALTER TABLE "remembered_writes" ADD CONSTRAINT "remembered_writes_pk" PRIMARY KEY("organization_id","api_key_id","idempotency_key","operation");