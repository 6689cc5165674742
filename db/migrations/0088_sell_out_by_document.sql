ALTER TABLE "sell_out_rows" ADD COLUMN "units_document_id" bigint;--> statement-breakpoint
ALTER TABLE "sell_out_rows" ADD COLUMN "on_hand_document_id" bigint;