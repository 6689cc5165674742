import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import { mergeEdiOrders, readEdiOrder } from '../edi_orders/edi_order.store.ts'
import { resolveSlip } from '../fulfilment/date_slips.ts'
import { mergeMoney } from '../payments/money_of_lines.ts'
import { requestAgain } from '../warehouse_requests/request_again.ts'
import { lockRequests } from '../warehouse_requests/requests.store.ts'
import { allocateLines, resolveShortages, settleShortages } from '../orders/allocation/allocation.ts'
import { checkTotal } from '../orders/creation/creation.rules.ts'
import { checkAct, type LockedOrder, lockOrders, saveOrders } from '../orders/locked_order.store.ts'
import { isStatedShort } from './live_change.ts'
import { movedTerms, termsFault } from './merge.rules.ts'
import { linkOrders, moveLines, readMerged } from './order_links.store.ts'
import { readExchangedReturns } from '../returns/exchanges/order_exchange.store.ts'
import { Order, OrderPath } from '../orders/model.ts'
import { announceOrders, readOrder } from '../orders/order.store.ts'
import { endDuplicates } from '../orders/ended_questions.ts'
import { settleOrderQuestions } from '../orders/order_questions.ts'
import { mayHoldMore } from '../orders/rules.ts'

/** What merged orders must agree on, in words. */
const common = {
  trading_partner_id: 'account',
  customer_id: 'customer',
  sales_channel_id: 'channel',
  currency: 'currency',
  shipping_method: 'shipping method',
  terms: 'payment terms',
  location_id: 'location',
  commitment_id: 'commitment',
} as const satisfies Partial<Record<keyof LockedOrder, string>>

const conflict = (desc: string, { lifecycle }: LockedOrder): never =>
  refuse('conflict', { desc, data: { act: 'merge', lifecycle } })

function checkAlike(into: LockedOrder, other: LockedOrder): void {
  checkAct('merge', other)
  const names = Object.keys(common) as (keyof typeof common)[]
  const differs = names.filter((name) => into[name] !== other[name]).map((name) => common[name])
  if (differs.length > 0)
    conflict(`${other.name} and ${into.name} have another ${differs.join(', ')}; only orders alike are merged.`, other)
  if ((into.lifecycle === 'draft') !== (other.lifecycle === 'draft'))
    conflict(`One of ${other.name} and ${into.name} is a draft; confirm it first.`, other)
  const fault = termsFault(other.lines, other, into)
  if (fault !== null)
    conflict(
      `The lines of ${other.name} cannot keep their ${fault} on ${into.name}; make the ${fault} of the two orders agree first.`,
      other,
    )
  // Consumer sales count on the day of their order.
  if (!into.is_wholesale && into.ordered_on !== other.ordered_on)
    conflict(`${other.name} was ordered on ${other.ordered_on}, ${into.name} on ${into.ordered_on}.`, other)
}

/** Orders of one number over EDI are merged again; one that arrived over EDI with no other, since its documents name it. */
async function checkNumbers(sql: Sql, organization_id: string, into: LockedOrder, others: readonly LockedOrder[]) {
  const ediOrders = await Promise.all(
    [into, ...others].map(({ order_id }) => readEdiOrder(sql, organization_id, order_id)),
  )
  const numbers = ediOrders.map((edi) => (edi === null ? null : `${edi.number} ${edi.release_number}`))
  const other = others.find((_, i) => numbers[i + 1] !== numbers[0])
  if (other !== undefined)
    conflict(
      `${other.name} and ${into.name} did not arrive over EDI as one order, so documents name them apart.`,
      other,
    )
  const first = others.find((_, i) => ediOrders[i + 1] !== null && !ediOrders[i + 1]!.is_split_off)
  if (first !== undefined)
    conflict(`${first.name} is the order that documents of the account name; merge the others into it.`, first)
  return numbers[0] !== null
}

