/** The limits that callers may rely on, with a title and the direction in which a change would narrow them. */
import { limits } from '../limits.ts'

export interface PublishedLimit {
  key: keyof typeof limits
  value: number | readonly number[]
  /** max: a smaller number is narrower. min: a larger one is. exact: every change affects callers. */
  bound: 'max' | 'min' | 'exact'
  unit: string
  title: string
  /** What happens to a request that exceeds it, or what to do. */
  beyond: string
  group: LimitGroup
}
export const limitGroups = {
  rate: 'Requests',
  paging: 'Pages, filters and exports',
  size: 'Sizes',
  idempotency: 'Idempotency',
  webhooks: 'Webhooks',
  keys: 'Keys and sessions',
  files: 'Files',
} as const
export type LimitGroup = keyof typeof limitGroups

type Row = [key: keyof typeof limits, bound: PublishedLimit['bound'], unit: string, title: string, beyond: string]

const rows: Record<LimitGroup, readonly Row[]> = {
  rate: [
    ['reads_per_minute', 'max', 'requests a minute', 'Reads per key', 'Refused `rate_limited` until the minute ends.'],
    [
      'writes_per_minute',
      'max',
      'requests a minute',
      'Writes per key',
      'Refused `rate_limited` until the minute ends.',
    ],
  ],
  paging: [
    [
      'page_limit_max',
      'max',
      'rows',
      'Largest page of the largest lists',
      'Refused `bad_request`; each operation states its own maximum.',
    ],
    ['page_limit_common_max', 'max', 'rows', 'Largest page of other lists', 'Refused `bad_request`.'],
    [
      'page_limit_default',
      'exact',
      'rows',
      'Default page size',
      'Send `limit`; an operation with another default states it.',
    ],
    ['page_offset_max', 'max', 'rows', 'Largest offset', 'Refused `bad_request`.'],
    ['filters_max', 'max', 'filters', 'Conditions in one `filter_args`', 'Refused `bad_request`.'],
    ['filter_values_max', 'max', 'values', 'Values in one `in` or `not_in`', 'Refused `bad_request`.'],
    ['filter_args_length_max', 'max', 'characters', 'Length of `filter_args`', 'Refused `bad_request`.'],
    ['filter_text_length_max', 'max', 'characters', 'Length of a text value in a filter', 'Refused `bad_request`.'],
    ['search_length_max', 'max', 'characters', 'Length of `search`', 'Refused `bad_request`.'],
    [
      'metrics_cells_max',
      'max',
      'cells',
      'Rows times columns in one answer to a metrics query',
      'Refused `bad_request`: send a smaller `limit`, fewer measures or dimensions, a coarser grain, or filters.',
    ],
    ['export_rows_max', 'max', 'rows', 'Rows in one export', 'Refused, never truncated: narrow the filter.'],
    [
      'export_url_minutes',
      'max',
      'minutes',
      'Lifetime of an export link',
      'Refused `export_link_invalid`: request a new one.',
    ],
    [
      'changes_days',
      'max',
      'days',
      'Age of a watermark of `updated_since`',
      'Refused `watermark_expired`; start over.',
    ],
  ],
  size: [
    ['body_bytes_max', 'max', 'bytes', 'Size of a JSON body', 'Refused `body_too_large` before anything is written.'],
    [
      'order_book_lines_max',
      'max',
      'lines',
      'Lines of the order book in a request',
      'Refused `bad_request`; nothing is recorded.',
    ],
    ['json_depth_max', 'max', 'levels', 'Nesting of a JSON body', 'Refused `bad_request`.'],
    ['body_seconds_max', 'max', 'seconds', 'Time for a body to arrive', 'Refused `body_too_slow`.'],
    [
      'address_bytes_max',
      'max',
      'bytes',
      'Length of a URL with its query',
      'Refused `bad_request`, or 414 or 431 without a body if it is far longer: send shorter filters.',
    ],
    [
      'text_length_max',
      'max',
      'characters',
      'Length of a text field without a length of its own',
      'Refused `bad_request`.',
    ],
  ],
  idempotency: [
    [
      'idempotency_key_length_max',
      'max',
      'characters',
      'Length of an `Idempotency-Key`',
      'A longer one is ignored, or refused by the writes that require a key.',
    ],
    [
      'idempotency_hours',
      'max',
      'hours',
      'Retention of a stored response',
      'The same key then identifies a new request.',
    ],
    [
      'idempotency_required_days',
      'max',
      'days',
      'Retention of keys on writes that require one',
      'The same key then identifies a new request.',
    ],
  ],
  webhooks: [
    ['webhooks_max', 'max', 'webhooks', 'Webhooks per organisation, active or not', 'Refused `conflict`.'],
    ['webhook_timeout_seconds', 'max', 'seconds', 'Time for a receiver to respond', 'The attempt counts as failed.'],
    [
      'webhook_retry_seconds',
      'exact',
      'seconds',
      'Waits between the four attempts',
      'After the last attempt, the delivery stays listed as failed until it is redelivered.',
    ],
    [
      'webhook_delivery_days',
      'max',
      'days',
      'Retention of a successful delivery',
      'Older ones are deleted, except the latest of each webhook. Failed and waiting deliveries are kept.',
    ],
  ],
  keys: [
    ['key_days_default', 'exact', 'days', 'Default lifetime of a key', 'Send `expires_in_days`.'],
    ['key_days_max', 'max', 'days', 'Longest lifetime of a key', 'Refused `bad_request`.'],
    [
      'active_keys_max',
      'max',
      'keys',
      'Active API keys per organisation',
      'Refused `conflict`. Keys in the overlap of a replacement, expired and revoked ones are not counted.',
    ],
    ['key_overlap_hours_max', 'max', 'hours', 'Longest overlap of a replaced key', 'Refused `bad_request`.'],
    ['key_addresses_max', 'max', 'addresses', 'Allowed IP addresses of a key', 'Refused `bad_request`.'],
    ['usage_days', 'max', 'days', 'Retention of usage', 'Older calls are deleted.'],
    [
      'session_days',
      'max',
      'days',
      'Lifetime of a session without renewal',
      'Refused `session_invalid`: sign in again.',
    ],
    [
      'app_idle_minutes',
      'max',
      'minutes',
      'Time without a request after which the app signs out',
      'Refused `session_invalid`: sign in again.',
    ],
    ['recovery_codes', 'exact', 'codes', 'Recovery codes of a second factor', 'Create new ones.'],
    [
      'two_factor_minutes',
      'max',
      'minutes',
      'Time between the password and the code',
      'Refused `two_factor_failed`: sign in again.',
    ],
    [
      'two_factor_failures_max',
      'max',
      'codes',
      'Wrong codes of a user in a row',
      'Refused `rate_limited` until the lock ends.',
    ],
    [
      'two_factor_lock_minutes',
      'exact',
      'minutes',
      'Lock after too many wrong codes',
      'Wait for `Retry-After` seconds.',
    ],
    ['audit_event_days', 'exact', 'days', 'Retention of audit events', 'Older events are deleted.'],
  ],
  files: [
    ['upload_bytes_max', 'max', 'bytes', 'Size of an uploaded file', 'Refused `body_too_large`.'],
    [
      'sell_out_inline_bytes_max',
      'max',
      'bytes',
      'Size of a sell-out report sent as the request body',
      'Refused `body_too_large`: upload the file and send its key.',
    ],
    ['spreadsheet_cells_max', 'max', 'cells', 'Cells in a spreadsheet', 'Refused, and nothing is written.'],
    [
      'spreadsheet_area_max',
      'max',
      'cells',
      'Rows of a workbook times its widest row, empty cells included',
      'Refused: clear the cells far to the right.',
    ],
    ['spreadsheet_seconds_max', 'max', 'seconds', 'Time to read a spreadsheet', 'Refused, and nothing is written.'],
    [
      'spreadsheet_xls_bytes_max',
      'max',
      'bytes',
      'Size of a spreadsheet in the older `.xls` format',
      'Refused: save it as `.xlsx` or CSV.',
    ],
    [
      'edi_file_bytes_max',
      'max',
      'bytes',
      'Size of a file of X12 interchanges',
      'Refused `body_too_large`; a fetched file is rejected with an exception.',
    ],
    [
      'edi_interchanges_per_file_max',
      'max',
      'interchanges',
      'Interchanges in a file',
      'Refused, and nothing is stored; a fetched file is rejected with an exception. Split it.',
    ],
    [
      'edi_documents_per_interchange_max',
      'max',
      'documents',
      'Documents in an interchange',
      'The interchange is rejected with an exception.',
    ],
    [
      'document_link_days',
      'max',
      'days',
      'Lifetime of a link to an issued order',
      'Refused `document_link_invalid`: issue the order again.',
    ],
  ],
}

export const publishedLimits: readonly PublishedLimit[] = (Object.keys(limitGroups) as LimitGroup[]).flatMap((group) =>
  rows[group].map(([key, bound, unit, title, beyond]) => ({
    key,
    value: limits[key],
    bound,
    unit,
    title,
    beyond,
    group,
  })),
)
