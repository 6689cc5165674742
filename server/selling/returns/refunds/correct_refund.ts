import type { Caller, Sql } from '../../../contract/call.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/outcome.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Shape } from '../../../contract/schema.ts'
import { readNamesOf } from '../../credit_notes/creditable.store.ts'
import { Label } from '../../orders/model.ts'
import { type ComposedRefund, composeRefund } from '../compose_return.rules.ts'
import { authorOf } from '../create.ts'
import { readInForce } from '../exchanges/exchange.store.ts'
import { Return, ReturnPath } from '../model.ts'
import { NewRefund } from '../new_return.model.ts'
import { type LockedReturn, lockReturn } from '../receipt.store.ts'
import { lockOrders, readReturnFacts } from '../return_facts.store.ts'
import { readReturn } from '../store.ts'
import { type Counted, readCounted } from './counted.store.ts'
import { recountCancelled } from './refunds_of_cancelled.ts'
import {
  type RefundLineToWrite,
  type RefundToWrite,
  reversalOf,
  reversalOfReceipts,
  writeRefunds,
} from './write_refunds.ts'

export const correctRefund = sessionOperation({
  id: 'session.correct_refund',
  route: 'POST /api/v1/sales/returns/{return_id}/refund',
  summary: 'Correct a refund',
  desc: ({ name, refund: { status } }) => `The refund of ${name} is ${status}.`,
  description:
    'Corrects the stated refund of a return, also after units have arrived: another amount, none, or that the money has left (`is_paid_out`). What counted before, a refund or the price of units as they arrived, is reversed by a separate row on the current day, and the new amount counts on that day; earlier days do not change. The limit is that of creating the return, and what is reversed can be refunded again. What an account has not paid is credited (`session.credit_return`), not refunded. Fails with `conflict` if the return is cancelled, if a credit note credits it, or if it is exchanged: cancel that first.',
  service: 'returns',
  needs: 'member',
  params: ReturnPath,
  body: Shape({ refund: NewRefund, reason: Label('Reason for the correction.', ['The parcel was damaged']) }),
  answer: Return,
  refusals: ['return_not_on_file', 'refund_needs_an_amount', 'refund_is_the_channels', 'conflict'],
  conflict:
    'The return is cancelled, credited or exchanged, or more would be paid back than was paid for the order; an unpaid order on terms is credited.',
  emits: ['exception.opened'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const locked = await lockReturn(sql, caller, return_id)
    if (locked.state === 'cancelled') refuse('conflict', { desc: `${locked.name} is cancelled.` })
    await checkUncredited(sql, caller, locked)
    await checkUnexchanged(sql, caller, locked)
    const before = await readCounted(sql, caller, locked)
    const composed = await composeAnew(sql, caller, locked, before, body.refund)
    const { organization_id } = caller
    if (isStatedAlready(locked, before, composed)) return readReturn(sql, caller, return_id)
    if (isSameMoney(before, composed))
      await sql`
        update refunds set is_paid_out = ${composed.refund_is_paid_out}
        where organization_id = ${organization_id} and refund_id = ${before.refund!.refund_id}`
    else {
      await writeRefunds(sql, authorOf(caller, now), correctionsOf(locked, before, composed, reason))
      await recountCancelled(sql, authorOf(caller, now), locked)
    }
    await sql`
      update returns set refund_status = ${composed.refund_status}, refund_cents = ${composed.refund_cents},
        refund_currency = ${composed.refund_currency}, refund_is_stated = true, updated_at = ${now}::timestamptz
      where organization_id = ${organization_id} and return_id = ${return_id}`
    return readReturn(sql, caller, return_id)
  },
})

/** A return is credited or refunded. */
async function checkUncredited(sql: Sql, { organization_id }: Caller, { return_id, name }: LockedReturn) {
  const notes = await readNamesOf(sql, organization_id, { return_id })
  if (notes.length > 0)
    refuse('conflict', {
      desc: `${name} is credited by ${listOf(
        notes.map((one) => one.name),
        'and',
      )}. Cancel the credit first, then state a refund.`,
      data: { reason: 'credited', credit_notes: notes },
    })
}

/** What comes back is set against an order or refunded. */
async function checkUnexchanged(sql: Sql, { organization_id }: Caller, { return_id, name }: LockedReturn) {
  const exchange = await readInForce(sql, organization_id, return_id)
  if (exchange !== null)
    refuse('conflict', {
      desc: `${name} is exchanged for ${exchange.name}. Cancel the exchange first, then state a refund.`,
      data: { reason: 'exchanged', order_id: exchange.order_id },
    })
}

