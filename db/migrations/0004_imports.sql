CREATE TABLE "import_batches" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"batch_number" integer NOT NULL,
	"first_row" integer NOT NULL,
	"last_row" integer NOT NULL,
	"byte_start" bigint,
	"byte_end" bigint,
	"preview_entries" jsonb,
	"key_hashes" "bytea",
	"repeats" jsonb,
	"entries" jsonb,
	"undos" jsonb,
	"undo_entries" jsonb,
	CONSTRAINT "import_batches_pk" PRIMARY KEY("organization_id","import_id","batch_number")
);
--> statement-breakpoint
CREATE TABLE "import_profiles" (
	"organization_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"header_fingerprint" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "import_profiles_pk" PRIMARY KEY("organization_id","profile_id"),
	CONSTRAINT "import_profiles_version_positive" CHECK ("import_profiles"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"task" text NOT NULL,
	"requested_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"byte_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"mapping" jsonb,
	"profile" text,
	"reading" jsonb,
	"is_read" boolean DEFAULT false NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault" jsonb,
	"rows_total" integer DEFAULT 0 NOT NULL,
	"batches_total" integer DEFAULT 0 NOT NULL,
	"batches_done" integer DEFAULT 0 NOT NULL,
	"preview" jsonb,
	"result" jsonb,
	"undo_result" jsonb,
	"actor" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_pk" PRIMARY KEY("organization_id","import_id"),
	CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('needs_mapping', 'ready', 'previewing', 'needs_answer', 'previewed', 'running', 'completed', 'cancelled', 'failed', 'undoing', 'undone', 'partly_undone')),
	CONSTRAINT "imports_task_known" CHECK ("imports"."task" in ('preview', 'run', 'undo')),
	CONSTRAINT "imports_queued_while_working" CHECK (("imports"."state" in ('previewing', 'running', 'undoing')) = ("imports"."next_attempt_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_import_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_profiles_by_version" ON "import_profiles" USING btree ("organization_id","name","version");--> statement-breakpoint
CREATE INDEX "import_profiles_by_fingerprint" ON "import_profiles" USING btree ("organization_id","header_fingerprint") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "imports_due_by_task" ON "imports" USING btree ("organization_id","task","next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("organization_id","created_at" DESC NULLS LAST,"import_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_by_update" ON "imports" USING btree ("updated_at");