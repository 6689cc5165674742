/** Limits of reading spreadsheets; part of limits.ts. */
export const spreadsheetLimits = {
  spreadsheet_inflated_bytes_max: 256 * 1_048_576,
  /** Maximum compression ratio of a spreadsheet; small files are exempt. */
  spreadsheet_ratio_max: 100,
  spreadsheet_ratio_free_bytes: 1_048_576,
  spreadsheet_cells_max: 1_000_000,
  /** Rows of a workbook times its widest row: what reading it holds in memory, empty cells included. */
  spreadsheet_area_max: 4_000_000,
  spreadsheet_seconds_max: 30,
  /** The older binary format stores a cell in six bytes, so its files have a lower limit. */
  spreadsheet_xls_bytes_max: 32 * 1_048_576,
  spreadsheets_at_once_max: 2,
  spreadsheets_at_once_per_organization_max: 1,
  spreadsheets_waiting_max: 32,
  spreadsheets_waiting_per_organization_max: 8,
} as const
