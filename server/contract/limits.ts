/** Every limit of the service, with its unit in its name. Source: the platform contract, 'Limits'. */
import { forecastLimits } from './limits/forecasts.ts'
import { demandEventLimits } from './limits/demand_events.ts'
import { followingLimits } from './limits/following.ts'
import { spreadsheetLimits } from './limits/spreadsheets.ts'
import { metricsLimits } from './limits/metrics.ts'
import { orderPaperLimits } from './limits/order_papers.ts'
import { planningLimits } from './limits/planning.ts'
import { portalLimits } from './limits/portal.ts'
import { securityLimits } from './limits/security.ts'

export const limits = {
  reads_per_minute: 600,
  writes_per_minute: 120,

  page_limit_max: 10_000,
  page_limit_default: 8,
  /** The largest page of a list that states no maximum of its own. */
  page_limit_common_max: 100,
  page_limit_filters_max: 500,
  page_limit_filters_default: 100,
  /** offset must be below 2,147,483,647, so this is the largest accepted. */
  page_offset_max: 2_147_483_646,
  export_rows_max: 100_000,
  export_url_minutes: 60,
  /** Time to read an export from the database; the file then waits for its client. */
  export_seconds_max: 120,
  /** The longest wait for a client that stopped reading, and the average rate that it must then reach. */
  export_stall_seconds_max: 20,
  export_bytes_per_second_min: 32_768,
  exports_at_once_max: 2,
  exports_at_once_per_organization_max: 1,
  exports_waiting_max: 32,
  exports_waiting_per_organization_max: 4,
  /** Concurrent downloads of one organisation. */
  export_downloads_per_organization_max: 4,
  filters_max: 50,
  filter_values_max: 1_000,
  /** Long enough for filter_values_max ids, and short enough for a URL. */
  filter_args_length_max: 60_000,
  /** The longest text value of a filter. */
  filter_text_length_max: 500,
  search_length_max: 200,
  text_length_max: 20_000,

  /** The longest URL, percent-encoded; Deno accepts no more. */
  address_bytes_max: 65_534,
  /** URL and headers of a request together. */
  header_bytes_max: 131_072,
  body_bytes_max: 1_048_576,
  upload_bytes_max: 100 * 1_048_576,
  json_depth_max: 64,
  /** A write that takes longer is rolled back. */
  transaction_seconds_max: 15,
  /**
   * For writes of thousands of rows: posting 20,000 lines takes 5 seconds on two idle cores, and many times that under
   * load.
   */
  large_write_seconds_max: 90,
  body_seconds_max: 15,
  /** Operations that accept more than body_bytes_max wait one more second for each of these. */
  body_bytes_per_second_min: 1_048_576,
  idempotency_key_length_max: 255,
  idempotency_hours: 24,
  idempotency_required_days: 30,

  unavailable_retry_after_seconds: 2,
  /** Time that a heavy request waits for its turn before it is refused with Retry-After. */
  turn_wait_seconds_max: 20,
  usage_days: 30,
  /** Per organisation; keys in the overlap of a replacement, expired and revoked ones are not counted. */
  active_keys_max: 50,
  /** Per organisation, active or not. */
  webhooks_max: 500,
  webhook_timeout_seconds: 30,
  /** Longer than an attempt may take, so that a running worker never loses its lease. */
  webhook_lease_seconds: 45,
  webhook_retry_seconds: [60, 600, 3_600],
  webhook_answer_bytes_max: 65_536,
  /** Retention of a delivery after success; a failed one is kept until it is redelivered. */
  webhook_delivery_days: 90,
  webhook_redeliveries_per_call_max: 10_000,

  outbound_timeout_seconds: 30,
  /** Longer than an attempt may take, so that a running worker never loses its lease. */
  outbound_lease_seconds: 45,
  outbound_retry_seconds: [60, 600, 3_600],
  /** Size of one file of interchanges. */
  edi_file_bytes_max: 10 * 1_048_576,
  /** Interchanges in one file; each is stored by itself, and all of them in one transaction. */
  edi_interchanges_per_file_max: 1_000,
  edi_documents_per_interchange_max: 20_000,
  edi_readings_at_once_max: 2,
  edi_readings_at_once_per_organization_max: 1,
  edi_readings_waiting_max: 64,
  edi_readings_waiting_per_organization_max: 16,
  /** To read one file, or one interchange of it. */
  edi_reading_seconds_max: 20,
  edi_files_per_poll_max: 100,
  edi_poll_seconds: 30,
  /** A file that does not change for this long is complete. */
  edi_quiet_seconds: 2,
  /** A file without an end that has not changed for this long is taken as it is. */
  edi_incomplete_seconds: 900,
  edi_read_retry_seconds: [5, 60, 600, 3_600],
  /** Retention of what a sent document says; its entry in the list of documents stays. */
  edi_record_years: 7,
  /** Retention of EDI files as they arrived, with whatever personal data is in them, where they cannot be read. */
  edi_unreadable_days: 30,
  /** Weeks whose inventory advices are remembered. */
  edi_advice_weeks: 8,
  return_lines_max: 500,
  return_refund_cents_max: 1_000_000_000_000,
  return_import_rows_max: 2_000,
  returns_summary_days_max: 400,
  /** Products that the summary of returns lists. */
  returns_summary_products_max: 50,
  /** Orders, returns and refunds that a single customer shows of each. */
  customer_records_max: 100,

  document_link_days: 90,
  document_recipients_max: 10,
  document_message_length_max: 2_000,
  renderings_at_once_max: 2,
  renderings_at_once_per_organization_max: 1,
  renderings_waiting_max: 64,
  renderings_waiting_per_organization_max: 16,
  rendering_seconds_max: 25,

  /** Per user, over all sessions. Requests of the app do not count against the rate limits of keys. */
  session_reads_per_minute: 3_000,
  session_writes_per_minute: 600,

  invitation_days: 7,
  invitations_per_inviter_and_hour: 20,
  invitations_per_organization_and_day: 100,
  /** Time that closed invitations stay listed. */
  invitation_listed_days: 90,

  /** Per organisation: concurrent uploads, and bytes of all files, including uploads in progress. */
  uploads_at_once_max: 4,
  /** Per process, over all organisations. */
  uploads_in_process_max: 16,
  upload_space_bytes: 2 * 1_073_741_824,
  /** Retention of an uploaded file. */
  upload_days: 30,
  /** Of a personal import: while it waits for a person, and after a run that can be run again. */
  personal_upload_days: 7,
  personal_rerun_hours: 24,

  password_length_min: 12,
  password_length_max: 128,
  auth_body_bytes_max: 16_384,
  password_reset_minutes: 60,
  password_resets_per_hour_and_email: 3,
  /** Per IP address and account, so that an attacker cannot use up the attempts of the account's owner. */
  sign_in_attempts_per_minute_and_email: 10,
  sign_in_attempts_per_minute_and_address: 30,
  region_lookups_per_minute_and_address: 60,
  organizations_per_admin_max: 50,

  key_days_max: 3_650,
  key_days_default: 365,
  key_overlap_hours_max: 720,
  key_addresses_max: 100,
  name_length_max: 120,
  time_zone_length_max: 60,

  /** Per variant and location, on hand or incoming: sums over a few locations must still be exact integers. */
  stock_units_max: 1_000_000_000,
  purchase_orders_page_default: 10,
  purchase_order_lines_max: 2_000,
  purchase_orders_bulk_max: 100,
  sales_orders_bulk_max: 100,
  purchase_order_deliveries_bulk_max: 100,
  /** Per line; an order's cost and units have limits of their own, so that its figures stay exact. */
  purchase_order_quantity_max: 1_000_000,
  purchase_order_units_max: 10_000_000,
  purchase_order_unit_cost_max: 1_000_000,
  purchase_unit_factor_max: 100_000,
  purchase_unit_cost_max: 1_000_000_000,
  purchase_order_cost_max: 1_000_000_000_000,
  purchase_order_freight_cents_max: 100_000_000,
  purchase_order_billed_cents_max: 100_000_000_000,
  purchase_order_notes_length_max: 4_000,
  /** Units of one component, over everything that an order makes. */
  purchase_order_component_units_max: 1_000_000_000,
  /** Ledger rows of one assembly, products and components together; a correction books as many back. */
  purchase_order_assembly_rows_max: 12_000,
  bill_of_materials_components_max: 200,
  bill_of_materials_quantity_max: 10_000,
  supplier_updates_default: 3,
  supplier_updates_max: 100,
  supplier_signal_sentence_length_max: 1_000,
  commitment_budgets_max: 500,
  commitment_budget_cents_max: 1_000_000_000_000,
  purchase_basket_items_max: 2_000,
  purchase_basket_items_per_call_max: 1_000,
  purchase_generation_variants_max: 10_000,
  purchase_generation_horizon_days_max: 365,

  suppliers_per_call_max: 100,
  supplier_contacts_max: 50,
  supplier_variants_per_call_max: 1_000,
  supplier_variants_shown_max: 1_000,
  supplier_days_max: 3_650,
  supplier_vendors_per_call_max: 100,
  supplier_vendor_variants_max: 4_000,
  supplier_attention_subjects_max: 10,
  /** Stock levels updated in the same write when the terms of their supplier change. */
  supplier_levels_at_once_max: 40_000,
  /** Order lines that a scorecard reads; if more were due, its window is shorter. */
  supplier_scorecard_lines_max: 30_000,
  import_rows_max: 1_000_000,
  import_columns_max: 500,
  /** Rows of one record, such as the variants of a product. */
  import_record_rows_max: 5_000,
  /** Rows that are not adjacent to the first ones of their records, of the records that begin in one batch. */
  import_apart_rows_max: 20_000,
  /** Imports of an organisation that are waiting or being worked on. */
  imports_at_work_max: 10,
  /** Imports of an organisation that have not ended. */
  imports_open_max: 50,
  /** Imports of an organisation, whatever their state; each keeps its report. */
  imports_kept_max: 1_000,
  /** Retention of an import and its report after it last changed; it cannot be undone after that. */
  import_days: 90,
  import_profiles_max: 200,
  /** Versions of a saved profile that are kept. */
  import_profile_versions_max: 20,
  /** An attempt ends after this and goes on in its next turn, so that organisations take turns. */
  import_slice_seconds: 10,
  import_attempt_seconds_max: 45,
  /** Renewed with every batch. */
  import_lease_seconds: 30,
  import_batch_seconds_max: 25,
  import_retry_seconds: [5, 30, 120],

  /** Retention of the export of an organisation, and how many an organisation may have. */
  organization_export_days: 7,
  organization_exports_kept_max: 5,
  organization_export_seconds_max: 4 * 3_600,
  /** Renewed while the export is written. */
  organization_export_lease_seconds: 60,
  organization_export_retry_seconds: [10, 60, 600],

  supplier_upload_rows_max: 5_000,
  /** Length of a file sent inline as text; a larger one must be uploaded first. */
  supplier_upload_csv_length_max: 1_000_000,
  supplier_upload_faults_max: 100,

  stocktake_lines_max: 20_000,
  /** Body of a request that records counts for the maximum number of lines. */
  stocktake_counts_body_bytes_max: 4 * 1_048_576,
  stocktake_quantity_max: 1_000_000_000,
  stocktake_import_rows_max: 100_000,
  stocktake_window_days_max: 731,
  /** Without a lock date, entries may be dated this many days back. */
  books_days_max: 400,
  /** Orders may be planned for a day this far ahead. */
  order_date_days_ahead_max: 400,
  stock_adjustment_lines_max: 1_000,
  stock_adjustment_note_length_max: 1_000,
  /** Records that one call sets stock for; an import sends as many at a time. */
  stock_set_records_max: 5_000,
  stock_window_days_max: 400,
  sales_window_years_max: 1,
  net_sales_window_days_max: 400,
  sales_analytics_days_max: 731,
  sales_overview_variants_max: 20,
  allocation_variants_max: 50,
  ...forecastLimits,
  /** Subcategories that one request or record adds or changes. */
  subcategories_per_category_max: 500,
  family_attributes_max: 500,
  custom_field_choices_max: 500,
  custom_field_description_length_max: 1_000,
  bundle_components_max: 200,
  bundle_quantity_max: 10_000,
  /** Bundles that contain each other: 1 is a bundle of variants that are no bundles. */
  bundle_levels_max: 5,
  exchange_rates_per_call_max: 1_000,
  exchange_rate_max: 1_000_000_000,
  exchange_rate_decimals_max: 10,
  /** Records of each kind that the refusal to archive a location names. */
  location_uses_named_max: 3,
  product_title_length_max: 255,
  product_description_length_max: 65_536,
  /** Vendor, class, tags, seasons, SKU, barcode and other labels. */
  product_label_length_max: 255,
  product_url_length_max: 2_048,
  /** Tags, images and other lists of a product. */
  product_list_max: 250,
  product_options_max: 3,
  product_variants_max: 2_000,
  product_variants_per_call_max: 500,
  product_metafields_max: 250,
  /** Metafields and custom fields are indexed by value. */
  product_field_value_length_max: 500,
  product_metafield_name_length_max: 64,
  product_price_cents_max: 100_000_000_000,
  product_unit_cost_max: 1_000_000,
  product_weight_kg_max: 1_000_000,
  product_carton_cbm_max: 10_000,
  product_carton_quantity_max: 1_000_000,
  product_lead_time_days_max: 3_650,
  /** Variants of one batch of product records. */
  product_batch_variants_max: 2_000,
  variant_prices_per_call_max: 1_000,

  account_days_max: 730,
  account_note_length_max: 1_000,
  address_length_max: 500,
  order_timeline_changes_max: 1_000,
  tax_id_length_max: 50,
  account_doors_per_call_max: 1_000,
  account_contacts_max: 200,
  account_items_per_call_max: 1_000,
  price_list_prices_per_call_max: 1_000,
  price_list_price_cents_max: 100_000_000,
  sales_orders_page_max: 500,
  /** Rows of a file of orders that one request imports; the app imports larger files in the background. */
  order_import_rows_max: 2_000,
  /** Size of a report sent as the request body; a larger one is uploaded first. */
  sell_out_inline_bytes_max: 8 * 1_048_576,
  /** A report of a million rows, which is one transaction. */
  sell_out_import_seconds_max: 300,
  /** Length of a reported period: a quarter. */
  sell_out_period_days_max: 92,
  /** Units of one row, and of all rows of one variant, door and period. */
  sell_out_row_units_max: 1_000_000,
  sell_out_units_max: 2_000_000_000,
  sell_out_weeks_min: 1,
  sell_out_weeks_max: 52,
  sell_out_weeks_default: 13,
  /** Confirmed mappings of an account. */
  sell_out_profiles_max: 200,
  sales_order_lines_max: 1_000,
  sales_order_quantity_max: 1_000_000,
  sales_order_price_cents_max: 100_000_000,
  /** Total of the lines of an order, so that its figures stay exact. */
  sales_order_total_cents_max: 1_000_000_000_000,
  sales_order_label_length_max: 120,
  sales_order_notes_length_max: 4_000,
  /** Invoices and orders that one payment names at once. */
  payment_allocations_max: 500,
  payment_reference_length_max: 120,
  /** Entries of one statement of an account. */
  statement_entries_max: 5_000,
  order_book_lines_max: 1_000,
  order_book_sellout_days_max: 731,
  season_code_length_max: 40,
  /** Days between the start of a season and the day of a read. */
  order_book_start_days_max: 3_660,
  /** Days before or after the start of a season that a curve shows. */
  order_book_curve_days_max: 1_096,
  order_book_curve_step_max: 28,
  /** Days before `as_of` on which lines count as cut or moved by default. */
  order_book_signal_days: 28,
  /** A door reports while a period of its reports ended within these days. */
  order_book_reporting_days: 28,
  sales_order_cartons_max: 1_000,
  /** Lines of all invoices in a page of the list. */
  invoice_page_lines_max: 100_000,
  /** Orders that the allocation of the whole book changes in one transaction. */
  sales_orders_allocated_at_once_max: 50,
  /** Orders of which one transaction releases holds that stock no longer covers; the next allocation releases the others. */
  sales_orders_released_at_once_max: 500,
  /** Age, in either direction, at which the signature of a warehouse's report is refused. */
  warehouse_report_tolerance_seconds: 300,
  /** Length of the window over which an account's sell-out figures are computed. */
  retailer_window_weeks: 13,
  /** Days whose orders tell what an account carries and how often it orders. */
  retailer_order_days: 365,
  /** Weeks of sales that a recommended shipment to an account covers after it arrives. */
  retailer_cover_weeks: 4,
  retailer_timeline_weeks: 26,
  retailer_forecast_weeks: 13,
  retailer_ids_max: 200,
  pim_limit_max: 500,
  pim_limit_default: 100,
  custom_field_samples_max: 10,
  price_weeks_min: 8,
  price_weeks_max: 104,
  /** Changes since the last measurement that one read measures; those beyond wait for the job. */
  velocity_changes_read_max: 5_000,
  ...demandEventLimits,
  ...followingLimits,
  ...spreadsheetLimits,
  ...metricsLimits,
  ...orderPaperLimits,
  ...planningLimits,
  ...portalLimits,
  ...securityLimits,
} as const
