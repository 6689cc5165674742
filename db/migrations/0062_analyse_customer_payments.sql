ALTER TABLE "customer_payments" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
--> statement-breakpoint
ALTER TABLE "payment_allocations" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
