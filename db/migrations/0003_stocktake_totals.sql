CREATE TABLE "stocktake_locations" (
	"organization_id" uuid NOT NULL,
	"stocktake_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	CONSTRAINT "stocktake_locations_pk" PRIMARY KEY("organization_id","stocktake_id","location_id")
);
--> statement-breakpoint
ALTER TABLE "stocktake_lines" drop column "variance_quantity";--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD COLUMN "variance_quantity" integer GENERATED ALWAYS AS (counted_quantity - system_quantity) STORED;--> statement-breakpoint
ALTER TABLE "stocktake_lines" ADD COLUMN "moved_quantity" integer;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "currency" text NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "line_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "counted_line_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "system_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "counted_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "variance_total" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "variance_value_total" numeric(38, 4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktakes" ADD COLUMN "uncosted_line_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_stocktake_fk" FOREIGN KEY ("organization_id","stocktake_id") REFERENCES "public"."stocktakes"("organization_id","stocktake_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stocktake_locations" ADD CONSTRAINT "stocktake_locations_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "refuse_posted_stocktake_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a posted stocktake never changes' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "stocktakes_posted_for_good" BEFORE UPDATE OR DELETE ON "stocktakes" FOR EACH ROW WHEN (OLD."status" = 'posted') EXECUTE FUNCTION "refuse_posted_stocktake_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_posted_stocktake_part_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- One look for the whole statement; a line whose count is gone goes with it.
	PERFORM 1 FROM (SELECT DISTINCT "organization_id", "stocktake_id" FROM "changed") "c"
		JOIN "stocktakes" "s" ON "s"."organization_id" = "c"."organization_id" AND "s"."stocktake_id" = "c"."stocktake_id" AND "s"."status" = 'posted';
	IF FOUND THEN
		RAISE EXCEPTION 'a posted stocktake never changes' USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_insert" AFTER INSERT ON "stocktake_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_update" AFTER UPDATE ON "stocktake_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_lines_posted_delete" AFTER DELETE ON "stocktake_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_insert" AFTER INSERT ON "stocktake_locations" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_update" AFTER UPDATE ON "stocktake_locations" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();--> statement-breakpoint
CREATE TRIGGER "stocktake_locations_posted_delete" AFTER DELETE ON "stocktake_locations" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_posted_stocktake_part_change"();
