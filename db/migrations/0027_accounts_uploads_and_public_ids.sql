CREATE SEQUENCE "public"."contact_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"mail_id" uuid,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_pk" PRIMARY KEY("organization_id","invitation_id"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('admin', 'member')),
	CONSTRAINT "invitations_end_once" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed_text" "bytea" NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"status" smallint,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('invitation', 'password_reset')),
	CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('queued', 'sent', 'failed', 'stored')),
	CONSTRAINT "mails_queued_is_due" CHECK (("mails"."state" = 'queued') = ("mails"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "session_allowances" (
	"user_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"verb" text NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "session_allowances_pk" PRIMARY KEY("user_id","minute","verb")
);
--> statement-breakpoint
CREATE TABLE "staged_uploads" (
	"organization_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"reserved_bytes" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staged_uploads_pk" PRIMARY KEY("organization_id","file_key")
);
--> statement-breakpoint
DROP INDEX "catalogue_events_by_time";--> statement-breakpoint
DROP INDEX "catalogue_events_by_variant";--> statement-breakpoint
DROP INDEX "catalogue_events_by_product";--> statement-breakpoint
DROP INDEX "catalogue_events_by_kind";--> statement-breakpoint
DROP INDEX "stock_movements_by_time";--> statement-breakpoint
DROP INDEX "stock_movements_by_document";--> statement-breakpoint
ALTER TABLE "catalogue_events" ALTER COLUMN "event_id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "contact_id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "movement_id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "edi_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "id_key" "bytea" DEFAULT uuid_send(gen_random_uuid()) NOT NULL;--> statement-breakpoint
-- One rewrite that gives every row the number it was recorded under; an UPDATE would be refused, and would write all twice.
ALTER TABLE "catalogue_events" ADD COLUMN "entry" bigint;--> statement-breakpoint
ALTER TABLE "catalogue_events" ALTER COLUMN "entry" TYPE bigint USING "event_id";--> statement-breakpoint
ALTER TABLE "catalogue_events" ALTER COLUMN "entry" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_events" ALTER COLUMN "entry" ADD GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_events_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
SELECT setval('catalogue_events_entry_seq', max("entry")) FROM "catalogue_events" HAVING max("entry") IS NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "entry" bigint;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "entry" TYPE bigint USING "movement_id";--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "entry" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "entry" ADD GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
SELECT setval('stock_movements_entry_seq', max("entry")) FROM "stock_movements" HAVING max("entry") IS NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mail_id_mails_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("mail_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_uploads" ADD CONSTRAINT "staged_uploads_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_by_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("organization_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "invitations_by_time" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_by_mail" ON "invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mails_by_expiry" ON "mails" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_resets_by_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_allowances_by_minute" ON "session_allowances" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "staged_uploads_by_end" ON "staged_uploads" USING btree ("ends_at");--> statement-breakpoint
-- An identity that one organisation alone has set so far counts as verified; one that several claim belongs to none yet.
UPDATE "organizations" o SET "edi_verified_at" = now() WHERE "edi_qualifier" IS NOT NULL AND "edi_id" IS NOT NULL AND NOT EXISTS (
	SELECT FROM "organizations" other WHERE other."edi_qualifier" = o."edi_qualifier" AND other."edi_id" = o."edi_id" AND other."organization_id" <> o."organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_by_edi_identity" ON "organizations" USING btree ("edi_qualifier","edi_id") WHERE edi_verified_at is not null;--> statement-breakpoint
CREATE INDEX "uploads_by_time" ON "uploads" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_time" ON "catalogue_events" USING btree ("organization_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_variant" ON "catalogue_events" USING btree ("organization_id","variant_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_product" ON "catalogue_events" USING btree ("organization_id","product_id","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "catalogue_events_by_kind" ON "catalogue_events" USING btree ("organization_id","kind","occurred_at","entry","event_id");--> statement-breakpoint
CREATE INDEX "stock_movements_by_time" ON "stock_movements" USING btree ("organization_id","variant_id","location_id","occurred_at" DESC NULLS LAST,"entry" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "stock_movements_by_document" ON "stock_movements" USING btree ("organization_id","document_type","document_id","occurred_at" DESC NULLS LAST,"entry" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_edi_verified_is_named" CHECK ("organizations"."edi_verified_at" is null or ("organizations"."edi_qualifier" is not null and "organizations"."edi_id" is not null));--> statement-breakpoint
ALTER TABLE "session_allowances" SET (fillfactor = 50);--> statement-breakpoint
-- A number of a sequence that all organisations share, as one organisation sees it: a Feistel permutation under the
-- organisation's key, with SHA-256 as its round function. Results are 2^52 to 2^53 - 1: exact in JSON, and apart from
-- every id that was given out before.
CREATE FUNCTION "public_id"("key" bytea, "number" bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	high bigint := "number" >> 26;
	low bigint := "number" & 67108863;
	mixed bytea;
	next bigint;
BEGIN
	IF "number" < 0 OR high > 67108863 THEN
		RAISE EXCEPTION 'public_id takes numbers from 0 to 2^52 - 1' USING ERRCODE = 'numeric_value_out_of_range';
	END IF;
	FOR round IN 1..6 LOOP
		mixed := sha256("key" || int8send(low * 16 + round));
		next := high # (get_byte(mixed, 0) * 262144 + get_byte(mixed, 1) * 1024 + get_byte(mixed, 2) * 4 + get_byte(mixed, 3) / 64);
		high := low;
		low := next;
	END LOOP;
	RETURN 4503599627370496 + high * 67108864 + low;
END $$;--> statement-breakpoint
CREATE FUNCTION "assign_movement_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."movement_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), NEW."entry");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "assign_event_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."event_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), NEW."entry");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "assign_contact_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."contact_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), nextval('contact_numbers'));
	RETURN NEW;
END $$;--> statement-breakpoint
-- An id that comes along is kept, as where rows are restored or replicated.
CREATE TRIGGER "stock_movements_assign_id" BEFORE INSERT ON "stock_movements" FOR EACH ROW WHEN (NEW."movement_id" IS NULL) EXECUTE FUNCTION "assign_movement_id"();--> statement-breakpoint
CREATE TRIGGER "catalogue_events_assign_id" BEFORE INSERT ON "catalogue_events" FOR EACH ROW WHEN (NEW."event_id" IS NULL) EXECUTE FUNCTION "assign_event_id"();--> statement-breakpoint
CREATE TRIGGER "contacts_assign_id" BEFORE INSERT ON "contacts" FOR EACH ROW WHEN (NEW."contact_id" IS NULL) EXECUTE FUNCTION "assign_contact_id"();--> statement-breakpoint
ALTER TABLE "stock_movements" ENABLE ALWAYS TRIGGER "stock_movements_assign_id";--> statement-breakpoint
ALTER TABLE "catalogue_events" ENABLE ALWAYS TRIGGER "catalogue_events_assign_id";--> statement-breakpoint
ALTER TABLE "contacts" ENABLE ALWAYS TRIGGER "contacts_assign_id";
