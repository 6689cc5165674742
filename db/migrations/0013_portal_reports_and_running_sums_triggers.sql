-- variants: a new variant is among the changes until it is measured, so that every variant is either there or here.
CREATE TRIGGER "variants_velocity_insert" AFTER INSERT ON "variants" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_velocity_changes"();--> statement-breakpoint
INSERT INTO "velocity_changes" ("organization_id", "variant_id")
SELECT "v"."organization_id", "v"."variant_id" FROM "variants" "v" JOIN "velocity_windows" "w" ON "w"."organization_id" = "v"."organization_id"
WHERE EXISTS (SELECT FROM (VALUES (4), (13), (26)) "k" ("weeks") WHERE NOT EXISTS (SELECT FROM "variant_velocity" "s" WHERE "s"."organization_id" = "w"."organization_id" AND "s"."end_exclusive" = "w"."end_exclusive" AND "s"."weeks" = "k"."weeks" AND "s"."variant_id" = "v"."variant_id"));--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of sums; each day of them is removed as a whole.
ALTER TABLE "sales_before" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
