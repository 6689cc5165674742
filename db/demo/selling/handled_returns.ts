/** Returns of shipped orders in every state and with every disposition, handled by the service's own operations. */
import { addDays } from '../../../server/calendar/days.ts'
import { dispositions } from '../../../server/selling/known_values.ts'
import { recordPayment } from '../../../server/selling/payments/record_payment.ts'
import { cancelReturn } from '../../../server/selling/returns/cancel.ts'
import { createReturn } from '../../../server/selling/returns/create.ts'
import type { Return } from '../../../server/selling/returns/model.ts'
import { receiveReturn } from '../../../server/selling/returns/receive.ts'
import type { Desk } from '../desk.ts'

interface Shipped {
  order_id: string
  location_id: string
  line_id: string
  variant_id: string
  quantity: number
  currency: string
}

/** Lines of shipped orders of which nothing came back, newest first; one of an order. */
const readShipped = ({ sql, organization_id }: Desk, is_wholesale: boolean) => sql<Shipped[]>`
  select distinct on (o.ordered_at, o.order_id) o.order_id, o.location_id, l.line_id, l.variant_id, l.quantity,
    o.currency
  from sales_orders o
  join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
  where o.organization_id = ${organization_id} and o.lifecycle = 'fulfilled' and o.is_wholesale = ${is_wholesale}
    and o.location_id is not null
    and not exists (select from return_lines r
      where r.organization_id = ${organization_id} and r.order_line_id = l.line_id)
  order by o.ordered_at desc, o.order_id, l.quantity desc, l.line_number limit 40`

const reasons = ['wrong_size', 'unwanted', 'defective', 'not_as_described', 'color'] as const

export async function handleReturns(desk: Desk, today: string): Promise<number> {
  const shipped = await readShipped(desk, false)
  const bought = [...(await readShipped(desk, true))]
  const singles = shipped.filter(({ quantity }) => quantity === 1)
  let minute = 0
  const evening = () => `${addDays(today, -1)}T23:${String(minute++).padStart(2, '0')}:00Z`
  const create = ({ order_id, location_id, line_id, quantity }: Shipped, more: object = {}) => {
    const lines = [{ order_line_item_id: line_id, expected_quantity: quantity }]
    const reason = reasons[minute % reasons.length]
    const body = { order_id, location_id, reason, expected_on: addDays(today, 3), ...more, lines }
    return desk.run<Return>(createReturn, { body, at: evening(), by: 'integration' })
  }
  const receive = ({ id: return_id }: Return, line: object) =>
    desk.run<Return>(receiveReturn, {
      params: { return_id },
      body: { lines: [line] },
      at: evening(),
      by: 'integration',
    })
  let returnCount = 0
  const next = async (from: Shipped[], handle: (one: Shipped) => Promise<unknown>) => {
    const one = from.shift()
    if (one === undefined) return
    await handle(one)
    returnCount++
  }
  for (const disposition of dispositions)
    await next(singles, async (one) => {
      const { variant_id } = one
      await receive(await create(one), { variant_id, received_quantity: 1, disposition })
    })
  await next(singles, (one) => create(one))
  await next(bought, async (one) => {
    // On terms: what an account has not paid is credited, not refunded.
    const paid = { order_id: one.order_id, amount_cents: 2_500, currency: one.currency, paid_on: addDays(today, -1) }
    const payment = { ...paid, method: 'bank_transfer', reference: 'WIRE-2207' }
    await desk.run(recordPayment, { body: payment, at: evening(), by: 'person' })
    await create(one, { refund: { status: 'partial', cents: 500 } })
  })
  await next(singles, async (one) => {
    const { id: return_id } = await create(one)
    await desk.run(cancelReturn, { params: { return_id }, at: evening(), by: 'integration' })
  })
  await next(singles, async (one) => {
    const { variant_id } = one
    await receive(await create(one), { variant_id, received_quantity: 2, disposition: 'restock' })
  })
  await next(bought, async (one) => {
    const { variant_id } = one
    await receive(await create(one), { variant_id, received_quantity: 1, disposition: 'restock' })
  })
  return returnCount
}