/** What comes back is set against the order that replaces it, so that one keeps its lines, and takes none. */
async function checkUnexchanged(sql: Sql, organization_id: string, orders: readonly LockedOrder[]): Promise<void> {
  const ids = orders.map(({ order_id }) => order_id)
  const exchanges = await readExchangedReturns(sql, organization_id, ids)
  const order = orders.find(({ order_id }) => exchanges.get(order_id)?.cancelled_at === null)
  if (order !== undefined)
    conflict(`${order.name} replaces what comes back in ${exchanges.get(order.order_id)!.name}.`, order)
}

/** The order with the lines of all; the others keep none. */
async function moveAll(
  sql: Sql,
  organization_id: string,
  into: LockedOrder,
  others: readonly LockedOrder[],
): Promise<LockedOrder> {
  const first = Math.max(0, ...into.lines.map(({ line_number }) => line_number)) + 1
  const moved = others
    .flatMap((order) => order.lines.map((line) => ({ ...line, ...movedTerms(line, order, into) })))
    .map((line, i) => ({ ...line, order_id: into.order_id, line_number: first + i }))
  const lines = [...into.lines, ...moved]
  if (lines.length > limits.sales_order_lines_max)
    refuseField('from_order_ids', 'must not give the order more lines than allowed', [
      `${limits.sales_order_lines_max} lines in all`,
    ])
  checkTotal(lines)
  await moveLines(
    sql,
    organization_id,
    moved.map(({ line_id, order_id, line_number }) => ({ line_id, order_id, line_number })),
  )
  const sum = (of: (order: LockedOrder) => number) => [into, ...others].reduce((all, order) => all + of(order), 0)
  return {
    ...into,
    lines,
    freight_cents: sum(({ freight_cents }) => freight_cents),
    freight_tax_cents: sum(({ freight_tax_cents }) => freight_tax_cents),
  }
}

/** Where one of them held stock, the order with the lines of all holds what is available for each, as for lines that are added to it. */
async function holdTogether(sql: Sql, organization_id: string, order: LockedOrder): Promise<LockedOrder> {
  const isHolding = order.lines.some(({ allocated_quantity }) => allocated_quantity > 0)
  if (!isHolding || !mayHoldMore(order)) return order
  const [held] = await allocateLines(sql, organization_id, [order])
  return held!
}

/** An order without lines is cancelled; its reference, dates and papers stay with it. */
const emptied = (order: LockedOrder, into: LockedOrder): LockedOrder => ({
  ...order,
  lifecycle: 'cancelled',
  cancel_reason: `Merged into ${into.name}.`,
  freight_cents: 0,
  freight_tax_cents: 0,
  lines: [],
})

async function merge(sql: Sql, context: WriteContext, into: LockedOrder, others: readonly LockedOrder[]) {
  const { organization_id, now, actor: resolved_by } = context
  const orders = [into, ...others].toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1))
  const requests = new Map<string, Awaited<ReturnType<typeof lockRequests>>>()
  for (const { order_id } of orders) requests.set(order_id, await lockRequests(sql, organization_id, order_id))
  const wasShort = await isStatedShort(sql, organization_id, orders)
  const after = await holdTogether(sql, organization_id, await moveAll(sql, organization_id, into, others))
  await linkOrders(
    sql,
    context,
    others.map(({ order_id }) => ({ order_id: into.order_id, from_order_id: order_id, kind: 'merged_from' as const })),
  )
  const [saved, ...gone] = await saveOrders(sql, { organization_id, now, actor: resolved_by }, [
    { before: into, after, added: others.flatMap(({ lines }) => lines) },
    ...others.map((order) => ({ before: order, after: emptied(order, into) })),
  ])
  await mergeMoney(sql, context, into, others)
  for (const order of others) {
    await resolveSlip(sql, { organization_id, now, resolved_by }, order, 'cancelled')
    await settleOrderQuestions(sql, context, order, 'cancelled')
    await endDuplicates(sql, context, order)
  }
  await resolveShortages(sql, { organization_id, now, resolved_by }, gone)
  const isHolding = saved!.lines.some(({ allocated_quantity }) => allocated_quantity > 0)
  const settle = (isHolding || wasShort) && saved!.lifecycle !== 'draft' ? settleShortages : resolveShortages
  await settle(sql, { organization_id, now, resolved_by }, [saved!])
  for (const order of gone) await requestAgain(sql, context, requests.get(order.order_id)!, order)
  await requestAgain(sql, context, requests.get(into.order_id)!, saved!)
}

