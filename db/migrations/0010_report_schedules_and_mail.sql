CREATE TABLE "report_deliveries" (
	"organization_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"report" text NOT NULL,
	"period" text NOT NULL,
	"asked" jsonb NOT NULL,
	"recipients" jsonb NOT NULL,
	"formats" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"as_of" timestamp with time zone,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delivered_at" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_deliveries_pk" PRIMARY KEY("organization_id","receipt_id"),
	CONSTRAINT "report_deliveries_state_known" CHECK ("report_deliveries"."state" in ('queued', 'sending', 'delivered', 'failed')),
	CONSTRAINT "report_deliveries_queued_is_due" CHECK (("report_deliveries"."state" = 'queued') = ("report_deliveries"."next_attempt_at" is not null)),
	CONSTRAINT "report_deliveries_delivered_is_dated" CHECK (("report_deliveries"."state" = 'delivered') = ("report_deliveries"."delivered_at" is not null)),
	CONSTRAINT "report_deliveries_failed_says_why" CHECK ("report_deliveries"."state" <> 'failed' or "report_deliveries"."failure" is not null)
);
--> statement-breakpoint
CREATE TABLE "report_delivery_mails" (
	"organization_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"recipient" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "report_delivery_mails_pk" PRIMARY KEY("organization_id","receipt_id","position"),
	CONSTRAINT "report_delivery_mails_outcome_known" CHECK ("report_delivery_mails"."outcome" in ('queued', 'sent', 'failed', 'stored'))
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"organization_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"name" text NOT NULL,
	"report" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"recipients" jsonb NOT NULL,
	"formats" jsonb NOT NULL,
	"weekdays" jsonb,
	"days_of_month" jsonb,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"state" text NOT NULL,
	"next_run_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_pk" PRIMARY KEY("organization_id","schedule_id"),
	CONSTRAINT "report_schedules_state_known" CHECK ("report_schedules"."state" in ('active', 'paused', 'archived')),
	CONSTRAINT "report_schedules_active_is_due" CHECK (("report_schedules"."state" = 'active') = ("report_schedules"."next_run_at" is not null)),
	CONSTRAINT "report_schedules_days_once" CHECK (("report_schedules"."weekdays" is null) <> ("report_schedules"."days_of_month" is null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender_id" uuid GENERATED ALWAYS AS (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_schedule_fk" FOREIGN KEY ("organization_id","schedule_id") REFERENCES "public"."report_schedules"("organization_id","schedule_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery_mails" ADD CONSTRAINT "report_delivery_mails_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery_mails" ADD CONSTRAINT "report_delivery_mails_receipt_fk" FOREIGN KEY ("organization_id","receipt_id") REFERENCES "public"."report_deliveries"("organization_id","receipt_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_deliveries_once" ON "report_deliveries" USING btree ("organization_id","schedule_id","due_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_newest" ON "report_deliveries" USING btree ("organization_id","due_at" DESC NULLS LAST,"receipt_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_deliveries_due" ON "report_deliveries" USING btree ("organization_id","schedule_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "report_deliveries_sending" ON "report_deliveries" USING btree ("as_of") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "report_deliveries_by_age" ON "report_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_delivery_mails_by_mail" ON "report_delivery_mails" USING btree ("organization_id","mail_id");--> statement-breakpoint
CREATE INDEX "report_schedules_newest" ON "report_schedules" USING btree ("organization_id","created_at" DESC NULLS LAST,"schedule_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_run_at") WHERE state = 'active';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("sender_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_attachments_owned" CHECK ("mails"."organization_id" is not null or "mails"."attachments" = '[]');--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'portal_invitation', 'report'));