import type { Caller, Sql } from '../../../contract/call.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/outcome.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Shape } from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { writeContext } from '../../../records/write_context.ts'
import { creditContext } from '../../credit_notes/context.ts'
import { cancelCreditNotes } from '../../credit_notes/write_credit_notes.ts'
import { cancelLocked } from '../../orders/cancel.ts'
import { type LockedOrder, lockOrders } from '../../orders/locked_order.store.ts'
import { Label } from '../../orders/model.ts'
import { announceOrders } from '../../orders/order.store.ts'
import { ReturnPath } from '../model.ts'
import { type LockedReturn, lockReturn } from '../receipt.store.ts'
import { ReturnExchange } from './exchange.model.ts'
import { readExchanges, readInForce, readNewest, readSplitOff } from './exchange.store.ts'

type InForce = NonNullable<Awaited<ReturnType<typeof readInForce>>>

/** Credit notes that the exchange issued, in its own transaction; earlier ones stay. */
const readIssued = (sql: Sql, organization_id: string, return_id: number, { created_at }: InForce) => sql<
  { credit_note_id: string }[]
>`
  select credit_note_id from credit_notes
  where organization_id = ${organization_id} and return_id = ${return_id} and state = 'issued'
    and issued_at = ${created_at}::timestamptz`

/** The replacement with what was split off from it, locked with the order that comes back, by id. */
async function lockReplacement(
  sql: Sql,
  { organization_id }: Caller,
  { order_id: returnedOrder }: LockedReturn,
  { order_id }: InForce,
): Promise<LockedOrder[]> {
  const ids = (await readSplitOff(sql, organization_id, [order_id])).map((part) => part.order_id)
  const locked = await lockOrders(sql, organization_id, [...ids, returnedOrder!])
  return ids.map((id) => locked.get(id)!)
}

function checkUnshipped(name: string, orders: readonly LockedOrder[]): void {
  const shipped = orders.filter(({ lines }) => lines.some(({ fulfilled_quantity }) => fulfilled_quantity > 0))
  if (shipped.length === 0) return
  const names = listOf(
    shipped.map((order) => order.name),
    'and',
  )
  refuse('conflict', {
    desc: `Units of ${names} have shipped, so the exchange of ${name} stays. Void the shipment first if the units did not leave; else take them back with a return of ${names}.`,
    data: {
      reason: 'shipped',
      orders: shipped.map(({ order_id, name: order_name }) => ({ order_id, name: order_name })),
    },
  })
}

export const cancelExchange = sessionOperation({
  id: 'session.cancel_exchange',
  route: 'POST /api/v1/sales/returns/{return_id}/exchange/cancel',
  summary: 'Cancel an exchange',
  desc: ({ order }) => `The exchange for ${order.name} is cancelled.`,
  description:
    'Takes back an exchange of which nothing has shipped: the replacement is cancelled with the orders that were split off from it, which gives back the stock that it holds and takes its sale off the day on which it counted, and credit notes that the exchange issued are cancelled on the current day. The return stays, and it can be refunded, credited or exchanged anew. Its units count as those of any return; where a credit note is cancelled, the return keeps stating that nothing is paid back, so they take nothing off net sales until it is credited again (`credit.is_due`). The exchange stays listed with who cancelled it, when and why. If the difference was paid back already, state it as the refund of the return. Cancelling it again changes nothing. Fails with `conflict` once units of the replacement have shipped (`data.reason` is `shipped`): void the shipment, or take the units back with a return of the replacement.',
  service: 'returns',
  needs: 'member',
  params: ReturnPath,
  body: Shape({ reason: Label('Why it is cancelled.', ['The customer keeps the units']) }),
  answer: ReturnExchange,
  refusals: ['return_not_on_file', 'not_found', 'conflict'],
  conflict:
    'Units of the replacement have shipped, or a warehouse was asked to ship it and has no connection any more.',
  emits: ['order.cancelled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const locked = await lockReturn(sql, caller, return_id)
    const exchange = await readInForce(sql, organization_id, return_id)
    if (exchange === null) return unchanged(sql, caller, locked)
    const orders = await lockReplacement(sql, caller, locked, exchange)
    checkUnshipped(locked.name, orders)
    const context = writeContext(caller, now)
    const open = orders.filter(({ lifecycle }) => lifecycle !== 'cancelled')
    for (const order of open) await cancelLocked(sql, context, order, reason)
    const notes = await readIssued(sql, organization_id, return_id, exchange)
    const ids = notes.map(({ credit_note_id }) => credit_note_id)
    await cancelCreditNotes(sql, creditContext(caller, now), ids, reason)
    await sql`
      update return_exchanges set cancelled_at = ${now}::timestamptz, cancelled_by = ${actorOf(caller)}, cancel_reason = ${reason}
      where organization_id = ${organization_id} and exchange_id = ${exchange.exchange_id}`
    await sql`
      update returns set updated_at = ${now}::timestamptz
      where organization_id = ${organization_id} and return_id = ${return_id}`
    const events = open.map(({ order_id }) => ({ order_id, event: 'order.cancelled' as const }))
    await announceOrders(sql, organization_id, events)
    return readNewest(sql, organization_id, return_id)
  },
})

async function unchanged(sql: Sql, caller: Caller, { return_id, name }: LockedReturn): Promise<ReturnExchange> {
  const exchanges = await readExchanges(sql, caller.organization_id, [return_id])
  return exchanges.get(return_id)?.at(-1) ?? refuse('not_found', { desc: `${name} was not exchanged.` })
}
