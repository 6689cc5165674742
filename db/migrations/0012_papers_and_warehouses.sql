CREATE TABLE "edi_control_numbers" (
	"organization_id" uuid NOT NULL,
	"qualifier" text NOT NULL,
	"edi_id" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "edi_control_numbers_pk" PRIMARY KEY("organization_id","qualifier","edi_id")
);
--> statement-breakpoint
CREATE TABLE "outbound_attempts" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint,
	"detail" text,
	CONSTRAINT "outbound_attempts_pk" PRIMARY KEY("organization_id","document_id","attempt"),
	CONSTRAINT "outbound_attempts_outcome_known" CHECK ("outbound_attempts"."outcome" in ('sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "outbound_documents" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"recipient" text,
	"room" text NOT NULL,
	"payload" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"control_number" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_failures" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "outbound_documents_pk" PRIMARY KEY("organization_id","document_id"),
	CONSTRAINT "outbound_documents_lane_known" CHECK ("outbound_documents"."lane" in ('email', 'edi', 'link', 'warehouse')),
	CONSTRAINT "outbound_documents_state_known" CHECK ("outbound_documents"."state" in ('queued', 'sent', 'failed', 'stored', 'replaced')),
	CONSTRAINT "outbound_documents_queued_is_due" CHECK (("outbound_documents"."state" = 'queued') = ("outbound_documents"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "warehouse_connections" (
	"organization_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"location_id" uuid NOT NULL,
	"url" text NOT NULL,
	"sealed_token" "bytea" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "warehouse_connections_pk" PRIMARY KEY("organization_id","connection_id"),
	CONSTRAINT "warehouse_connections_active_or_ended" CHECK ("warehouse_connections"."is_active" = ("warehouse_connections"."deactivated_at" is null))
);
--> statement-breakpoint
CREATE TABLE "warehouse_inbounds" (
	"organization_id" uuid NOT NULL,
	"inbound_id" uuid NOT NULL,
	"purchase_order_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"is_called_off" boolean DEFAULT false NOT NULL,
	"fingerprint" text NOT NULL,
	"document_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "warehouse_inbounds_pk" PRIMARY KEY("organization_id","inbound_id")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "edi_qualifier" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "edi_id" text;--> statement-breakpoint
ALTER TABLE "purchase_generation_settings" ADD COLUMN "generated_orders" integer;--> statement-breakpoint
ALTER TABLE "purchase_generation_settings" ADD COLUMN "generation_fault" text;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "billed_freight_cents" bigint;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "billed_duty_cents" bigint;--> statement-breakpoint
ALTER TABLE "edi_control_numbers" ADD CONSTRAINT "edi_control_numbers_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD CONSTRAINT "outbound_attempts_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_attempts" ADD CONSTRAINT "outbound_attempts_document_fk" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."outbound_documents"("organization_id","document_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_documents" ADD CONSTRAINT "outbound_documents_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_documents" ADD CONSTRAINT "outbound_documents_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_connections" ADD CONSTRAINT "warehouse_connections_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_order_fk" FOREIGN KEY ("organization_id","purchase_order_id") REFERENCES "public"."purchase_orders"("organization_id","purchase_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_inbounds" ADD CONSTRAINT "warehouse_inbounds_location_fk" FOREIGN KEY ("organization_id","location_id") REFERENCES "public"."locations"("organization_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbound_documents_due" ON "outbound_documents" USING btree ("room","next_attempt_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "outbound_documents_by_order" ON "outbound_documents" USING btree ("organization_id","purchase_order_id","lane","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbound_documents_newest" ON "outbound_documents" USING btree ("organization_id","created_at" DESC NULLS LAST,"document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_connections_one_active" ON "warehouse_connections" USING btree ("organization_id","location_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_inbounds_one_a_place" ON "warehouse_inbounds" USING btree ("organization_id","purchase_order_id","location_id");--> statement-breakpoint
CREATE INDEX "purchase_order_components_by_level" ON "purchase_order_components" USING btree ("organization_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "exceptions_newest" ON "exceptions" USING btree ("organization_id","opened_at","exception_id");