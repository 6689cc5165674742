CREATE TABLE "organization_exports" (
	"organization_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"row_count" bigint,
	"byte_count" bigint,
	"sha256" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "organization_exports_pk" PRIMARY KEY("organization_id","export_id"),
	CONSTRAINT "organization_exports_state_known" CHECK ("organization_exports"."state" in ('queued', 'ready', 'failed')),
	CONSTRAINT "organization_exports_queued_is_due" CHECK (("organization_exports"."state" = 'queued') = ("organization_exports"."next_attempt_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "organization_exports" ADD CONSTRAINT "organization_exports_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "organization_exports_one_queued" ON "organization_exports" USING btree ("organization_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "organization_exports_due" ON "organization_exports" USING btree ("organization_id","state","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "organization_exports_by_expiry" ON "organization_exports" USING btree ("expires_at");