-- sales_deltas (0003): a row of zeros marks the days whose lines changed, so that the verification compares them again.
CREATE FUNCTION "note_credit_note_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "d"."day", "n"."sales_channel_id", "v"."product_id", "n"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM "changed" "c"
	JOIN "credit_notes" "n" ON "n"."organization_id" = "c"."organization_id" AND "n"."credit_note_id" = "c"."credit_note_id" AND "n"."kind" <> 'void'
	CROSS JOIN LATERAL (VALUES ("n"."issued_on"), ("n"."cancelled_on")) "d" ("day")
	JOIN "variants" "v" ON "v"."organization_id" = "c"."organization_id" AND "v"."variant_id" = "c"."variant_id"
	WHERE "d"."day" IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_note_lines_note_insert" AFTER INSERT ON "credit_note_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_credit_note_lines"();--> statement-breakpoint
CREATE TRIGGER "credit_note_lines_note_update" AFTER UPDATE ON "credit_note_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_credit_note_lines"();--> statement-breakpoint
CREATE TRIGGER "credit_note_lines_note_delete" AFTER DELETE ON "credit_note_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_credit_note_lines"();--> statement-breakpoint
-- credit_notes: the same for one that is cancelled, or moves to another day, channel or location.
CREATE FUNCTION "note_credit_notes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sales_deltas" ("organization_id", "day", "sales_channel_id", "product_id", "currency", "row_count", "units", "returned_units", "gross_sales_cents", "discounts_cents", "returns_cents", "taxes_cents", "costed_units", "known_cost_cents", "priced_units", "known_regular_value_cents", "known_markdown_units")
	SELECT DISTINCT "c"."organization_id", "d"."day", "c"."sales_channel_id", "v"."product_id", "c"."currency", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM (SELECT * FROM "before" UNION ALL SELECT * FROM "after") "c"
	JOIN "credit_note_lines" "l" ON "l"."organization_id" = "c"."organization_id" AND "l"."credit_note_id" = "c"."credit_note_id"
	CROSS JOIN LATERAL (VALUES ("c"."issued_on"), ("c"."cancelled_on")) "d" ("day")
	JOIN "variants" "v" ON "v"."organization_id" = "l"."organization_id" AND "v"."variant_id" = "l"."variant_id"
	WHERE "c"."kind" <> 'void' AND "d"."day" IS NOT NULL AND EXISTS (SELECT FROM "before" "b" JOIN "after" "a" ON "a"."organization_id" = "b"."organization_id" AND "a"."credit_note_id" = "b"."credit_note_id"
		WHERE "b"."organization_id" = "c"."organization_id" AND "b"."credit_note_id" = "c"."credit_note_id"
			AND ("b"."issued_on", "b"."cancelled_on", "b"."sales_channel_id", "b"."location_id", "b"."currency")
				IS DISTINCT FROM ("a"."issued_on", "a"."cancelled_on", "a"."sales_channel_id", "a"."location_id", "a"."currency"));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_notes_note_update" AFTER UPDATE ON "credit_notes" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_credit_notes"();--> statement-breakpoint
ALTER TABLE "credit_notes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "credit_note_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "credit_note_postings" SET (fillfactor = 70);
