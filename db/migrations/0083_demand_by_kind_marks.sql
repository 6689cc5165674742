-- stock_level_changes: a level whose rate is missing for another cause than before is summed again, too.
DROP TRIGGER "stock_levels_note_update" ON "stock_levels";--> statement-breakpoint
CREATE TRIGGER "stock_levels_note_update" AFTER UPDATE ON "stock_levels" FOR EACH ROW WHEN (OLD."sequence" = NEW."sequence"
	AND (OLD."on_hand" <> NEW."on_hand" OR OLD."committed" <> NEW."committed" OR OLD."incoming" <> NEW."incoming" OR OLD."average_cost" IS DISTINCT FROM NEW."average_cost"
		OR OLD."units_per_day" IS DISTINCT FROM NEW."units_per_day" OR OLD."rate_lack" IS DISTINCT FROM NEW."rate_lack" OR OLD."lead_time_days" <> NEW."lead_time_days" OR OLD."review_period_days" <> NEW."review_period_days"))
	EXECUTE FUNCTION "note_stock_level_change"();--> statement-breakpoint
-- What is stored counts wholesale as consumers: it is measured again.
INSERT INTO "velocity_changes" ("organization_id", "variant_id")
SELECT v."organization_id", v."variant_id" FROM "velocity_windows" w
JOIN "variants" v ON v."organization_id" = w."organization_id";--> statement-breakpoint
INSERT INTO "stock_level_changes" ("organization_id", "variant_id") SELECT DISTINCT "organization_id", "variant_id" FROM "stock_levels";
