ALTER TABLE "sell_out_files" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sell_out_files" ADD COLUMN "undone_by" text;