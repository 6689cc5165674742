-- edi_documents: public ids as in contacts.
CREATE FUNCTION "assign_edi_document_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."document_id" := "public_id"((SELECT "id_key" FROM "organizations" WHERE "organization_id" = NEW."organization_id"), nextval('edi_document_numbers'));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "edi_documents_assign_id" BEFORE INSERT ON "edi_documents" FOR EACH ROW WHEN (NEW."document_id" IS NULL) EXECUTE FUNCTION "assign_edi_document_id"();--> statement-breakpoint
ALTER TABLE "edi_documents" ENABLE ALWAYS TRIGGER "edi_documents_assign_id";--> statement-breakpoint
ALTER TABLE "edi_documents" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "edi_interchanges" SET (fillfactor = 70);--> statement-breakpoint
-- Every claim of a poll updates the row; room on the page keeps the update off the index.
ALTER TABLE "edi_connections" SET (fillfactor = 70);--> statement-breakpoint
-- sell_out_rows: the sums by door, by variant and by period, kept in place by each statement. Writers of an account hold
-- the lock of its declaration, so no two of them wait for each other here. by_period is made anew from by_variant, so
-- that its count of variants is exact.
CREATE FUNCTION "add_sell_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sell_out_by_door" ("organization_id", "trading_partner_id", "period_start", "period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."door_id", count(*), count("c"."units"), coalesce(sum("c"."units"), 0), count("c"."on_hand"), coalesce(sum("c"."on_hand"), 0)
	FROM "changed" "c" GROUP BY "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."door_id"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end", "door_id") DO UPDATE SET "row_count" = "sell_out_by_door"."row_count" + excluded."row_count", "units_rows" = "sell_out_by_door"."units_rows" + excluded."units_rows", "units" = "sell_out_by_door"."units" + excluded."units", "on_hand_rows" = "sell_out_by_door"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "sell_out_by_door"."on_hand" + excluded."on_hand";
	INSERT INTO "sell_out_by_variant" ("organization_id", "trading_partner_id", "period_start", "period_end", "variant_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."variant_id", count(*), count("c"."units"), coalesce(sum("c"."units"), 0), count("c"."on_hand"), coalesce(sum("c"."on_hand"), 0)
	FROM "changed" "c" GROUP BY "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."variant_id"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end", "variant_id") DO UPDATE SET "row_count" = "sell_out_by_variant"."row_count" + excluded."row_count", "units_rows" = "sell_out_by_variant"."units_rows" + excluded."units_rows", "units" = "sell_out_by_variant"."units" + excluded."units", "on_hand_rows" = "sell_out_by_variant"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "sell_out_by_variant"."on_hand" + excluded."on_hand";
	INSERT INTO "sell_out_by_period" ("organization_id", "trading_partner_id", "period_start", "period_end", "variants", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "s"."organization_id", "s"."trading_partner_id", "s"."period_start", "s"."period_end", count(*), sum("s"."row_count"), sum("s"."units_rows"), sum("s"."units"), sum("s"."on_hand_rows"), sum("s"."on_hand")
	FROM (SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end" FROM "changed") "c"
	JOIN "sell_out_by_variant" "s" ON "s"."organization_id" = "c"."organization_id" AND "s"."trading_partner_id" = "c"."trading_partner_id" AND "s"."period_start" = "c"."period_start" AND "s"."period_end" = "c"."period_end"
	GROUP BY "s"."organization_id", "s"."trading_partner_id", "s"."period_start", "s"."period_end"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end") DO UPDATE SET "variants" = excluded."variants", "row_count" = excluded."row_count", "units_rows" = excluded."units_rows", "units" = excluded."units", "on_hand_rows" = excluded."on_hand_rows", "on_hand" = excluded."on_hand";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "subtract_sell_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "sell_out_by_door" ("organization_id", "trading_partner_id", "period_start", "period_end", "door_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."door_id", -count(*), -count("c"."units"), -coalesce(sum("c"."units"), 0), -count("c"."on_hand"), -coalesce(sum("c"."on_hand"), 0)
	FROM "changed" "c" GROUP BY "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."door_id"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end", "door_id") DO UPDATE SET "row_count" = "sell_out_by_door"."row_count" + excluded."row_count", "units_rows" = "sell_out_by_door"."units_rows" + excluded."units_rows", "units" = "sell_out_by_door"."units" + excluded."units", "on_hand_rows" = "sell_out_by_door"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "sell_out_by_door"."on_hand" + excluded."on_hand";
	DELETE FROM "sell_out_by_door" "s" USING (SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end", "door_id" FROM "changed") "c"
	WHERE "s"."organization_id" = "c"."organization_id" AND "s"."trading_partner_id" = "c"."trading_partner_id" AND "s"."period_start" = "c"."period_start" AND "s"."period_end" = "c"."period_end" AND "s"."door_id" = "c"."door_id" AND "s"."row_count" = 0;
	INSERT INTO "sell_out_by_variant" ("organization_id", "trading_partner_id", "period_start", "period_end", "variant_id", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."variant_id", -count(*), -count("c"."units"), -coalesce(sum("c"."units"), 0), -count("c"."on_hand"), -coalesce(sum("c"."on_hand"), 0)
	FROM "changed" "c" GROUP BY "c"."organization_id", "c"."trading_partner_id", "c"."period_start", "c"."period_end", "c"."variant_id"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end", "variant_id") DO UPDATE SET "row_count" = "sell_out_by_variant"."row_count" + excluded."row_count", "units_rows" = "sell_out_by_variant"."units_rows" + excluded."units_rows", "units" = "sell_out_by_variant"."units" + excluded."units", "on_hand_rows" = "sell_out_by_variant"."on_hand_rows" + excluded."on_hand_rows", "on_hand" = "sell_out_by_variant"."on_hand" + excluded."on_hand";
	DELETE FROM "sell_out_by_variant" "s" USING (SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end", "variant_id" FROM "changed") "c"
	WHERE "s"."organization_id" = "c"."organization_id" AND "s"."trading_partner_id" = "c"."trading_partner_id" AND "s"."period_start" = "c"."period_start" AND "s"."period_end" = "c"."period_end" AND "s"."variant_id" = "c"."variant_id" AND "s"."row_count" = 0;
	INSERT INTO "sell_out_by_period" ("organization_id", "trading_partner_id", "period_start", "period_end", "variants", "row_count", "units_rows", "units", "on_hand_rows", "on_hand")
	SELECT "s"."organization_id", "s"."trading_partner_id", "s"."period_start", "s"."period_end", count(*), sum("s"."row_count"), sum("s"."units_rows"), sum("s"."units"), sum("s"."on_hand_rows"), sum("s"."on_hand")
	FROM (SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end" FROM "changed") "c"
	JOIN "sell_out_by_variant" "s" ON "s"."organization_id" = "c"."organization_id" AND "s"."trading_partner_id" = "c"."trading_partner_id" AND "s"."period_start" = "c"."period_start" AND "s"."period_end" = "c"."period_end"
	GROUP BY "s"."organization_id", "s"."trading_partner_id", "s"."period_start", "s"."period_end"
	ON CONFLICT ("organization_id", "trading_partner_id", "period_start", "period_end") DO UPDATE SET "variants" = excluded."variants", "row_count" = excluded."row_count", "units_rows" = excluded."units_rows", "units" = excluded."units", "on_hand_rows" = excluded."on_hand_rows", "on_hand" = excluded."on_hand";
	DELETE FROM "sell_out_by_period" "p" USING (SELECT DISTINCT "organization_id", "trading_partner_id", "period_start", "period_end" FROM "changed") "c"
	WHERE "p"."organization_id" = "c"."organization_id" AND "p"."trading_partner_id" = "c"."trading_partner_id" AND "p"."period_start" = "c"."period_start" AND "p"."period_end" = "c"."period_end"
		AND NOT EXISTS (SELECT FROM "sell_out_by_variant" "s" WHERE "s"."organization_id" = "p"."organization_id" AND "s"."trading_partner_id" = "p"."trading_partner_id" AND "s"."period_start" = "p"."period_start" AND "s"."period_end" = "p"."period_end");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_insert" AFTER INSERT ON "sell_out_rows" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_sell_out"();--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_delete" AFTER DELETE ON "sell_out_rows" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_sell_out"();--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_before_update" AFTER UPDATE ON "sell_out_rows" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_sell_out"();--> statement-breakpoint
CREATE TRIGGER "sell_out_rows_sums_update" AFTER UPDATE ON "sell_out_rows" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_sell_out"();--> statement-breakpoint
-- Rows of imports in progress, gone when they end: a crash may forget them.
ALTER TABLE "sell_out_staging" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "sell_out_staging" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- Analysed after 2,000 changes, like every table of goods, places and orders.
ALTER TABLE "sell_out_reports" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sell_out_by_door" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sell_out_by_variant" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sell_out_by_period" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "sell_out_refusals" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- A file changes a hundred thousand rows at once.
ALTER TABLE "sell_out_rows" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
-- Sums are updated in place: free space on their pages.
ALTER TABLE "sell_out_by_door" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "sell_out_by_variant" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "sell_out_by_period" SET (fillfactor = 80);--> statement-breakpoint
-- order_book_lines, order_book_revisions: append-only, so that every read of an earlier moment stays what it was.
CREATE FUNCTION "refuse_order_book_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the order book is append-only: a correction is a new revision' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "order_book_revisions_append_only" BEFORE UPDATE OR DELETE ON "order_book_revisions" FOR EACH ROW EXECUTE FUNCTION "refuse_order_book_change"();--> statement-breakpoint
CREATE TRIGGER "order_book_revisions_no_truncate" BEFORE TRUNCATE ON "order_book_revisions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_order_book_change"();--> statement-breakpoint
CREATE TRIGGER "order_book_lines_append_only" BEFORE UPDATE OR DELETE ON "order_book_lines" FOR EACH ROW EXECUTE FUNCTION "refuse_order_book_change"();--> statement-breakpoint
CREATE TRIGGER "order_book_lines_no_truncate" BEFORE TRUNCATE ON "order_book_lines" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_order_book_change"();--> statement-breakpoint
ALTER TABLE "order_book_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "order_book_revisions" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
-- order_lines: the verdict on a line of a sales order is recorded on the book line that became it, as a new revision.
-- The account is locked first, as by every writer of its book, so that revisions are numbered without gaps.
CREATE FUNCTION "record_book_verdict"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "trading_partners" "t" WHERE "t"."organization_id" = NEW."organization_id" AND "t"."trading_partner_id" IN (
		SELECT "r"."trading_partner_id" FROM "order_book_revisions" "r"
		WHERE "r"."organization_id" = NEW."organization_id" AND "r"."order_line_id" = NEW."line_id") FOR NO KEY UPDATE;
	IF NOT FOUND THEN RETURN NULL; END IF;
	INSERT INTO "order_book_revisions" ("organization_id", "book_line_id", "revision", "recorded_at", "recorded_by", "trading_partner_id", "season_code", "currency", "booked_on", "product_id", "variant_id", "size", "quantity", "unit_price_cents", "ship_window_start", "ship_window_end", "door_id", "commitment_id", "booking_type", "held_by", "held_by_name", "held_at", "is_cancelled", "cancel_reason", "verdict", "order_line_id")
	SELECT "b"."organization_id", "b"."book_line_id", "b"."revision" + 1, greatest(now(), "b"."recorded_at"), coalesce("o"."confirmed_by", "b"."recorded_by"), "b"."trading_partner_id", "b"."season_code", "b"."currency", "b"."booked_on", "b"."product_id", "b"."variant_id", "b"."size",
		CASE WHEN NEW."verdict" = 'quantity_changed' THEN NEW."quantity" ELSE "b"."quantity" END,
		"b"."unit_price_cents", "b"."ship_window_start", "b"."ship_window_end", "b"."door_id", "b"."commitment_id", "b"."booking_type", "b"."held_by", "b"."held_by_name", "b"."held_at",
		"b"."is_cancelled" OR NEW."verdict" = 'rejected',
		CASE WHEN "b"."is_cancelled" THEN "b"."cancel_reason" WHEN NEW."verdict" = 'rejected' THEN coalesce(NEW."verdict_reason", 'Rejected when the order was confirmed.') END,
		NEW."verdict", "b"."order_line_id"
	FROM (
		SELECT DISTINCT ON ("r"."book_line_id") "r".* FROM "order_book_revisions" "r"
		WHERE "r"."organization_id" = NEW."organization_id" AND "r"."book_line_id" IN (
			SELECT "n"."book_line_id" FROM "order_book_revisions" "n"
			WHERE "n"."organization_id" = NEW."organization_id" AND "n"."order_line_id" = NEW."line_id")
		ORDER BY "r"."book_line_id", "r"."revision" DESC
	) "b"
	LEFT JOIN "sales_orders" "o" ON "o"."organization_id" = NEW."organization_id" AND "o"."order_id" = NEW."order_id"
	WHERE "b"."order_line_id" = NEW."line_id" AND "b"."verdict" IS DISTINCT FROM NEW."verdict";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_lines_record_verdict" AFTER UPDATE OF "verdict" ON "order_lines" FOR EACH ROW WHEN (OLD."verdict" IS DISTINCT FROM NEW."verdict" AND NEW."verdict" IS NOT NULL) EXECUTE FUNCTION "record_book_verdict"();--> statement-breakpoint
-- A claim of the queue is a HOT update.
ALTER TABLE "order_documents" SET (fillfactor = 70);--> statement-breakpoint
-- buy_plan_versions, buy_plan_version_cells: a published version never changes.
CREATE FUNCTION "refuse_plan_version_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a published version of a buy plan never changes: publish another one' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "buy_plan_versions_append_only" BEFORE UPDATE OR DELETE ON "buy_plan_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_plan_version_change"();--> statement-breakpoint
CREATE TRIGGER "buy_plan_versions_no_truncate" BEFORE TRUNCATE ON "buy_plan_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_plan_version_change"();--> statement-breakpoint
CREATE TRIGGER "buy_plan_version_cells_append_only" BEFORE UPDATE OR DELETE ON "buy_plan_version_cells" FOR EACH ROW EXECUTE FUNCTION "refuse_plan_version_change"();--> statement-breakpoint
CREATE TRIGGER "buy_plan_version_cells_no_truncate" BEFORE TRUNCATE ON "buy_plan_version_cells" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_plan_version_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_further_plan_cells"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A version states the number of its cells, so that none is added later.
	PERFORM 1 FROM (SELECT DISTINCT "organization_id", "version_id" FROM "added") "a"
		JOIN "buy_plan_versions" "v" ON "v"."organization_id" = "a"."organization_id" AND "v"."version_id" = "a"."version_id"
		WHERE "v"."cell_count" < (SELECT count(*) FROM "buy_plan_version_cells" "k"
			WHERE "k"."organization_id" = "a"."organization_id" AND "k"."version_id" = "a"."version_id");
	IF FOUND THEN
		RAISE EXCEPTION 'a published version of a buy plan never changes: publish another one' USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "buy_plan_version_cells_counted" AFTER INSERT ON "buy_plan_version_cells" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_further_plan_cells"();--> statement-breakpoint
ALTER TABLE "sell_out_staging" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)--> statement-breakpoint
ALTER TABLE "order_documents" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)--> statement-breakpoint
ALTER TABLE "buy_plan_cells" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)--> statement-breakpoint
ALTER TABLE "buy_plan_version_cells" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
