-- supplier_payments: an order that was never issued can be deleted; what was paid for it stays, on the supplier's account.
CREATE FUNCTION "keep_supplier_payments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "supplier_payments" SET "purchase_order_id" = NULL WHERE "organization_id" = OLD."organization_id" AND "purchase_order_id" = OLD."purchase_order_id";
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_orders_keep_payments" BEFORE DELETE ON "purchase_orders" FOR EACH ROW EXECUTE FUNCTION "keep_supplier_payments"()--> statement-breakpoint
-- commitment_plan_versions, their cells and commitment_declarations: what was locked or declared never changes.
CREATE FUNCTION "refuse_commitment_plan_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'locked versions and declarations of a commitment never change: add another one' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "commitment_plan_versions_append_only" BEFORE UPDATE OR DELETE ON "commitment_plan_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE TRIGGER "commitment_plan_versions_no_truncate" BEFORE TRUNCATE ON "commitment_plan_versions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE TRIGGER "commitment_plan_version_cells_append_only" BEFORE UPDATE OR DELETE ON "commitment_plan_version_cells" FOR EACH ROW EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE TRIGGER "commitment_plan_version_cells_no_truncate" BEFORE TRUNCATE ON "commitment_plan_version_cells" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE TRIGGER "commitment_declarations_append_only" BEFORE UPDATE OR DELETE ON "commitment_declarations" FOR EACH ROW EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE TRIGGER "commitment_declarations_no_truncate" BEFORE TRUNCATE ON "commitment_declarations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_commitment_plan_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_further_commitment_plan_cells"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A version states the number of its cells, so that none is added later.
	PERFORM 1 FROM (SELECT DISTINCT "organization_id", "version_id" FROM "added") "a"
		JOIN "commitment_plan_versions" "v" ON "v"."organization_id" = "a"."organization_id" AND "v"."version_id" = "a"."version_id"
		WHERE "v"."cell_count" < (SELECT count(*) FROM "commitment_plan_version_cells" "k"
			WHERE "k"."organization_id" = "a"."organization_id" AND "k"."version_id" = "a"."version_id");
	IF FOUND THEN
		RAISE EXCEPTION 'locked versions and declarations of a commitment never change: add another one' USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "commitment_plan_version_cells_counted" AFTER INSERT ON "commitment_plan_version_cells" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_further_commitment_plan_cells"()--> statement-breakpoint
ALTER TABLE "commitment_plan_cells" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)--> statement-breakpoint
ALTER TABLE "commitment_plan_version_cells" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)--> statement-breakpoint
ALTER TABLE "supplier_payments" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