const centsOfLines = (lines: readonly RefundLineToWrite[]) =>
  lines.reduce((sum, { amount_cents, tax_cents }) => sum + amount_cents + tax_cents, 0)

/** The refund as it is stated now, limited by what is left of the order once what counted is taken back. */
async function composeAnew(
  sql: Sql,
  caller: Caller,
  { order_id, origin, currency }: LockedReturn,
  { refund, receipts, lines }: Counted,
  stated: Parameters<typeof composeRefund>[0]['refund'],
): Promise<ComposedRefund> {
  const orders = order_id === null ? [] : await lockOrders(sql, caller.organization_id, [order_id])
  const facts = await readReturnFacts(sql, caller, [], orders)
  const order = order_id === null ? null : facts.orders.get(order_id)!
  const reversedCents = refund === null ? 0 : refund.freight_cents + centsOfLines(refund.lines)
  const isMoneyAlone = lines.every(({ quantity }) => quantity === 0)
  const shipped = new Map(order?.lines.map(({ line_id, shipped_quantity }) => [line_id, shipped_quantity]))
  // Money that was paid back without units is divided by what was paid for all units of its lines.
  const unpriced = lines.map(({ variant_id, order_line_id, quantity }) => ({
    variant_id,
    order_line_id,
    expected_quantity: isMoneyAlone ? (shipped.get(order_line_id ?? '') ?? 0) : quantity,
  }))
  return composeRefund(
    { refund: stated, origin },
    order === null
      ? null
      : {
          ...order,
          refundable_cents: order.refundable_cents + reversedCents + centsOfLines(receipts),
          freight_left_cents: order.freight_left_cents + (refund?.freight_cents ?? 0),
          payments_left_cents: order.payments_left_cents === null ? null : order.payments_left_cents + reversedCents,
        },
    unpriced,
    currency ?? caller.currency,
  )
}

/** Whether the correction says what the return says. */
const isStatedAlready = (locked: LockedReturn, before: Counted, composed: ComposedRefund): boolean =>
  locked.refund_is_stated &&
  locked.refund_status === composed.refund_status &&
  locked.refund_cents === composed.refund_cents &&
  (before.refund === null ||
    (isSameMoney(before, composed) && before.refund.is_paid_out === composed.refund_is_paid_out))

/** Whether the money is the same as before, so that at most `is_paid_out` differs. */
const isSameMoney = ({ refund, lines }: Counted, composed: ComposedRefund): boolean =>
  refund !== null &&
  composed.refund_cents !== null &&
  refund.freight_cents === composed.refund_freight_cents &&
  composed.lines.every(({ refund_cents, refund_tax_cents }, i) => {
    const line = refund.lines.find(({ return_line_id }) => return_line_id === lines[i]!.line_id)
    return (line?.amount_cents ?? 0) === refund_cents && (line?.tax_cents ?? 0) === refund_tax_cents
  })

/** The counter-rows of what counted, and the refund that counts from now on. */
function correctionsOf(
  { return_id, order_id, sales_channel_id, location_id, currency: orders }: LockedReturn,
  { refund, receipts, lines }: Counted,
  composed: ComposedRefund,
  reason: string,
): RefundToWrite[] {
  if (sales_channel_id === null) return []
  const currency = composed.refund_currency ?? refund?.currency ?? orders!
  const place = { return_id, order_id, sales_channel_id, location_id: location_id!, currency }
  const reversed = refund === null ? [] : [reversalOf(refund, reason)]
  if (receipts.length > 0) reversed.push(reversalOfReceipts(place, receipts, reason))
  if (composed.refund_cents === null) return reversed
  return [
    ...reversed,
    {
      ...place,
      freight_cents: composed.refund_freight_cents,
      is_paid_out: composed.refund_is_paid_out,
      reverses: null,
      reverses_refund_id: null,
      reason,
      source_system: null,
      external_id: null,
      lines: composed.lines.map(({ variant_id, order_line_id, ...cents }, i) => ({
        variant_id,
        order_line_id,
        return_line_id: lines[i]!.line_id,
        quantity: lines[i]!.quantity,
        amount_cents: cents.refund_cents,
        tax_cents: cents.refund_tax_cents,
      })),
    },
  ]
}
