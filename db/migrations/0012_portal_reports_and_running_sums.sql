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
CREATE TABLE "sales_before" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	"variant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"row_count" bigint NOT NULL,
	"units" bigint NOT NULL,
	"returned_units" bigint NOT NULL,
	"gross_sales_cents" bigint NOT NULL,
	"discounts_cents" bigint NOT NULL,
	"returns_cents" bigint NOT NULL,
	"taxes_cents" bigint NOT NULL,
	"costed_units" bigint NOT NULL,
	"known_cost_cents" bigint NOT NULL,
	"priced_units" bigint NOT NULL,
	"known_regular_value_cents" bigint NOT NULL,
	"known_markdown_units" bigint NOT NULL,
	CONSTRAINT "sales_before_pk" PRIMARY KEY("organization_id","before","variant_id","currency")
);
--> statement-breakpoint
CREATE TABLE "sales_before_days" (
	"organization_id" uuid NOT NULL,
	"before" date NOT NULL,
	CONSTRAINT "sales_before_days_pk" PRIMARY KEY("organization_id","before")
);
--> statement-breakpoint
CREATE TABLE "edi_inventory_advices" (
	"organization_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	CONSTRAINT "edi_inventory_advices_pk" PRIMARY KEY("organization_id","trading_partner_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "portal_invitations" (
	"organization_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"seat_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"mail_id" uuid,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "portal_invitations_pk" PRIMARY KEY("organization_id","invitation_id"),
	CONSTRAINT "portal_invitations_end_once" CHECK ("portal_invitations"."used_at" is null or "portal_invitations"."revoked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "portal_seats" (
	"organization_id" uuid NOT NULL,
	"seat_id" uuid NOT NULL,
	"trading_partner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"last_opened_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "portal_seats_pk" PRIMARY KEY("organization_id","seat_id"),
	CONSTRAINT "portal_seats_email_in_lower_case" CHECK ("portal_seats"."email" = lower("portal_seats"."email"))
);
--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"organization_id" uuid NOT NULL,
	"seat_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "portal_sessions_pk" PRIMARY KEY("organization_id","seat_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "sell_out_refusals" DROP CONSTRAINT "sell_out_refusals_reason_known";--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ALTER COLUMN "period_start" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ALTER COLUMN "period_end" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender_id" uuid GENERATED ALWAYS AS (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "content_erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "field" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "value" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "rule" text;--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD COLUMN "allowed" text[];--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_schedule_fk" FOREIGN KEY ("organization_id","schedule_id") REFERENCES "public"."report_schedules"("organization_id","schedule_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery_mails" ADD CONSTRAINT "report_delivery_mails_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery_mails" ADD CONSTRAINT "report_delivery_mails_receipt_fk" FOREIGN KEY ("organization_id","receipt_id") REFERENCES "public"."report_deliveries"("organization_id","receipt_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_before" ADD CONSTRAINT "sales_before_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_before_days" ADD CONSTRAINT "sales_before_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_inventory_advices" ADD CONSTRAINT "edi_inventory_advices_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_inventory_advices" ADD CONSTRAINT "edi_inventory_advices_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_mail_id_mails_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("mail_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_seat_fk" FOREIGN KEY ("organization_id","seat_id") REFERENCES "public"."portal_seats"("organization_id","seat_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_seats" ADD CONSTRAINT "portal_seats_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_seats" ADD CONSTRAINT "portal_seats_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_seat_fk" FOREIGN KEY ("organization_id","seat_id") REFERENCES "public"."portal_seats"("organization_id","seat_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_deliveries_once" ON "report_deliveries" USING btree ("organization_id","schedule_id","due_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_newest" ON "report_deliveries" USING btree ("organization_id","due_at" DESC NULLS LAST,"receipt_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_deliveries_due" ON "report_deliveries" USING btree ("organization_id","schedule_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "report_deliveries_sending" ON "report_deliveries" USING btree ("as_of") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "report_deliveries_by_age" ON "report_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_delivery_mails_by_mail" ON "report_delivery_mails" USING btree ("organization_id","mail_id");--> statement-breakpoint
CREATE INDEX "report_schedules_newest" ON "report_schedules" USING btree ("organization_id","created_at" DESC NULLS LAST,"schedule_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_run_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "edi_inventory_advices_by_week" ON "edi_inventory_advices" USING btree ("week_start");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitations_by_token" ON "portal_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitations_one_open" ON "portal_invitations" USING btree ("organization_id","seat_id") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "portal_invitations_by_seat" ON "portal_invitations" USING btree ("organization_id","seat_id","created_at");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_time" ON "portal_invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_mail" ON "portal_invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_expiry" ON "portal_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_seats_by_address" ON "portal_seats" USING btree ("organization_id","trading_partner_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_by_token" ON "portal_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_sessions_by_expiry" ON "portal_sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_by_folded_title" ON "products" USING btree ("organization_id",lower("title"));--> statement-breakpoint
CREATE INDEX "products_by_folded_handle" ON "products" USING btree ("organization_id",lower("handle"));--> statement-breakpoint
CREATE INDEX "variants_by_folded_sku" ON "variants" USING btree ("organization_id",translate(upper(regexp_replace("sku", '[^A-Za-z0-9]', '', 'g')), 'OQDILZSGB', '000112568'));--> statement-breakpoint
CREATE INDEX "variant_velocity_by_pace" ON "variant_velocity" USING btree ("organization_id","end_exclusive","weeks","units_per_day" DESC NULLS LAST,"variant_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_lines_by_cancel_date" ON "order_lines" USING btree ("organization_id","cancel_date","order_id") WHERE cancel_date is not null;--> statement-breakpoint
CREATE INDEX "sales_orders_open_by_account" ON "sales_orders" USING btree ("organization_id","trading_partner_id","ship_window_end") WHERE trading_partner_id is not null and lifecycle in ('open', 'partially_allocated', 'allocated', 'partially_fulfilled');--> statement-breakpoint
CREATE INDEX "edi_documents_with_record" ON "edi_documents" USING btree ("organization_id","created_at") WHERE record is not null;--> statement-breakpoint
CREATE INDEX "edi_interchanges_with_content" ON "edi_interchanges" USING btree ("organization_id","created_at") WHERE content_erased_at is null;--> statement-breakpoint
CREATE INDEX "sell_out_refusals_newest" ON "sell_out_refusals" USING btree ("organization_id","trading_partner_id","file_id","row_number");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("sender_id","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_attachments_owned" CHECK ("mails"."organization_id" is not null or "mails"."attachments" = '[]');--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('invitation', 'password_reset', 'portal_invitation', 'report'));--> statement-breakpoint
ALTER TABLE "sell_out_refusals" ADD CONSTRAINT "sell_out_refusals_reason_known" CHECK ("sell_out_refusals"."reason" in ('unknown_item', 'ambiguous_item', 'unknown_door', 'other_door_kind', 'unreadable_value', 'no_item', 'no_figure', 'no_door', 'future_period', 'long_period'));