CREATE UNLOGGED TABLE "sign_in_attempts" (
	"subject" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "sign_in_attempts_pk" PRIMARY KEY("subject","minute")
);
--> statement-breakpoint
ALTER TABLE "key_directory" ADD COLUMN "live_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_by_minute" ON "sign_in_attempts" USING btree ("minute");