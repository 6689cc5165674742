-- stock_level_changes: the variants of levels that change without a movement, whose mark is in velocity_changes: units committed or on
-- order, pace and supplier's days. For each row, so that a level that only moves costs a comparison of numbers.
CREATE FUNCTION "note_stock_level_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_level_changes" ("organization_id", "variant_id") VALUES (OLD."organization_id", OLD."variant_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_levels_note_update" AFTER UPDATE ON "stock_levels" FOR EACH ROW WHEN (OLD."sequence" = NEW."sequence"
	AND (OLD."on_hand" <> NEW."on_hand" OR OLD."committed" <> NEW."committed" OR OLD."incoming" <> NEW."incoming" OR OLD."average_cost" IS DISTINCT FROM NEW."average_cost"
		OR OLD."units_per_day" IS DISTINCT FROM NEW."units_per_day" OR OLD."lead_time_days" <> NEW."lead_time_days" OR OLD."review_period_days" <> NEW."review_period_days"))
	EXECUTE FUNCTION "note_stock_level_change"();--> statement-breakpoint
CREATE TRIGGER "stock_levels_note_delete" AFTER DELETE ON "stock_levels" FOR EACH ROW EXECUTE FUNCTION "note_stock_level_change"();--> statement-breakpoint
-- Variants and products that are here already.
INSERT INTO "stock_level_changes" ("organization_id", "variant_id") SELECT "organization_id", "variant_id" FROM "variants";--> statement-breakpoint
INSERT INTO "product_changes" ("organization_id", "product_id") SELECT "organization_id", "product_id" FROM "products";--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of sums.
ALTER TABLE "variant_stock" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "stock_level_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
