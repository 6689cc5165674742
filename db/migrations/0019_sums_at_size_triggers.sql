-- stock_movements: the mark in velocity_changes, which has the units of a movement, serves the value of the stock as well.
-- Marks that are here already are folded as before.
DROP TRIGGER "stock_movements_value_insert" ON "stock_movements";--> statement-breakpoint
DROP FUNCTION "note_stock_value_changes"();
--> statement-breakpoint
-- catalogue_events: rows are counted by organisation as they are written, as those of other tables.
CREATE TRIGGER "catalogue_events_count_insert" AFTER INSERT ON "catalogue_events" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "catalogue_events_count_delete" AFTER DELETE ON "catalogue_events" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'catalogue_events', count(*) FROM "catalogue_events" GROUP BY "organization_id";
--> statement-breakpoint
-- Purchase orders by category (server/purchasing/order_sums/order_sums.sql.ts): what each statement changed.
CREATE FUNCTION "note_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") SELECT DISTINCT "organization_id", "purchase_order_id" FROM "changed";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_insert" AFTER INSERT ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_update" AFTER UPDATE ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_sums_delete" AFTER DELETE ON "purchase_order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_insert" AFTER INSERT ON "purchase_order_delivery_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_update" AFTER UPDATE ON "purchase_order_delivery_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_delivery_lines_sums_delete" AFTER DELETE ON "purchase_order_delivery_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_purchase_orders"();--> statement-breakpoint
-- Units of a removed delivery are no longer received.
CREATE FUNCTION "note_order_of_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") VALUES (NEW."organization_id", NEW."purchase_order_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_deliveries_sums_remove" AFTER UPDATE ON "purchase_order_deliveries" FOR EACH ROW WHEN ((OLD."removed_at" IS NULL) <> (NEW."removed_at" IS NULL)) EXECUTE FUNCTION "note_order_of_delivery"();--> statement-breakpoint
-- Prices, categories, currencies and the product of a variant: the functions that note them for the value of the stock note
-- them for orders too, so that each statement compares its rows once.
CREATE OR REPLACE FUNCTION "note_revalued_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "revalued" AS (
		SELECT "a"."organization_id", "a"."variant_id", "a"."product_id", "a"."product_id" <> "b"."product_id" AS "is_moved"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."variant_id" = "a"."variant_id"
		WHERE ("a"."price_cents", "a"."product_id") IS DISTINCT FROM ("b"."price_cents", "b"."product_id")
	), "of_orders" AS (
		INSERT INTO "purchase_order_changes" ("organization_id", "variant_id", "product_id")
		SELECT "organization_id", CASE WHEN NOT "is_moved" THEN "variant_id" END, CASE WHEN "is_moved" THEN "product_id" END FROM "revalued"
	)
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id") SELECT "organization_id", "variant_id" FROM "revalued";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_revalued_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH "revalued" AS (
		SELECT "a"."organization_id", "a"."product_id"
		FROM "after" "a" JOIN "before" "b" ON "b"."organization_id" = "a"."organization_id" AND "b"."product_id" = "a"."product_id"
		WHERE ("a"."category_id", "a"."currency") IS DISTINCT FROM ("b"."category_id", "b"."currency")
	), "of_orders" AS (
		INSERT INTO "purchase_order_changes" ("organization_id", "product_id") SELECT "organization_id", "product_id" FROM "revalued"
	)
	INSERT INTO "stock_value_changes" ("organization_id", "variant_id")
	SELECT "v"."organization_id", "v"."variant_id"
	FROM "revalued" "r" JOIN "variants" "v" ON "v"."organization_id" = "r"."organization_id" AND "v"."product_id" = "r"."product_id";
	RETURN NULL;
END $$;--> statement-breakpoint
-- Orders that are here already.
INSERT INTO "purchase_order_changes" ("organization_id", "purchase_order_id") SELECT DISTINCT "organization_id", "purchase_order_id" FROM "purchase_order_lines";--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "purchase_order_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "purchase_order_sums" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_sums" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
--> statement-breakpoint
-- sell_out_rows: all sums of a period in one function, whose argument is 1 for rows that come and -1 for rows that go.
-- Writers of an account hold the lock of its declaration, so no two of them wait for each other here. Plans are made for
-- the rows at hand: one for a corrected row would look up each of the 20,000 rows of a file by itself.
DROP TRIGGER "sell_out_rows_sums_insert" ON "sell_out_rows";--> statement-breakpoint
DROP TRIGGER "sell_out_rows_sums_delete" ON "sell_out_rows";--> statement-breakpoint
DROP TRIGGER "sell_out_rows_sums_before_update" ON "sell_out_rows";--> statement-breakpoint
DROP TRIGGER "sell_out_rows_sums_update" ON "sell_out_rows";--> statement-breakpoint
DROP FUNCTION "add_sell_out"();--> statement-breakpoint
DROP FUNCTION "subtract_sell_out"();--> statement-breakpoint
CREATE FUNCTION "sum_sell_out"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
	"p" record;
	"way" integer := TG_ARGV[0];
	"variant_ids" uuid[];
	"category_ids" uuid[];
