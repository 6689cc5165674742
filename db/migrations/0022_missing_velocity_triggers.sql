-- product_velocity: a product whose row is missing has changed variants or none, so that reads find it by its marks.
-- variants: the stock of a variant that moves to another product moves with it, and so does its velocity.
CREATE OR REPLACE FUNCTION "note_variant_of_other_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "stock_category_changes" ("organization_id", "product_id") VALUES (NEW."organization_id", NEW."product_id");
	INSERT INTO "velocity_changes" ("organization_id", "variant_id") VALUES (NEW."organization_id", NEW."variant_id");
	INSERT INTO "velocity_changes" ("organization_id", "variant_id")
	SELECT v."organization_id", v."variant_id" FROM "variants" v
	WHERE v."organization_id" = OLD."organization_id" AND v."product_id" = OLD."product_id";
	DELETE FROM "product_velocity" WHERE "organization_id" = NEW."organization_id" AND "product_id" IN (OLD."product_id", NEW."product_id");
	RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO "velocity_changes" ("organization_id", "variant_id")
SELECT v."organization_id", v."variant_id" FROM "velocity_windows" w
JOIN "variants" v ON v."organization_id" = w."organization_id"
WHERE NOT EXISTS (SELECT FROM "product_velocity" s
	WHERE s."organization_id" = w."organization_id" AND s."end_exclusive" = w."end_exclusive" AND s."product_id" = v."product_id");
