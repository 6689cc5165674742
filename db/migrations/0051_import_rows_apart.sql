ALTER TABLE "import_batches" ADD COLUMN "brought" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "given" jsonb DEFAULT '[]'::jsonb NOT NULL;