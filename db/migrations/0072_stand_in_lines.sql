ALTER TABLE "order_lines" ADD COLUMN "instead_of_line_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "is_still_owed" boolean;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_instead_of_fk" FOREIGN KEY ("organization_id","instead_of_line_id") REFERENCES "public"."order_lines"("organization_id","line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_lines_instead_of" ON "order_lines" USING btree ("organization_id","instead_of_line_id") WHERE instead_of_line_id is not null;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_stand_in" CHECK (("order_lines"."instead_of_line_id" is null) = ("order_lines"."is_still_owed" is null));