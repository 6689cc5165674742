ALTER TABLE "velocity_changes" DROP CONSTRAINT "velocity_changes_organization_id_organizations_organization_id_fk";
--> statement-breakpoint
ALTER TABLE "sales_deltas" DROP CONSTRAINT "sales_deltas_organization_id_organizations_organization_id_fk";
--> statement-breakpoint
-- sales_row_hash: the same hash, written so that PostgreSQL puts it into the statement; concat_ws kept it a call for each row. No value is null.
CREATE OR REPLACE FUNCTION "sales_row_hash"("s" "sales_daily") RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ('x' || substr(md5("s"."variant_id"::text || ',' || "s"."location_id"::text || ',' || "s"."currency" || ',' || "s"."units"::text || ',' || "s"."returned_units"::text || ',' || "s"."gross_sales_cents"::text || ',' || "s"."discounts_cents"::text || ',' || "s"."returns_cents"::text || ',' || "s"."taxes_cents"::text || ',' || "s"."costed_units"::text || ',' || "s"."known_cost_cents"::text || ',' || "s"."priced_units"::text || ',' || "s"."known_regular_value_cents"::text || ',' || "s"."known_markdown_units"::text), 1, 16))::bit(64)::bigint
$$;
