-- Receipts whose cost became known count at it on their days, and those that were taken back lack none: the sums of
-- organisations that have receipts of unknown cost are removed and made anew, and reads compute them meanwhile.
CREATE TEMPORARY TABLE "refolded" ON COMMIT DROP AS
SELECT DISTINCT "organization_id" FROM "stock_movements" WHERE "kind" IN ('receipt', 'assembly_in') AND "landed_unit_cost" IS NULL;--> statement-breakpoint
DELETE FROM "stock_value_days" WHERE "organization_id" IN (SELECT "organization_id" FROM "refolded");--> statement-breakpoint
DELETE FROM "stock_value_totals" WHERE "organization_id" IN (SELECT "organization_id" FROM "refolded");--> statement-breakpoint
DELETE FROM "stock_value_levels" WHERE "organization_id" IN (SELECT "organization_id" FROM "refolded");--> statement-breakpoint
INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
SELECT DISTINCT "organization_id", "variant_id" FROM "stock_levels"
WHERE "organization_id" IN (SELECT "organization_id" FROM "refolded") AND "sequence" > 0;--> statement-breakpoint
-- What waits for no rate of its own, but for a cost that nobody stated (server/ledger/costs/lacks.rules.ts).
UPDATE "unrated_arrivals" "u" SET "currency" = 'XXX'
FROM "stock_movements" "m", "organizations" "o"
WHERE "m"."organization_id" = "u"."organization_id" AND "m"."movement_id" = "u"."movement_id" AND "o"."organization_id" = "u"."organization_id"
	AND "u"."known_at" IS NULL AND "u"."stated_unit_cost" IS NULL AND "u"."unit_cost" IS NULL
	AND ("m"."kind" = 'receipt' OR "u"."currency" = "o"."currency");
