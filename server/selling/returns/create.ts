import type { Caller } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { actorOf } from '../../ledger/actor.ts'
import { emit } from '../../outbox/emit.ts'
import { checkAccountOf } from '../bound_keys.ts'
import { Return } from './model.ts'
import { NewReturn } from './new_return.model.ts'
import { composeReturn } from './compose_return.rules.ts'
import { lockOrders, readReturnFacts } from './return_facts.store.ts'
import { readReturn } from './store.ts'
import type { ReturnAuthor } from './refunds/write_refunds.ts'
import { writeReturns } from './write_returns.ts'

export const authorOf = (caller: Caller, now: string): ReturnAuthor => ({
  organization_id: caller.organization_id,
  actor: actorOf(caller),
  user_id: caller.kind === 'session' ? caller.user_id : null,
  now,
})

export const createReturn = operation({
  id: 'returns.create',
  route: 'POST /api/v1/sales/returns',
  summary: 'Create a return',
  desc: ({ name, units_expected }) =>
    `${name} created; ${units_expected === 1 ? '1 unit is' : `${units_expected} units are`} expected.`,
  description: `Creates a return in state \`expected\`: of an order, by its lines or by the variants on them, or of variants without an order. No stock moves; the units count as \`returns_expected\` in the inventory position. The lines of a return of an order can take at most the units that shipped and are in no other return; a line that names a variant fills the lines of the order in their order. A return without an order has no such limit, and only the channel that it names counts its units. A refund is limited by what was paid for the order, taxes and freight included, less what was paid back before. At most ${limits.return_lines_max} lines. Requires an \`Idempotency-Key\`.`,
  idempotency: 'required',
  body: NewReturn,
  answer: Return,
  refusals: [
    'return_needs_an_order_or_a_sku',
    'quantity_not_positive',
    'variant_unknown',
    'variant_not_on_order',
    'refund_needs_an_amount',
    'date_unreadable',
    'order_not_on_file',
    'return_more_than_sold',
    'return_before_shipment',
    'refund_is_the_channels',
    'return_needs_a_place',
    'conflict',
    'account_mismatch',
  ],
  conflict: 'The refund is more than what was paid for the order less what was paid back before.',
  emits: ['return.created', 'exception.opened'],
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const orders = body.order_id === undefined ? [] : await lockOrders(sql, organization_id, [body.order_id])
    if (body.order_id === undefined || orders.length > 0)
      checkAccountOf(caller, orders[0]?.trading_partner_id ?? null, 'return')
    const facts = await readReturnFacts(sql, caller, [body], orders)
    const composed = composeReturn(body, caller.kind === 'session' ? 'manual' : 'api', facts)
    const [return_id] = await writeReturns(sql, authorOf(caller, now), [composed])
    const record = await readReturn(sql, caller, return_id!)
    await emit(sql, organization_id, [{ event: 'return.created', record }])
    return record
  },
})
