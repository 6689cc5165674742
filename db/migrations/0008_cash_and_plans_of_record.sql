CREATE TABLE "cash_scenarios" (
	"organization_id" uuid NOT NULL,
	"scenario_id" uuid NOT NULL,
	"name" text NOT NULL,
	"delay_receipts_weeks" integer NOT NULL,
	"open_buy_cuts" jsonb NOT NULL,
	"group_terms" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_scenarios_pk" PRIMARY KEY("organization_id","scenario_id"),
	CONSTRAINT "cash_scenarios_delay" CHECK ("cash_scenarios"."delay_receipts_weeks" between 0 and 52)
);
--> statement-breakpoint
CREATE TABLE "cash_settings" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"opening_balance_cents" bigint,
	"opening_balance_on" date,
	"cash_floor_cents" bigint,
	"payables_since" date,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_settings_balance_has_a_day" CHECK (("cash_settings"."opening_balance_cents" is null) = ("cash_settings"."opening_balance_on" is null))
);
--> statement-breakpoint
CREATE TABLE "supplier_payments" (
	"organization_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"purchase_order_id" uuid,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_payments_pk" PRIMARY KEY("organization_id","payment_id"),
	CONSTRAINT "supplier_payments_kind_known" CHECK ("supplier_payments"."kind" in ('deposit', 'balance')),
	CONSTRAINT "supplier_payments_positive" CHECK ("supplier_payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "planning_cycle_steps" (
	"organization_id" uuid NOT NULL,
	"cycle_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"owner" text,
	"due_on" date,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "planning_cycle_steps_pk" PRIMARY KEY("organization_id","cycle_id","step_id"),
	CONSTRAINT "planning_cycle_steps_closed_by_someone" CHECK (("planning_cycle_steps"."closed_at" is null) = ("planning_cycle_steps"."closed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "planning_cycles" (
	"organization_id" uuid NOT NULL,
	"cycle_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mfp_id" uuid,
	"opened_by" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"signed_by" text,
	"signed_at" timestamp with time zone,
	CONSTRAINT "planning_cycles_pk" PRIMARY KEY("organization_id","cycle_id"),
	CONSTRAINT "planning_cycles_signed_by_someone" CHECK (("planning_cycles"."signed_at" is null) = ("planning_cycles"."signed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "commitment_declarations" (
	"organization_id" uuid NOT NULL,
	"declaration_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"declared_cents" bigint NOT NULL,
	"note" text,
	"declared_by" text NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "commitment_declarations_pk" PRIMARY KEY("organization_id","declaration_id"),
	CONSTRAINT "commitment_declarations_not_negative" CHECK ("commitment_declarations"."declared_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "commitment_plan_cells" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"cell_id" uuid NOT NULL,
	"category_id" uuid,
	"fiscal_year" integer NOT NULL,
	"month" smallint NOT NULL,
	"planned_sales_cents" bigint NOT NULL,
	"planned_markdown_cents" bigint NOT NULL,
	"planned_closing_stock_cents" bigint NOT NULL,
	"budget_cents" bigint NOT NULL,
	CONSTRAINT "commitment_plan_cells_pk" PRIMARY KEY("organization_id","commitment_id","cell_id"),
	CONSTRAINT "commitment_plan_cells_one_a_month" UNIQUE NULLS NOT DISTINCT("organization_id","commitment_id","category_id","fiscal_year","month"),
	CONSTRAINT "commitment_plan_cells_month" CHECK ("commitment_plan_cells"."month" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "commitment_plan_version_cells" (
	"organization_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"cell_id" uuid NOT NULL,
	"category_id" uuid,
	"fiscal_year" integer NOT NULL,
	"month" smallint NOT NULL,
	"planned_sales_cents" bigint NOT NULL,
	"planned_markdown_cents" bigint NOT NULL,
	"planned_closing_stock_cents" bigint NOT NULL,
	"budget_cents" bigint NOT NULL,
	CONSTRAINT "commitment_plan_version_cells_pk" PRIMARY KEY("organization_id","version_id","cell_id")
);
--> statement-breakpoint
CREATE TABLE "commitment_plan_versions" (
	"organization_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"fiscal_year_start_month" integer NOT NULL,
	"cell_count" integer NOT NULL,
	"locked_at" timestamp with time zone NOT NULL,
	"locked_by" text NOT NULL,
	CONSTRAINT "commitment_plan_versions_pk" PRIMARY KEY("organization_id","version_id"),
	CONSTRAINT "commitment_plan_versions_kind_known" CHECK ("commitment_plan_versions"."kind" in ('budget', 'reforecast')),
	CONSTRAINT "commitment_plan_versions_have_cells" CHECK ("commitment_plan_versions"."cell_count" > 0)
);
--> statement-breakpoint
CREATE TABLE "commitment_plans" (
	"organization_id" uuid NOT NULL,
	"commitment_id" uuid NOT NULL,
	"fiscal_year_start_month" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "commitment_plans_pk" PRIMARY KEY("organization_id","commitment_id"),
	CONSTRAINT "commitment_plans_start_month" CHECK ("commitment_plans"."fiscal_year_start_month" between 1 and 12)
);
--> statement-breakpoint
ALTER TABLE "cash_scenarios" ADD CONSTRAINT "cash_scenarios_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_settings" ADD CONSTRAINT "cash_settings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD CONSTRAINT "supplier_payments_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD CONSTRAINT "supplier_payments_supplier_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."suppliers"("organization_id","supplier_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD CONSTRAINT "supplier_payments_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planning_cycle_steps" ADD CONSTRAINT "planning_cycle_steps_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planning_cycle_steps" ADD CONSTRAINT "planning_cycle_steps_cycle_fk" FOREIGN KEY ("organization_id","cycle_id") REFERENCES "public"."planning_cycles"("organization_id","cycle_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planning_cycles" ADD CONSTRAINT "planning_cycles_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planning_cycles" ADD CONSTRAINT "planning_cycles_plan_fk" FOREIGN KEY ("organization_id","mfp_id") REFERENCES "public"."buy_plans"("organization_id","mfp_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_declarations" ADD CONSTRAINT "commitment_declarations_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_declarations" ADD CONSTRAINT "commitment_declarations_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_cells" ADD CONSTRAINT "commitment_plan_cells_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_cells" ADD CONSTRAINT "commitment_plan_cells_plan_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitment_plans"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_cells" ADD CONSTRAINT "commitment_plan_cells_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_version_cells" ADD CONSTRAINT "commitment_plan_version_cells_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_version_cells" ADD CONSTRAINT "commitment_plan_version_cells_version_fk" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."commitment_plan_versions"("organization_id","version_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_version_cells" ADD CONSTRAINT "commitment_plan_version_cells_category_fk" FOREIGN KEY ("organization_id","category_id") REFERENCES "public"."categories"("organization_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_versions" ADD CONSTRAINT "commitment_plan_versions_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plan_versions" ADD CONSTRAINT "commitment_plan_versions_plan_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitment_plans"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plans" ADD CONSTRAINT "commitment_plans_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_plans" ADD CONSTRAINT "commitment_plans_commitment_fk" FOREIGN KEY ("organization_id","commitment_id") REFERENCES "public"."commitments"("organization_id","commitment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cash_scenarios_by_name" ON "cash_scenarios" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "supplier_payments_newest" ON "supplier_payments" USING btree ("organization_id","paid_on" DESC NULLS LAST,"payment_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "supplier_payments_by_supplier" ON "supplier_payments" USING btree ("organization_id","supplier_id","paid_on");--> statement-breakpoint
CREATE INDEX "supplier_payments_by_order" ON "supplier_payments" USING btree ("organization_id","purchase_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "planning_cycle_steps_by_position" ON "planning_cycle_steps" USING btree ("organization_id","cycle_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "planning_cycles_by_name" ON "planning_cycles" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "planning_cycles_newest" ON "planning_cycles" USING btree ("organization_id","opened_at" DESC NULLS LAST,"cycle_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "commitment_declarations_newest" ON "commitment_declarations" USING btree ("organization_id","commitment_id","declared_at" DESC NULLS LAST,"declaration_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "commitment_plan_versions_by_number" ON "commitment_plan_versions" USING btree ("organization_id","commitment_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "commitment_plan_versions_one_budget" ON "commitment_plan_versions" USING btree ("organization_id","commitment_id") WHERE kind = 'budget';