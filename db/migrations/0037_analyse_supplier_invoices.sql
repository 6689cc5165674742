ALTER TABLE "supplier_invoices" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "supplier_invoice_lines" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);--> statement-breakpoint
ALTER TABLE "supplier_invoice_costs" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
