-- Days of orders have had the cost of each line rounded to the cent: it is summed again from the lines, as
-- selling/sales_facts/line_facts.ts does. Triggers carry the differences into the sums.
UPDATE "sales_daily" s SET "known_cost_cents" = e."cost"
FROM (
	SELECT f."organization_id", f."variant_id", f."day", f."sales_channel_id", f."location_id", f."currency", sum(f."cost") * 100 AS "cost"
	FROM (
		SELECT o."organization_id", l."variant_id", o."ordered_on" AS "day", o."sales_channel_id", o."location_id", o."currency",
			t."cost" + coalesce(greatest(l."quantity" - l."cancelled_quantity" - t."shipped", 0) * l."unit_cost", 0) AS "cost"
		FROM "sales_orders" o
		JOIN "order_lines" l ON l."organization_id" = o."organization_id" AND l."order_id" = o."order_id"
		CROSS JOIN LATERAL (
			SELECT coalesce(sum(t."quantity"), 0) AS "shipped", coalesce(sum(t."quantity" * t."unit_cost"), 0) AS "cost"
			FROM "fulfilment_lines" t WHERE t."organization_id" = l."organization_id" AND t."order_line_id" = l."line_id"
		) t
		WHERE NOT o."is_wholesale" AND o."lifecycle" <> 'draft'
		UNION ALL
		SELECT i."organization_id", l."variant_id", i."shipped_on", o."sales_channel_id", i."location_id", o."currency",
			coalesce(l."quantity" * l."unit_cost", 0)
		FROM "fulfilments" i
		JOIN "sales_orders" o ON o."organization_id" = i."organization_id" AND o."order_id" = i."order_id" AND o."is_wholesale"
		JOIN "fulfilment_lines" l ON l."organization_id" = i."organization_id" AND l."fulfilment_id" = i."fulfilment_id"
		UNION ALL
		SELECT i."organization_id", l."variant_id", i."received_on", r."sales_channel_id", i."location_id", l."currency",
			coalesce(-l."received_quantity" * l."unit_cost", 0)
		FROM "return_receipts" i
		JOIN "returns" r ON r."organization_id" = i."organization_id" AND r."return_id" = i."return_id"
			AND r."sales_channel_id" IS NOT NULL
		JOIN "return_receipt_lines" l ON l."organization_id" = i."organization_id" AND l."return_id" = i."return_id"
			AND l."receipt_number" = i."receipt_number"
	) f
	GROUP BY f."organization_id", f."variant_id", f."day", f."sales_channel_id", f."location_id", f."currency"
) e
WHERE s."organization_id" = e."organization_id" AND s."variant_id" = e."variant_id" AND s."day" = e."day"
	AND s."sales_channel_id" = e."sales_channel_id" AND s."location_id" = e."location_id" AND s."currency" = e."currency"
	AND s."known_cost_cents" <> e."cost"
	AND EXISTS (SELECT FROM "sales_channel_days" d WHERE d."organization_id" = s."organization_id" AND d."day" = s."day"
		AND d."sales_channel_id" = s."sales_channel_id" AND d."origin" = 'orders');
