/** The limits that are promises to callers, in words and with the direction in which a change would narrow them. */
import { limits } from './limits.ts'

export interface PublishedLimit {
  key: keyof typeof limits
  value: number | readonly number[]
  /** max: a smaller number is narrower. min: a larger one is. exact: any other is a change that callers must follow. */
  bound: 'max' | 'min' | 'exact'
  unit: string
  title: string
  /** What becomes of a request that goes beyond it, or what to do about it. */
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
    [
      'reads_per_minute',
      'max',
      'requests a minute',
      'Reads of one key',
      'Refused `rate_limited` until the minute ends.',
    ],
    [
      'writes_per_minute',
      'max',
      'requests a minute',
      'Writes of one key',
      'Refused `rate_limited` until the minute ends.',
    ],
  ],
  paging: [
    [
      'page_limit_max',
      'max',
      'rows',
      'Largest page of the largest tables',
      'Refused `bad_request`; each operation names its own maximum.',
    ],
    ['page_limit_common_max', 'max', 'rows', 'Largest page elsewhere', 'Refused `bad_request`.'],
    [
      'page_limit_default',
      'exact',
      'rows',
      'A page where no limit is sent',
      'Send `limit`; an operation with another default names it.',
    ],
    ['page_offset_max', 'max', 'rows', 'Largest offset', 'Refused `bad_request`.'],
    ['filters_max', 'max', 'filters', 'Conditions in one `filter_args`', 'Refused `bad_request`.'],
    ['filter_values_max', 'max', 'values', 'Values of one `in` or `not_in`', 'Refused `bad_request`.'],
    ['filter_args_length_max', 'max', 'characters', 'Length of `filter_args`', 'Refused `bad_request`.'],
    ['filter_text_length_max', 'max', 'characters', 'A text that a filter compares with', 'Refused `bad_request`.'],
    ['search_length_max', 'max', 'characters', 'Length of `search`', 'Refused `bad_request`.'],
    ['export_rows_max', 'max', 'rows', 'Rows of one export', 'Refused, never cut short: narrow the filter.'],
    [
      'export_url_minutes',
      'max',
      'minutes',
      'Life of an export address',
      'Refused `export_link_invalid`: ask for a fresh one.',
    ],
  ],
  size: [
    ['body_bytes_max', 'max', 'bytes', 'A JSON body', 'Refused `body_too_large` before anything is written.'],
    ['json_depth_max', 'max', 'levels', 'Nesting of a JSON body', 'Refused `bad_request`.'],
    ['body_seconds_max', 'max', 'seconds', 'Time for a body to arrive', 'Refused `body_too_slow`.'],
    [
      'address_bytes_max',
      'max',
      'bytes',
      'An address with its query',
      'Refused `bad_request`, or 414 or 431 without a body where it is far longer: send shorter filters.',
    ],
    ['text_length_max', 'max', 'characters', 'A text field that states no length of its own', 'Refused `bad_request`.'],
  ],
  idempotency: [
    [
      'idempotency_key_length_max',
      'max',
      'characters',
      'Length of an `Idempotency-Key`',
      'A longer one is ignored; the writes that require one refuse it.',
    ],
    ['idempotency_hours', 'max', 'hours', 'How long an answer is remembered', 'The same key then names a new request.'],
    [
      'idempotency_required_days',
      'max',
      'days',
      'How long the writes that require a key remember it',
      'The same key then names a new request.',
    ],
  ],
  webhooks: [
    ['webhooks_max', 'max', 'webhooks', 'Webhooks of one organisation, active or not', 'Refused `conflict`.'],
    ['webhook_timeout_seconds', 'max', 'seconds', 'Time for a receiver to answer', 'The attempt counts as failed.'],
    [
      'webhook_retry_seconds',
      'exact',
      'seconds',
      'Waits between the four attempts',
      'After the last the delivery stays listed as failed until it is redelivered.',
    ],
    [
      'webhook_delivery_days',
      'max',
      'days',
      'How long a delivery is listed once it was delivered',
      'Older ones are forgotten, but for the last of a webhook; what failed or waits stays.',
    ],
  ],
  keys: [
    ['key_days_default', 'exact', 'days', 'Life of a key where none is chosen', 'Send `expires_in_days`.'],
    ['key_days_max', 'max', 'days', 'Longest life of a key', 'Refused `bad_request`.'],
    ['key_overlap_hours_max', 'max', 'hours', 'How long a replaced key may go on', 'Refused `bad_request`.'],
    ['key_addresses_max', 'max', 'addresses', 'Allowed addresses of a key', 'Refused `bad_request`.'],
    ['usage_days', 'max', 'days', 'How far back usage looks', 'Older calls are forgotten.'],
    [
      'session_days',
      'max',
      'days',
      'Life of a session that is not renewed',
      'Refused `session_invalid`: sign in again.',
    ],
  ],
  files: [
    ['upload_bytes_max', 'max', 'bytes', 'A file that is uploaded', 'Refused `body_too_large`.'],
    ['spreadsheet_cells_max', 'max', 'cells', 'Cells of a spreadsheet', 'Refused, and nothing is written.'],
    ['spreadsheet_seconds_max', 'max', 'seconds', 'Time to read a spreadsheet', 'Refused, and nothing is written.'],
    [
      'spreadsheet_xls_bytes_max',
      'max',
      'bytes',
      'A spreadsheet of the older `.xls` format',
      'Refused: save it as `.xlsx` or CSV.',
    ],
    [
      'document_link_days',
      'max',
      'days',
      'Life of a link to an issued order',
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
