ALTER TABLE "forecast_overrides" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
