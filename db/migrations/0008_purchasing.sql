CREATE TABLE "commitment_budgets" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"budget_id" uuid NOT NULL,
	"category_id" uuid,
	"budget_cents" bigint NOT NULL,
	CONSTRAINT "commitment_budgets_pk" PRIMARY KEY("organization_id","commitment_id","budget_id"),
	CONSTRAINT "commitment_budgets_not_negative" CHECK ("commitment_budgets"."budget_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"season_code" text,
	"currency" text NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commitments_pk" PRIMARY KEY("organization_id","commitment_id"),
	CONSTRAINT "commitments_status_known" CHECK ("commitments"."status" in ('declared', 'approved', 'closed', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "contact_notes" (
	"organization_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"contact_id" bigint NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_notes_pk" PRIMARY KEY("organization_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"organization_id" uuid NOT NULL,
	"contact_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "contacts_contact_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"city" text,
	"country" text,
	"description" text,
	"role" text,
	"department" text,
	"preferred_contact_method" text NOT NULL,
	"supplier_id" uuid,
	"is_primary" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_pk" PRIMARY KEY("organization_id","contact_id"),
	CONSTRAINT "contacts_method_known" CHECK ("contacts"."preferred_contact_method" in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "bill_of_materials_lines" (
	"organization_id" uuid NOT NULL,
	"bom_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "bill_of_materials_lines_pk" PRIMARY KEY("organization_id","bom_id","variant_id"),
	CONSTRAINT "bill_of_materials_lines_quantity_positive" CHECK ("bill_of_materials_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "bills_of_materials" (
	"organization_id" uuid NOT NULL,
	"bom_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bills_of_materials_pk" PRIMARY KEY("organization_id","bom_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_basket_items" (
	"organization_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"supplier_id" uuid,
	"quantity" integer NOT NULL,
	"source" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_basket_items_pk" PRIMARY KEY("organization_id","item_id"),
	CONSTRAINT "purchase_basket_items_quantity_positive" CHECK ("purchase_basket_items"."quantity" > 0),
	CONSTRAINT "purchase_basket_items_source_known" CHECK ("purchase_basket_items"."source" in ('suggestion', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "purchase_generation_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"auto_generate" boolean DEFAULT false NOT NULL,
	"group_by" text DEFAULT 'supplier' NOT NULL,
	"horizon_days" integer DEFAULT 28 NOT NULL,
	"fill_container" boolean DEFAULT false NOT NULL,
	"round_to_batch_size" boolean DEFAULT true NOT NULL,
	"top_up_to_moq" boolean DEFAULT true NOT NULL,
	"search" text,
	"filter_args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"exceptions" uuid[] DEFAULT '{}' NOT NULL,
	"generated_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_order_components" (
	"organization_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"required_quantity" integer NOT NULL,
	"reserved_quantity" integer DEFAULT 0 NOT NULL,
	"consumed_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_order_components_pk" PRIMARY KEY("organization_id","purchase_order_id","variant_id","location_id"),
	CONSTRAINT "purchase_order_components_not_negative" CHECK ("purchase_order_components"."required_quantity" >= 0 and "purchase_order_components"."reserved_quantity" >= 0 and "purchase_order_components"."consumed_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_deliveries" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"reference" text,
	"freight_cents" bigint,
	"duty_cents" bigint,
	"fingerprint" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"actor" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_order_deliveries_pk" PRIMARY KEY("organization_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_order_delivery_lines" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"received_quantity" integer NOT NULL,
	"unit_cost" numeric(18, 4),
	"landed_unit_cost" numeric(18, 4),
	"movement_id" bigint,
	CONSTRAINT "purchase_order_delivery_lines_pk" PRIMARY KEY("organization_id","delivery_id","line_id"),
	CONSTRAINT "purchase_order_delivery_lines_not_negative" CHECK ("purchase_order_delivery_lines"."received_quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "supplier_signals" (
	"organization_id" uuid NOT NULL,
	"signal_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"variant_id" uuid,
	"signal_type" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reported_at" timestamp with time zone,
	"sentence" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_signals_pk" PRIMARY KEY("organization_id","signal_id"),
	CONSTRAINT "supplier_signals_state_known" CHECK ("supplier_signals"."state" in ('pending', 'applied', 'dismissed')),
	CONSTRAINT "supplier_signals_type_known" CHECK ("supplier_signals"."signal_type" in ('reschedule', 'quantity_change', 'price_change', 'rejection', 'confirmation'))
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"organization_id" uuid NOT NULL,
	"exception_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"sentence" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"resolved_by" text,
	CONSTRAINT "exceptions_pk" PRIMARY KEY("organization_id","exception_id"),
	CONSTRAINT "exceptions_severity_known" CHECK ("exceptions"."severity" in ('info', 'warning', 'blocking'))
);
--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "duty_bp" integer;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "expected_delivery_date" date;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "cancel_date" date;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "ship_window_start" date;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "commitment_id" uuid;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "container_type_id" integer;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "freight_per_container_cents" bigint;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "issued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "total_cost" numeric(18, 4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "total_line_items" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "supplier_variants" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "min_order_quantity" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "payment_terms" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "deposit_bp" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "incoterm" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "order_channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "order_email" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "edi_qualifier" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "edi_id" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_budgets" ADD CONSTRAINT "commitment_budgets_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_contact_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","contact_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_bom_fk" FOREIGN KEY ("organization_id","bom_id") REFERENCES "public"."bills_of_materials"("organization_id","bom_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_of_materials_lines" ADD CONSTRAINT "bill_of_materials_lines_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills_of_materials" ADD CONSTRAINT "bills_of_materials_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills_of_materials" ADD CONSTRAINT "bills_of_materials_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_basket_items" ADD CONSTRAINT "purchase_basket_items_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_generation_settings" ADD CONSTRAINT "purchase_generation_settings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_components" ADD CONSTRAINT "purchase_order_components_variant_fk" FOREIGN KEY ("organization_id","variant_id") REFERENCES "public"."variants"("organization_id","variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_deliveries" ADD CONSTRAINT "purchase_order_deliveries_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_delivery_fk" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."purchase_order_deliveries"("organization_id","delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_delivery_lines" ADD CONSTRAINT "purchase_order_delivery_lines_line_fk" FOREIGN KEY ("organization_id","purchase_order_id","line_id") REFERENCES "public"."purchase_order_lines"("organization_id","purchase_order_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_signals" ADD CONSTRAINT "supplier_signals_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "commitment_budgets_one_a_category" ON "commitment_budgets" USING btree ("organization_id","commitment_id","category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commitments_by_name" ON "commitments" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "contact_notes_by_contact" ON "contact_notes" USING btree ("organization_id","contact_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_by_email" ON "contacts" USING btree ("organization_id",lower("email"));--> statement-breakpoint
CREATE INDEX "contacts_by_name" ON "contacts" USING btree ("organization_id","name","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_by_supplier" ON "contacts" USING btree ("organization_id","supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_one_primary" ON "contacts" USING btree ("organization_id","supplier_id") WHERE is_primary and supplier_id is not null;--> statement-breakpoint
CREATE INDEX "bill_of_materials_lines_by_component" ON "bill_of_materials_lines" USING btree ("organization_id","variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_of_materials_one_active" ON "bills_of_materials" USING btree ("organization_id","variant_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_basket_items_one_a_pair" ON "purchase_basket_items" USING btree ("organization_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "purchase_order_deliveries_by_order" ON "purchase_order_deliveries" USING btree ("organization_id","purchase_order_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_deliveries_told_once" ON "purchase_order_deliveries" USING btree ("organization_id","purchase_order_id","fingerprint") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "purchase_order_delivery_lines_by_line" ON "purchase_order_delivery_lines" USING btree ("organization_id","purchase_order_id","line_id");--> statement-breakpoint
CREATE INDEX "supplier_signals_by_supplier" ON "supplier_signals" USING btree ("organization_id","supplier_id","state","reported_at");--> statement-breakpoint
CREATE INDEX "exceptions_by_subject" ON "exceptions" USING btree ("organization_id","subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "exceptions_open" ON "exceptions" USING btree ("organization_id","opened_at") WHERE resolved_at is null;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_orders_by_order_date" ON "purchase_orders" USING btree ("organization_id","order_date","purchase_order_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_expected" ON "purchase_orders" USING btree ("organization_id","expected_delivery_date","purchase_order_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_supplier" ON "purchase_orders" USING btree ("organization_id","supplier_id","order_date");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_commitment" ON "purchase_orders" USING btree ("organization_id","commitment_id");--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_duty_not_negative" CHECK ("purchase_order_lines"."duty_bp" >= 0);--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_channel_known" CHECK ("suppliers"."order_channel" in ('email', 'edi', 'link'));--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_deposit_is_a_share" CHECK ("suppliers"."deposit_bp" between 0 and 10000);--> statement-breakpoint
CREATE FUNCTION "total_purchase_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Adds each order up once for the whole statement; an order row is locked by whoever writes its lines.
	UPDATE "purchase_orders" "o" SET "total_cost" = "n"."cost", "total_line_items" = "n"."lines"
	FROM (
		SELECT "c"."organization_id", "c"."purchase_order_id", coalesce("t"."cost", 0) AS "cost", coalesce("t"."lines", 0) AS "lines"
		FROM (SELECT DISTINCT "organization_id", "purchase_order_id" FROM "changed") "c"
		LEFT JOIN LATERAL (
			SELECT sum("l"."quantity" * "l"."unit_cost") AS "cost", count(*)::int AS "lines" FROM "purchase_order_lines" "l"
			WHERE "l"."organization_id" = "c"."organization_id" AND "l"."purchase_order_id" = "c"."purchase_order_id"
		) "t" ON true
	) "n"
	WHERE "o"."organization_id" = "n"."organization_id" AND "o"."purchase_order_id" = "n"."purchase_order_id"
		AND ("o"."total_cost", "o"."total_line_items") IS DISTINCT FROM ("n"."cost", "n"."lines");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_insert" AFTER INSERT ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_update" AFTER UPDATE ON "purchase_order_lines" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint
CREATE TRIGGER "purchase_order_lines_total_delete" AFTER DELETE ON "purchase_order_lines" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "total_purchase_orders"();--> statement-breakpoint
UPDATE "purchase_orders" "o" SET "total_cost" = coalesce("t"."cost", 0), "total_line_items" = "t"."lines"
FROM (
	SELECT "organization_id", "purchase_order_id", sum("quantity" * "unit_cost") AS "cost", count(*)::int AS "lines"
	FROM "purchase_order_lines" GROUP BY "organization_id", "purchase_order_id"
) "t"
WHERE "o"."organization_id" = "t"."organization_id" AND "o"."purchase_order_id" = "t"."purchase_order_id";
