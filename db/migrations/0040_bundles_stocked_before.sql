-- As every table of products, locations and orders (tests/db/statistics.test.ts).
ALTER TABLE "order_line_components" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "fulfilment_components" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Bundles that have stock of their own, or are made by manufacturing orders, go on being sold from it.
UPDATE "bundles" b SET "stocking" = 'ready_made'
WHERE EXISTS (SELECT FROM "stock_levels" l WHERE l."organization_id" = b."organization_id" AND l."variant_id" = b."bundle_variant_id"
    AND (l."on_hand" <> 0 OR l."committed" <> 0 OR l."incoming" <> 0))
  OR EXISTS (SELECT FROM "bills_of_materials" m WHERE m."organization_id" = b."organization_id"
    AND m."variant_id" = b."bundle_variant_id" AND m."is_active");
