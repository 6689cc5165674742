/** The sample query of the documentation, and its response. */
import { sampleId } from '../../contract/schema.ts'

export const sampleQuery = {
  domain: 'sales',
  measures: ['net_sales', 'units_sold', 'return_rate'],
  dimensions: ['sales_channel'],
  grain: 'week',
  time_range: { kind: 'complete', amount: 4, unit: 'week' },
} as const

const plain = { format: null, unit: null }
const measure = { kind: 'measure', type: 'number' }

export const sampleColumns = [
  { key: 'period_start', label: 'First day of the period', kind: 'period', type: 'date', ...plain },
  { key: 'period_end', label: 'Last day of the period', kind: 'period', type: 'date', ...plain },
  { key: 'sales_channel_id', label: 'Id of the sales channel', kind: 'dimension', type: 'id', ...plain },
  { key: 'sales_channel_name', label: 'Sales channel', kind: 'dimension', type: 'text', ...plain },
  {
    key: 'net_sales',
    label: 'Net sales',
    kind: 'measure',
    type: 'money',
    format: 'money',
    unit: "cents of the organisation's currency",
  },
  { key: 'units_sold', label: 'Units sold', ...measure, format: 'integer', unit: 'units' },
  { key: 'return_rate', label: 'Return rate', ...measure, format: 'percent', unit: 'percent' },
  {
    key: 'return_rate_reason',
    label: 'Why there is no figure: return rate',
    kind: 'reason',
    type: 'text',
    ...plain,
  },
]

export const sampleRows = [
  {
    period_start: '2026-11-09',
    period_end: '2026-11-15',
    sales_channel_id: sampleId,
    sales_channel_name: 'Online store',
    net_sales: { cents: 26_700, currency: 'USD', reason: null, usd: 267 },
    units_sold: 3,
    return_rate: 0,
    return_rate_reason: null,
  },
]

export const sampleFormats = { net_sales: 'money', units_sold: 'integer', return_rate: 'percent' }
export const sampleWindow = {
  start: '2026-10-19',
  end: '2026-11-15',
  end_exclusive: '2026-11-16',
  time_zone: 'UTC',
}
export const sampleExplanation =
  'Net sales, units sold and return rate by sales channel and week, from 2026-10-19 to 2026-11-15 (28 days in UTC), from sales.'
