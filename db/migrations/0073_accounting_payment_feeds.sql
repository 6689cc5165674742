CREATE TABLE "accounting_payment_feeds" (
	"organization_id" uuid NOT NULL,
	"accounting_connection_id" uuid NOT NULL,
	"url" text NOT NULL,
	"cursor" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_read_at" timestamp with time zone,
	"fault" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_payment_feeds_pk" PRIMARY KEY("organization_id","accounting_connection_id"),
	CONSTRAINT "accounting_payment_feeds_state_known" CHECK ("accounting_payment_feeds"."state" in ('polled')),
	CONSTRAINT "accounting_payment_feeds_polled_is_due" CHECK (("accounting_payment_feeds"."state" = 'polled') = ("accounting_payment_feeds"."next_attempt_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "accounting_payment_feeds" ADD CONSTRAINT "accounting_payment_feeds_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_payment_feeds" ADD CONSTRAINT "accounting_payment_feeds_connection_fk" FOREIGN KEY ("organization_id","accounting_connection_id") REFERENCES "public"."accounting_connections"("organization_id","accounting_connection_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounting_payment_feeds_due" ON "accounting_payment_feeds" USING btree ("organization_id","accounting_connection_id","next_attempt_at") WHERE state = 'polled';--> statement-breakpoint
ALTER TABLE "accounting_payment_feeds" SET (fillfactor = 70);
