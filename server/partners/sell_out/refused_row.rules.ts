/** Finds the invalid value of a refused row, and what would be allowed. Pure. */
import { limits } from '../../contract/limits.ts'
import type { RefusedRow } from './files.store.ts'
import type { RefusedOutcome } from './outcomes.rules.ts'
import type { UnreadableRow } from './reading/read_report.ts'
import { itemFields } from './reading/sell_out_fields.ts'
import { netUnits, type SellOutRow } from './reading/row.rules.ts'

type Fault = Pick<RefusedRow, 'field' | 'value' | 'rule' | 'allowed'>

interface Reading {
  /** In the organisation's time zone. */
  today: string
  location_grain: 'store' | 'dc' | 'none'
}

function faultOf(reason: RefusedOutcome, row: SellOutRow, { today, location_grain }: Reading): Fault {
  const fault = (field: string | null, value: string | null, rule: string, allowed: string[] | null = null): Fault => ({
    field,
    value,
    rule,
    allowed,
  })
  const item = itemFields.find((field) => row[field] !== null) ?? 'buyer_sku'
  switch (reason) {
    case 'unknown_item':
      return fault(item, row[item], 'must be an item of the account, or a SKU or barcode of the catalogue')
    case 'ambiguous_item':
      return fault(item, row[item], 'must name one variant; its identifiers name several')
    case 'unknown_door':
      return fault('door', row.door_reference, 'must be the reference of a door of the account')
    case 'other_door_kind':
      return fault('door', row.door_reference, 'must be a door of the declared kind', [location_grain])
    case 'no_item':
      return fault(item, null, 'is required', [...itemFields])
    case 'no_door':
      return fault('door', null, 'is required')
    case 'no_figure':
      return fault('units_sold', null, 'is required', ['units_sold', 'on_hand'])
    case 'future_period':
      return fault('period_start', row.period_start, 'must not be in the future', [`up to ${today}`])
    case 'long_period':
      return fault('period_end', row.period_end, `must end a period of at most ${limits.sell_out_period_days_max} days`)
    case 'unreadable_value':
      return fault(null, null, 'must be readable')
  }
}

export function refusedRow(reason: RefusedOutcome, row: SellOutRow, reading: Reading): RefusedRow {
  const { row_number, period_start, period_end, door_reference, buyer_sku, gtin, sku, on_hand, sales_cents } = row
  return {
    row_number,
    reason,
    period_start,
    period_end,
    door_reference,
    buyer_sku,
    gtin,
    sku,
    units: netUnits(row),
    on_hand,
    sales_cents,
    ...faultOf(reason, row, reading),
  }
}

const unknown = {
  period_start: null,
  period_end: null,
  door_reference: null,
  buyer_sku: null,
  gtin: null,
  sku: null,
  units: null,
  on_hand: null,
  sales_cents: null,
}

/** A row of which a value could not be read: nothing else of it is known. */
export const unreadableRow = (row: UnreadableRow): RefusedRow => ({ ...unknown, ...row, reason: 'unreadable_value' })
