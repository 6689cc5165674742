/** Values for the examples of sell-out; see example_overrides.ts. */
import { absent, notExported, type Values } from './shared.ts'

const declared: Values = { absence_convention: 'row_omitted' }
const account: Values = { account: 'Northgate Stores' }
const week: Values = { grain: 'week' }
const formats: Values = { 'column.date_format': absent, 'column.decimal_mark': absent }

export const sellOutOverrides: Record<string, Values> = {
  'sell_out.get_coverage': {
    ...account,
    coverage_sentence:
      'Northgate Stores reported 12 of the last 13 weeks by store; its last report ends on 2026-11-15.',
    weekly_rate_absent: null,
    ...week,
    'account.period_grain': 'week',
  },
  'sell_out.get_declaration': { ...account, ...declared },
  'sell_out.set_declaration': { ...account, source_profile_key: null },
  'sell_out.get_doors': {
    ...account,
    category: null,
    family_id: null,
    product_id: null,
    variant_id: null,
    scope_reason: null,
    sell_through_reason: null,
    ...week,
    'account_total.on_hand': 240,
    'door.on_hand': 240,
  },
  'sell_out.import': { ...account },
  'sell_out.preview': { ...account, ...declared, outstanding_confirmations: [] },
  'session.list_refused_sell_out_rows': {
    ...notExported,
    reason: 'unknown_item',
    field: 'buyer_sku',
    value: 'UNKNOWN',
    rule: 'must be an item of the account, or a SKU or barcode of the catalogue',
    allowed: null,
  },
  'session.list_sell_out_profiles': formats,
  'session.confirm_sell_out_mapping': formats,
}