BEGIN
	FOR "p" IN SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end" FROM "changed" LOOP
		-- A variant that is new to the period counts in the category that its product has now, the others where they are.
		WITH "counted" AS (
			INSERT INTO "sell_out_by_variant" AS "s" ("organization_id", "trading_partner_id", "period_start", "period_end", "variant_id", "category_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
			SELECT "p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end", "c"."variant_id", coalesce("o"."category_id", '00000000-0000-0000-0000-000000000000'), "way" * "c"."row_count", "way" * "c"."units_rows", "way" * "c"."units", "way" * "c"."on_hand_rows", "way" * "c"."on_hand"
			FROM (
				SELECT "variant_id", count(*) AS "row_count", count("units") AS "units_rows", coalesce(sum("units"), 0) AS "units", count("on_hand") AS "on_hand_rows", coalesce(sum("on_hand"), 0) AS "on_hand"
				FROM "changed"
				WHERE CASE WHEN ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end") THEN true ELSE false END
				GROUP BY "variant_id"
			) "c"
			LEFT JOIN "variants" "v" ON "v"."organization_id" = "p"."organization_id" AND "v"."variant_id" = "c"."variant_id"
			LEFT JOIN "products" "o" ON "o"."organization_id" = "p"."organization_id" AND "o"."product_id" = "v"."product_id"
			ON CONFLICT ON CONSTRAINT "sell_out_by_variant_pk" DO UPDATE SET "row_count" = "s"."row_count" + excluded."row_count", "units_rows" = "s"."units_rows" + excluded."units_rows", "units" = "s"."units" + excluded."units", "on_hand_rows" = "s"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "s"."on_hand" + excluded."on_hand"
			RETURNING "s"."variant_id", "s"."category_id"
		)
		SELECT array_agg("variant_id"), array_agg("category_id") INTO "variant_ids", "category_ids" FROM "counted";
		-- Arrays have a known length, and the planner expects half of the rows of a CASE, but one row of four conditions: so
		-- the rows of a file are joined by a hash, and not each of them to every variant.
		WITH "part" AS (
			SELECT "s"."category_id", "c"."door_id", "way" * count(*) AS "row_count", "way" * count("c"."units") AS "units_rows", "way" * coalesce(sum("c"."units"), 0) AS "units", "way" * count("c"."on_hand") AS "on_hand_rows", "way" * coalesce(sum("c"."on_hand"), 0) AS "on_hand"
			FROM "changed" "c"
			JOIN unnest("variant_ids", "category_ids") "s" ("variant_id", "category_id") ON "s"."variant_id" = "c"."variant_id"
			WHERE CASE WHEN ("c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end") THEN true ELSE false END
			GROUP BY "s"."category_id", "c"."door_id"
		), "of_categories" AS (
			INSERT INTO "sell_out_by_category_and_door" AS "s" ("organization_id", "trading_partner_id", "category_id", "period_start", "period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
			SELECT "p"."organization_id", "p"."trading_partner_id", "category_id", "p"."period_start", "p"."period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand" FROM "part"
			ON CONFLICT ON CONSTRAINT "sell_out_by_category_and_door_pk" DO UPDATE SET "row_count" = "s"."row_count" + excluded."row_count", "units_rows" = "s"."units_rows" + excluded."units_rows", "units" = "s"."units" + excluded."units", "on_hand_rows" = "s"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "s"."on_hand" + excluded."on_hand"
		)
		INSERT INTO "sell_out_by_door" AS "s" ("organization_id", "trading_partner_id", "period_start", "period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
		SELECT "p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end", "door_id", sum("row_count"), sum("units_rows"), sum("units"), sum("on_hand_rows"), sum("on_hand") FROM "part" GROUP BY "door_id"
		ON CONFLICT ON CONSTRAINT "sell_out_by_door_pk" DO UPDATE SET "row_count" = "s"."row_count" + excluded."row_count", "units_rows" = "s"."units_rows" + excluded."units_rows", "units" = "s"."units" + excluded."units", "on_hand_rows" = "s"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "s"."on_hand" + excluded."on_hand";
		IF "way" < 0 THEN
			DELETE FROM "sell_out_by_variant" WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end") AND "row_count" = 0;
			DELETE FROM "sell_out_by_door" WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end") AND "row_count" = 0;
			DELETE FROM "sell_out_by_category_and_door" "d" USING "sell_out_by_category" "s"
			WHERE ("s"."organization_id", "s"."trading_partner_id", "s"."period_start", "s"."period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end")
				AND ("d"."organization_id", "d"."trading_partner_id", "d"."period_start", "d"."period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end")
				AND "d"."category_id" = "s"."category_id" AND "d"."row_count" = 0;
			DELETE FROM "sell_out_by_category" WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end");
			DELETE FROM "sell_out_by_period" WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end");
		END IF;
		-- Made anew, so that the numbers of variants are exact.
		INSERT INTO "sell_out_by_category" ("organization_id", "trading_partner_id", "period_start", "period_end", "category_id", "variants", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
		SELECT "p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end", "category_id", count(*), sum("row_count"), sum("units_rows"), sum("units"), sum("on_hand_rows"), sum("on_hand")
		FROM "sell_out_by_variant"
		WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end")
		GROUP BY "category_id"
		ON CONFLICT ON CONSTRAINT "sell_out_by_category_pk" DO UPDATE SET "variants" = excluded."variants", "row_count" = excluded."row_count", "units_rows" = excluded."units_rows", "units" = excluded."units", "on_hand_rows" = excluded."on_hand_rows", "on_hand" = excluded."on_hand";
		INSERT INTO "sell_out_by_period" ("organization_id", "trading_partner_id", "period_start", "period_end", "variants", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
		SELECT "p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end", sum("variants"), sum("row_count"), sum("units_rows"), sum("units"), sum("on_hand_rows"), sum("on_hand")
		FROM "sell_out_by_category"
		WHERE ("organization_id", "trading_partner_id", "period_start", "period_end") = ("p"."organization_id", "p"."trading_partner_id", "p"."period_start", "p"."period_end")
		HAVING count(*) > 0
		ON CONFLICT ON CONSTRAINT "sell_out_by_period_pk" DO UPDATE SET "variants" = excluded."variants", "row_count" = excluded."row_count", "units_rows" = excluded."units_rows", "units" = excluded."units", "on_hand_rows" = excluded."on_hand_rows", "on_hand" = excluded."on_hand";
	END LOOP;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_insert" AFTER INSERT ON "sell_out_rows" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "sum_sell_out"('1');--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_delete" AFTER DELETE ON "sell_out_rows" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "sum_sell_out"('-1');--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_before_update" AFTER UPDATE ON "sell_out_rows" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "sum_sell_out"('-1');--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_update" AFTER UPDATE ON "sell_out_rows" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "sum_sell_out"('1');--> statement-breakpoint
-- products, variants: the sums of a product's variants are in its category. A change is noted, so that reads and a job move
-- them (server/partners/sell_out/category_sums). Noted by appending: no writer waits for another.
CREATE FUNCTION "note_sell_out_category_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sell_out_category_changes" ("organization_id", "product_id") VALUES (NEW."organization_id", NEW."product_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_note_sell_out_category" AFTER UPDATE OF "category_id" ON "products" FOR EACH ROW WHEN (OLD."category_id" IS DISTINCT FROM NEW."category_id") EXECUTE FUNCTION "note_sell_out_category_change"();--> statement-breakpoint
CREATE TRIGGER "variants_note_sell_out_category" AFTER UPDATE OF "product_id" ON "variants" FOR EACH ROW WHEN (OLD."product_id" <> NEW."product_id") EXECUTE FUNCTION "note_sell_out_category_change"();--> statement-breakpoint
-- What is there already.
UPDATE "sell_out_by_variant" "s" SET "category_id" = "o"."category_id"
FROM "variants" "v" JOIN "products" "o" ON "o"."organization_id" = "v"."organization_id" AND "o"."product_id" = "v"."product_id"
WHERE "v"."organization_id" = "s"."organization_id" AND "v"."variant_id" = "s"."variant_id" AND "o"."category_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "sell_out_by_category" ("organization_id", "trading_partner_id", "period_start", "period_end", "category_id", "variants", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
SELECT "organization_id", "trading_partner_id", "period_start", "period_end", "category_id", count(*), sum("row_count"), sum("units_rows"), sum("units"), sum("on_hand_rows"), sum("on_hand")
FROM "sell_out_by_variant" GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO "sell_out_by_category_and_door" ("organization_id", "trading_partner_id", "category_id", "period_start", "period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
SELECT "r"."organization_id", "r"."trading_partner_id", "s"."category_id", "r"."period_start", "r"."period_end", "r"."door_id", count(*), count("r"."units"), coalesce(sum("r"."units"), 0), count("r"."on_hand"), coalesce(sum("r"."on_hand"), 0)
FROM "sell_out_rows" "r" JOIN "sell_out_by_variant" "s" ON "s"."organization_id" = "r"."organization_id" AND "s"."trading_partner_id" = "r"."trading_partner_id" AND "s"."period_start" = "r"."period_start" AND "s"."period_end" = "r"."period_end" AND "s"."variant_id" = "r"."variant_id"
GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
-- order_book_revisions: of each revision the new state is added and the one before is taken away, in the quarter of an hour
-- in which it was recorded. Writers of a book hold the lock of its account.
CREATE FUNCTION "sum_order_book"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_book_sums" AS "s" ("organization_id", "season_code", "trading_partner_id", "recorded_from", "currency", "commitment_id", "ship_window_start", "booked_on", "is_held", "is_cancelled", "line_count", "units", "value_cents", "unpriced_lines")
	SELECT "c"."organization_id", "c"."season_code", "c"."trading_partner_id", date_bin('15 minutes', "c"."recorded_at", '2000-01-01 00:00:00+00'), "c"."currency", coalesce("c"."commitment_id", '00000000-0000-0000-0000-000000000000'), coalesce("c"."ship_window_start", 'infinity'),
		CASE "c"."booking_type" WHEN 'prebook' THEN '-infinity' WHEN 'at_once' THEN 'infinity' ELSE "c"."booked_on" END,
		"c"."held_by" IS NOT NULL, "c"."is_cancelled", sum("c"."way"), sum("c"."way" * "c"."quantity"), coalesce(sum("c"."way" * "c"."quantity" * "c"."unit_price_cents"), 0), coalesce(sum("c"."way") FILTER (WHERE "c"."unit_price_cents" IS NULL), 0)
	FROM (
		SELECT 1 AS "way", "organization_id", "season_code", "trading_partner_id", "recorded_at", "currency", "commitment_id", "ship_window_start", "booking_type", "booked_on", "held_by", "is_cancelled", "quantity", "unit_price_cents" FROM "changed"
		UNION ALL
		SELECT -1, "b"."organization_id", "b"."season_code", "b"."trading_partner_id", "n"."recorded_at", "b"."currency", "b"."commitment_id", "b"."ship_window_start", "b"."booking_type", "b"."booked_on", "b"."held_by", "b"."is_cancelled", "b"."quantity", "b"."unit_price_cents"
		FROM "changed" "n"
		JOIN "order_book_revisions" "b" ON "b"."organization_id" = "n"."organization_id" AND "b"."book_line_id" = "n"."book_line_id" AND "b"."revision" = "n"."revision" - 1
		WHERE "n"."revision" > 1
	) "c"
	GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	ON CONFLICT ON CONSTRAINT "order_book_sums_pk" DO UPDATE SET "line_count" = "s"."line_count" + excluded."line_count", "units" = "s"."units" + excluded."units", "value_cents" = "s"."value_cents" + excluded."value_cents", "unpriced_lines" = "s"."unpriced_lines" + excluded."unpriced_lines";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_book_revisions_sums" AFTER INSERT ON "order_book_revisions" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "sum_order_book"();--> statement-breakpoint
-- What is there already, as the function adds it up.
INSERT INTO "order_book_sums" ("organization_id", "season_code", "trading_partner_id", "recorded_from", "currency", "commitment_id", "ship_window_start", "booked_on", "is_held", "is_cancelled", "line_count", "units", "value_cents", "unpriced_lines")
SELECT "b"."organization_id", "b"."season_code", "b"."trading_partner_id", date_bin('15 minutes', "n"."recorded_at", '2000-01-01 00:00:00+00'), "b"."currency", coalesce("b"."commitment_id", '00000000-0000-0000-0000-000000000000'), coalesce("b"."ship_window_start", 'infinity'),
	CASE "b"."booking_type" WHEN 'prebook' THEN '-infinity' WHEN 'at_once' THEN 'infinity' ELSE "b"."booked_on" END,
	"b"."held_by" IS NOT NULL, "b"."is_cancelled", sum("n"."way"), sum("n"."way" * "b"."quantity"), coalesce(sum("n"."way" * "b"."quantity" * "b"."unit_price_cents"), 0), coalesce(sum("n"."way") FILTER (WHERE "b"."unit_price_cents" IS NULL), 0)
FROM "order_book_revisions" "b"
CROSS JOIN LATERAL (
	SELECT 1 AS "way", "b"."recorded_at"
	UNION ALL
	SELECT -1, "r"."recorded_at" FROM "order_book_revisions" "r"
	WHERE "r"."organization_id" = "b"."organization_id" AND "r"."book_line_id" = "b"."book_line_id" AND "r"."revision" = "b"."revision" + 1
) "n"
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of sums.
ALTER TABLE "sell_out_by_category" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sell_out_by_category_and_door" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "order_book_sums" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- Emptied by every run: vacuumed by number of rows, since the table is small when autovacuum looks.
ALTER TABLE "sell_out_category_changes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "sell_out_by_category" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "sell_out_by_category_and_door" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "order_book_sums" SET (fillfactor = 80);
--> statement-breakpoint
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
