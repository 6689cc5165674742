/** Every limit of the service in one place, with its unit in its name. Source: the platform contract, 'Limits'. */
export const limits = {
  reads_per_minute: 600,
  writes_per_minute: 120,

  page_limit_max: 10_000,
  page_limit_default: 8,
  /** The largest page of a table that states no maximum of its own. */
  page_limit_common_max: 100,
  page_limit_filters_max: 500,
  page_limit_filters_default: 100,
  /** offset must stay below 2,147,483,647, so this is the largest that is taken. */
  page_offset_max: 2_147_483_646,
  export_rows_max: 100_000,
  export_url_minutes: 60,
  /** Reading an export from the database; the file then waits for its client. */
  export_seconds_max: 120,
  /** The longest wait for a client that stopped reading, and the least it must read on average from then on. */
  export_stall_seconds_max: 20,
  export_bytes_per_second_min: 32_768,
  exports_at_once_max: 2,
  exports_at_once_per_organization_max: 1,
  exports_waiting_max: 32,
  exports_waiting_per_organization_max: 4,
  /** Files that the clients of one organisation are reading at once. */
  export_downloads_per_organization_max: 4,
  filters_max: 50,
  filter_values_max: 1_000,
  /** Long enough for filter_values_max ids, and within what an address may hold. */
  filter_args_length_max: 60_000,
  /** The longest text that a filter compares with. */
  filter_text_length_max: 500,
  search_length_max: 200,
  text_length_max: 20_000,

  /** The longest address, percent-encoded; Deno takes no more. */
  address_bytes_max: 65_534,
  /** The address and the headers of a request together. */
  header_bytes_max: 131_072,
  body_bytes_max: 1_048_576,
  upload_bytes_max: 100 * 1_048_576,
  json_depth_max: 64,
  /** A write that takes longer is given up and leaves nothing. */
  transaction_seconds_max: 15,
  body_seconds_max: 15,
  /** Operations that take more than body_bytes_max wait a second longer for each of these. */
  body_bytes_per_second_min: 1_048_576,

  idempotency_key_length_max: 255,
  idempotency_hours: 24,
  idempotency_required_days: 30,

  unavailable_retry_after_seconds: 2,
  /** How long a request waits for its turn at heavy work before it is asked to come again. */
  turn_wait_seconds_max: 20,
  usage_days: 30,
  /** Of one organisation, active or not. */
  webhooks_max: 500,
  webhook_timeout_seconds: 30,
  /** Longer than an attempt may take, so that a living worker never loses its lease. */
  webhook_lease_seconds: 45,
  webhook_retry_seconds: [60, 600, 3_600],
  webhook_answer_bytes_max: 65_536,
  /** How long a delivery is kept once it was delivered; one that failed is kept until it is sent again. */
  webhook_delivery_days: 90,
  webhook_redeliveries_per_call_max: 10_000,

  outbound_timeout_seconds: 30,
  /** Longer than an attempt may take, so that a living worker never loses its lease. */
  outbound_lease_seconds: 45,
  outbound_retry_seconds: [60, 600, 3_600],
  document_link_days: 90,
  document_recipients_max: 10,
  document_message_length_max: 2_000,
  papers_at_once_max: 2,
  papers_at_once_per_organization_max: 1,
  papers_waiting_max: 64,
  papers_waiting_per_organization_max: 16,
  paper_seconds_max: 25,

  /** Of a person's sessions together. The app of the service is not counted against the allowances of keys. */
  session_reads_per_minute: 3_000,
  session_writes_per_minute: 600,

  invitation_days: 7,
  invitations_per_inviter_and_hour: 20,
  invitations_per_organization_and_day: 100,
  /** How long ended invitations stay listed. */
  invitation_listed_days: 90,

  /** Of one organisation: uploads under way at a time, and bytes of all its files, those under way included. */
  uploads_at_once_max: 4,
  /** Of one process, over all organisations. */
  uploads_in_process_max: 16,
  upload_space_bytes: 2 * 1_073_741_824,
  /** How long an uploaded file is kept. */
  upload_days: 30,

  /** A session lasts this long after it was made or last renewed by GET /auth/get-session, at most once a day. */
  session_days: 7,
  session_refresh_days: 1,
  password_length_min: 12,
  password_length_max: 128,
  auth_body_bytes_max: 16_384,
  password_reset_minutes: 60,
  password_resets_per_hour_and_email: 3,
  /** Of one address for one account: nobody can use up the attempts that somebody elsewhere has. */
  sign_in_attempts_per_minute_and_email: 10,
  sign_in_attempts_per_minute_and_address: 30,
  region_lookups_per_minute_and_address: 60,
  organizations_per_admin_max: 50,

  key_days_max: 3_650,
  key_days_default: 365,
  key_overlap_hours_max: 720,
  key_addresses_max: 100,
  name_length_max: 120,

  spreadsheet_inflated_bytes_max: 256 * 1_048_576,
  /** How many times larger a spreadsheet may be unpacked than packed; small files are exempt. */
  spreadsheet_ratio_max: 100,
  spreadsheet_ratio_free_bytes: 1_048_576,
  spreadsheet_cells_max: 1_000_000,
  spreadsheet_seconds_max: 30,
  /** The older binary format holds a cell in six bytes, so its files are kept smaller. */
  spreadsheet_xls_bytes_max: 32 * 1_048_576,
  spreadsheets_at_once_max: 2,
  spreadsheets_at_once_per_organization_max: 1,
  spreadsheets_waiting_max: 32,
  spreadsheets_waiting_per_organization_max: 8,

  /** Of a variant at a location, on hand or on the way: what is added up over a few places must still be a whole number. */
  stock_units_max: 1_000_000_000,
  purchase_orders_page_default: 10,
  purchase_order_lines_max: 2_000,
  purchase_orders_bulk_max: 100,
  purchase_order_deliveries_bulk_max: 100,
  /** Of one line; an order's cost and units must also stay within what a figure can state. */
  purchase_order_quantity_max: 1_000_000,
  purchase_order_units_max: 10_000_000,
  purchase_order_unit_cost_max: 1_000_000,
  purchase_order_cost_max: 1_000_000_000_000,
  purchase_order_freight_cents_max: 100_000_000,
  purchase_order_billed_cents_max: 100_000_000_000,
  purchase_order_notes_length_max: 4_000,
  /** Of one component, over all that an order makes. */
  purchase_order_component_units_max: 1_000_000_000,
  /** What one write books of units made and of their components; a correction books as many back. */
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
  /** Levels of stock that follow new terms of their supplier in the same write. */
  supplier_levels_at_once_max: 40_000,
  /** Lines that a scorecard looks at; where more were due, its window begins later. */
  supplier_scorecard_lines_max: 30_000,
  supplier_upload_rows_max: 5_000,
  /** Of a file sent as text; a larger one is uploaded first. */
  supplier_upload_csv_length_max: 1_000_000,
  supplier_upload_faults_max: 100,

  stocktake_lines_max: 20_000,
  /** Of a request that counts as many lines as a count may have. */
  stocktake_counts_body_bytes_max: 4 * 1_048_576,
  /** Posting 20,000 lines takes 5 seconds on two idle cores, and three times that where six others want them. */
  stocktake_post_seconds_max: 45,
  stocktake_quantity_max: 1_000_000_000,
  stocktake_import_rows_max: 100_000,
  stocktake_window_days_max: 731,
  stock_window_days_max: 400,
  /** The same date a year later is always within it. */
  sales_window_days_max: 366,
  allocation_variants_max: 50,
  forecast_weeks_max: 104,
  pim_limit_max: 500,
  pim_limit_default: 100,
  custom_field_samples_max: 10,
  price_weeks_min: 8,
  price_weeks_max: 104,
} as const
