DROP INDEX "outbound_documents_due";--> statement-breakpoint
ALTER TABLE "outbound_documents" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outbound_documents_due_by_room" ON "outbound_documents" USING btree ("organization_id","room","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
-- Room for the row that a claim changes.
ALTER TABLE "outbound_documents" SET (fillfactor = 70);
