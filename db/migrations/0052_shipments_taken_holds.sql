ALTER TABLE "fulfilments" ADD COLUMN "unheld_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "taken_holds" jsonb DEFAULT '[]'::jsonb NOT NULL;