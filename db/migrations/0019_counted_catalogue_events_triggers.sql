-- catalogue_events: rows are counted by organisation as they are written, as those of other tables.
CREATE TRIGGER "catalogue_events_count_insert" AFTER INSERT ON "catalogue_events" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "add_row_counts"();--> statement-breakpoint
CREATE TRIGGER "catalogue_events_count_delete" AFTER DELETE ON "catalogue_events" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_row_counts"();--> statement-breakpoint
INSERT INTO "row_counts" ("organization_id", "table_name", "row_count") SELECT "organization_id", 'catalogue_events', count(*) FROM "catalogue_events" GROUP BY "organization_id";
