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
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_mail_id_mails_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("mail_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_invitations" ADD CONSTRAINT "portal_invitations_seat_fk" FOREIGN KEY ("organization_id","seat_id") REFERENCES "public"."portal_seats"("organization_id","seat_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_seats" ADD CONSTRAINT "portal_seats_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_seats" ADD CONSTRAINT "portal_seats_account_fk" FOREIGN KEY ("organization_id","trading_partner_id") REFERENCES "public"."trading_partners"("organization_id","trading_partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_seat_fk" FOREIGN KEY ("organization_id","seat_id") REFERENCES "public"."portal_seats"("organization_id","seat_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitations_by_token" ON "portal_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitations_one_open" ON "portal_invitations" USING btree ("organization_id","seat_id") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "portal_invitations_by_seat" ON "portal_invitations" USING btree ("organization_id","seat_id","created_at");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_time" ON "portal_invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_mail" ON "portal_invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "portal_invitations_by_expiry" ON "portal_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_seats_by_address" ON "portal_seats" USING btree ("organization_id","trading_partner_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_by_token" ON "portal_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_sessions_by_expiry" ON "portal_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sales_orders_open_by_account" ON "sales_orders" USING btree ("organization_id","trading_partner_id","ship_window_end") WHERE trading_partner_id is not null and lifecycle in ('open', 'partially_allocated', 'allocated', 'partially_fulfilled');