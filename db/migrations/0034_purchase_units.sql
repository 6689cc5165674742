ALTER TABLE "purchase_order_lines" ADD COLUMN "purchase_unit" text DEFAULT 'EA' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "purchase_unit_factor" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "inner_pack_quantity" integer;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD COLUMN "purchase_unit" text DEFAULT 'EA' NOT NULL;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD COLUMN "purchase_unit_factor" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD COLUMN "inner_pack_quantity" integer;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_unit_known" CHECK ("purchase_order_lines"."purchase_unit" in ('EA', 'CA', 'CT', 'PK', 'BX', 'DZ', 'PL'));--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_unit_has_factor" CHECK ("purchase_order_lines"."purchase_unit_factor" >= 1 and ("purchase_order_lines"."purchase_unit" <> 'EA' or "purchase_order_lines"."purchase_unit_factor" = 1)
      and ("purchase_order_lines"."purchase_unit" <> 'DZ' or "purchase_order_lines"."purchase_unit_factor" = 12));--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_inner_packs_fit" CHECK ("purchase_order_lines"."inner_pack_quantity" >= 1 and "purchase_order_lines"."inner_pack_quantity" < "purchase_order_lines"."purchase_unit_factor"
      and "purchase_order_lines"."purchase_unit_factor" % "purchase_order_lines"."inner_pack_quantity" = 0);--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_unit_known" CHECK ("supplier_variants"."purchase_unit" in ('EA', 'CA', 'CT', 'PK', 'BX', 'DZ', 'PL'));--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_unit_has_factor" CHECK ("supplier_variants"."purchase_unit_factor" >= 1 and ("supplier_variants"."purchase_unit" <> 'EA' or "supplier_variants"."purchase_unit_factor" = 1)
      and ("supplier_variants"."purchase_unit" <> 'DZ' or "supplier_variants"."purchase_unit_factor" = 12));--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD CONSTRAINT "supplier_variants_inner_packs_fit" CHECK ("supplier_variants"."inner_pack_quantity" >= 1 and "supplier_variants"."inner_pack_quantity" < "supplier_variants"."purchase_unit_factor"
      and "supplier_variants"."purchase_unit_factor" % "supplier_variants"."inner_pack_quantity" = 0);