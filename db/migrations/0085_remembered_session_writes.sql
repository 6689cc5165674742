CREATE TABLE "remembered_session_writes" (
	"organization_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"operation" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"encrypted_answer" "bytea" NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"forget_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remembered_session_writes_pk" PRIMARY KEY("organization_id","user_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "remembered_session_writes" ADD CONSTRAINT "remembered_session_writes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_session_writes" ADD CONSTRAINT "remembered_session_writes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remembered_session_writes_by_forget_at" ON "remembered_session_writes" USING btree ("forget_at");--> statement-breakpoint
CREATE INDEX "remembered_session_writes_by_user" ON "remembered_session_writes" USING btree ("user_id");