ALTER TABLE "outbound_documents" RENAME COLUMN "lane" TO "channel";--> statement-breakpoint
ALTER TABLE "outbound_documents" RENAME COLUMN "room" TO "concurrency_key";--> statement-breakpoint
ALTER INDEX "outbound_documents_due_by_room" RENAME TO "outbound_documents_due_by_concurrency_key";--> statement-breakpoint
ALTER TABLE "outbound_documents" RENAME CONSTRAINT "outbound_documents_lane_known" TO "outbound_documents_channel_known";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "sealed_text" TO "encrypted_text";--> statement-breakpoint
ALTER TABLE "webhooks" RENAME COLUMN "sealed_secret" TO "encrypted_secret";--> statement-breakpoint
ALTER TABLE "warehouse_connections" RENAME COLUMN "sealed_token" TO "encrypted_token";
