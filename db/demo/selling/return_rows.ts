/** Returns of the last weeks, line by line: those of orders count on receipt, earlier ones are refunded by the channel. */
import { returnReasons } from '../../../server/selling/known_values.ts'
import { CopyBuffer } from '../copy.ts'
import { hashOf } from '../random.ts'
import { costText } from '../range_rows.ts'
import { streams } from '../sales.ts'
import type { Buyers } from './customer_rows.ts'
import type { OrderFacts } from './order_rows.ts'
import type { SoldReturn } from './sold_orders.ts'

const returnBuffers = () => ({
  returns: new CopyBuffer(
    'returns',
    'return_id name state origin reason refund_status refund_is_stated refund_cents refund_currency order_id customer_id sales_channel_id location_id expected_on received_at closed_at ledger_written_at created_at updated_at',
  ),
  return_lines: new CopyBuffer(
    'return_lines',
    'return_id line_id variant_id order_line_id expected_quantity received_quantity restocked_quantity disposition',
  ),
  return_receipts: new CopyBuffer(
    'return_receipts',
    'return_id receipt_number location_id received_at received_on recorded_by recorded_at',
  ),
  return_receipt_lines: new CopyBuffer(
    'return_receipt_lines',
    'return_id receipt_number line_id variant_id received_quantity restocked_quantity disposition unit_cost value_cents tax_cents currency',
  ),
  refunds: new CopyBuffer(
    'refunds',
    'refund_id return_id sales_channel_id location_id currency refunded_at refunded_on recorded_by recorded_at',
  ),
  refund_lines: new CopyBuffer(
    'refund_lines',
    'refund_id line_number variant_id return_id return_line_id quantity amount_cents tax_cents',
  ),
})
type Buffers = ReturnType<typeof returnBuffers>

interface Numbering {
  ids: readonly string[]
  /** Number of the first return. */
  first_number: number
}

export function returnRows(facts: OrderFacts, returned: readonly SoldReturn[], buyers: Buyers, numbering: Numbering) {
  const tables = returnBuffers()
  const byDay = returned.toSorted((one, other) => one.day - other.day)
  for (const [i, one] of byDay.entries())
    addReturn(tables, facts, one, buyers, {
      id: numbering.ids[i]!,
      name: `RET-${numbering.first_number + i}`,
      index: i,
    })
  return tables
}

function addReturn(
  tables: Buffers,
  facts: OrderFacts,
  one: SoldReturn,
  buyers: Buyers,
  { id, name, index }: { id: string; name: string; index: number },
): void {
  const { organization_id, days, currency, masterData, seed, makeId } = facts
  const { of, units, cents, tax_cents, variant_id, line_id } = one
  const { channel, location } = streams[one.stream]!
  const [channel_id, location_id] = [masterData.channel_ids[channel]!, masterData.location_ids[location]!]
  const day = days[one.day]!
  const [created_at, received_at] = [`${day} 09:00:00+00`, `${day} 19:00:00+00`]
  const buyer = of === null ? undefined : buyers.of.get(of.order.index)
  const isRefunded = of === null
  tables.returns.add(organization_id, [
    id,
    name,
    'closed',
    isRefunded ? 'channel_refund' : 'manual',
    returnReasons[hashOf(seed, index, 65) % returnReasons.length],
    isRefunded ? 'full' : 'none',
    isRefunded,
    isRefunded ? cents + tax_cents : null,
    isRefunded ? currency : null,
    of?.order.order_id,
    buyer === undefined ? null : makeId('customer', buyer),
    channel_id,
    location_id,
    day,
    received_at,
    received_at,
    received_at,
    created_at,
    received_at,
  ])
  const received = [units, units, 'restock'] as const
  tables.return_lines.add(organization_id, [id, line_id, variant_id, of?.line.line_id, units, ...received])
  const at = [received_at, day, 'user:Goods in', received_at] as const
  tables.return_receipts.add(organization_id, [id, 1, location_id, ...at])
  const unit_cost = one.cost === null ? null : costText(one.cost)
  const value = isRefunded ? [0, 0] : [cents, tax_cents]
  const booked = [...received, unit_cost, ...value, currency] as const
  tables.return_receipt_lines.add(organization_id, [id, 1, line_id, variant_id, ...booked])
  if (!isRefunded) return
  const refund_id = makeId('refund', index)
  tables.refunds.add(organization_id, [refund_id, id, channel_id, location_id, currency, ...at])
  tables.refund_lines.add(organization_id, [refund_id, 1, variant_id, id, line_id, units, cents, tax_cents])
}