export const mergeOrders = sessionOperation({
  id: 'session.merge_orders',
  route: 'POST /api/v1/sales/orders/{order_id}/merge',
  summary: 'Merge sales orders',
  desc: ({ name, related_orders }) => {
    const count = related_orders.filter(({ relation }) => relation === 'merged_from').length
    return `${counted(count, 'order')} merged into ${name}.`
  },
  description:
    'Moves the lines of other orders to an order, with their holds, prices, discounts and taxes; freight is added, and so is the money that was paid on the other orders. The lines keep their ids, and the requested ship date, cancel date and door of their order: on the line, where the order to which they go states another one; a ship window that only their own order has becomes both days of the line. If one of the orders holds stock, what is available is held for the lines of all. The other orders keep their number, reference and papers, have no lines, and are cancelled; `related_orders` names them. Requests to warehouses are called off for them, and revised for the order. Orders can be merged of which nothing has shipped, that are not on hold, and that agree on account, customer, channel, currency, terms, shipping method, location and commitment; consumer orders on the day too, since their sales count on it. Orders that arrived over EDI can be merged only if they were split off from one another. Orders of different ship windows are not merged, since lines have none; nor is one that replaces what comes back in an exchange. Otherwise the request fails with `conflict`, and nothing changes. Orders that were merged into it before are ignored.',
  service: 'sales',
  params: OrderPath,
  body: Type.Object(
    {
      from_order_ids: Type.Array(Id('Id of an order.'), {
        minItems: 1,
        maxItems: limits.sales_orders_allocated_at_once_max,
        uniqueItems: true,
        description: 'Orders whose lines move to the order.',
      }),
    },
    { additionalProperties: false, examples: [{ from_order_ids: [exampleId('from_order_id')] }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'Something of an order has shipped, or it is on hold, fulfilled or cancelled; the orders are not alike; or a warehouse was asked to ship one of them and has no connection any more.',
  emits: ['order.updated', 'order.cancelled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const id = order_id.toLowerCase()
    const ids = [...new Set(body.from_order_ids.map((one) => one.toLowerCase()))]
    if (ids.includes(id)) refuseField('from_order_ids', 'must not name the order itself')
    const orders = await lockOrders(sql, organization_id, [id, ...ids])
    const into = orders.get(id) ?? refuse('order_not_on_file')
    const merged = await readMerged(sql, organization_id, id)
    const fresh = ids.filter((one) => !merged.has(one))
    if (fresh.length === 0) return readOrder(sql, organization_id, id)
    checkAct('merge', into)
    const others = fresh.map(
      (one, i) => orders.get(one) ?? refuseField(`from_order_ids[${i}]`, 'must be an order of this organisation'),
    )
    for (const other of others) checkAlike(into, other)
    await checkUnexchanged(sql, organization_id, [into, ...others])
    const isEdi = await checkNumbers(sql, organization_id, into, others)
    await merge(sql, writeContext(caller, now), into, others)
    if (isEdi) await mergeEdiOrders(sql, organization_id, id, fresh)
    const [order] = await announceOrders(sql, organization_id, [
      { order_id: id, event: 'order.updated' },
      ...fresh.map((one) => ({ order_id: one, event: 'order.cancelled' as const })),
    ])
    return order!
  },
})
