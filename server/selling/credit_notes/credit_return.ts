import type { Caller, Sql } from '../../contract/call.ts'
import { counted, listOf } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { ChargeCents } from '../invoices/model.ts'
import { type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Label } from '../orders/model.ts'
import { authorOf } from '../returns/create.ts'
import { ReturnPath } from '../returns/model.ts'
import { type LockedReturn, lockReturn } from '../returns/receipt.store.ts'
import { readCounted } from '../returns/refunds/counted.store.ts'
import { reversalOfReceipts, writeRefunds } from '../returns/refunds/write_refunds.ts'
import { composeUnits, type CreditedUnits, type Uncovered } from './credit.rules.ts'
import { creditContext } from './context.ts'
import { readCreditNotes } from './credit_note.store.ts'
import { readCreditable } from './creditable.store.ts'
import { CreditNote } from './model.ts'
import { readUncredited } from './uncredited.store.ts'
import { issueCreditNotes } from './write_credit_notes.ts'

/** Takes back what counted as units arrived: the credit notes count in its place. */
async function reverseReceipts(sql: Sql, caller: Caller, now: string, locked: LockedReturn): Promise<void> {
  const { return_id, order_id, sales_channel_id, location_id, currency, name } = locked
  const { refund, receipts } = await readCounted(sql, caller, locked)
  if (refund !== null)
    refuse('conflict', {
      desc: `${name} has a refund. State that nothing is paid back first, or leave the refund as it is.`,
      data: { reason: 'refunded' },
    })
  if (receipts.length > 0)
    await writeRefunds(sql, authorOf(caller, now), [
      reversalOfReceipts(
        {
          return_id,
          order_id,
          sales_channel_id: sales_channel_id!,
          location_id: location_id!,
          currency: currency!,
        },
        receipts,
        'A credit note counts in its place.',
      ),
    ])
}

/** An invoice bills what shipped; a credit note takes off only what an invoice bills. */
function refuseUncovered(order: LockedOrder, uncovered: readonly Uncovered[]): void {
  if (uncovered.length === 0) return
  const skus = new Map(order.lines.map(({ line_id, sku }) => [line_id, sku]))
  const words = uncovered.map(
    ({ order_line_id, quantity }) => `${counted(quantity, 'unit')} of ${skus.get(order_line_id)}`,
  )
  refuse('conflict', {
    desc: `No invoice of ${order.name} has ${listOf(words, 'and')} left to be credited. Invoice the order first, if they are not billed yet.`,
    data: {
      reason: 'not_invoiced',
      lines: uncovered.map(({ order_line_id: line_item_id, quantity }) => ({ line_item_id, quantity })),
    },
  })
}

/** Refuses a return that cannot be credited, and answers its order, locked. */
async function lockOrderOfReturn(
  sql: Sql,
  caller: Caller,
  { name, state, order_id }: LockedReturn,
): Promise<LockedOrder> {
  if (state === 'cancelled') refuse('conflict', { desc: `${name} is cancelled.`, data: { reason: 'cancelled' } })
  const order = order_id === null ? null : await lockOrder(sql, caller, order_id)
  if (order === null || order.trading_partner_id === null)
    return refuse('conflict', {
      desc: `${name} is of no order of an account; only what was invoiced is credited.`,
      data: { reason: 'not_invoiced' },
    })
  return order
}

interface Credited {
  locked: LockedReturn
  order: LockedOrder
  body: { reason?: string; tax_cents?: number; freight_cents?: number }
}

/** Credits what of a locked return is not credited yet; returns the ids of the credit notes. */
export async function creditLocked(
  sql: Sql,
  caller: Caller,
  now: string,
  { locked, order, body }: Credited,
): Promise<string[]> {
  const { organization_id } = caller
  const { return_id } = locked
  const reason = body.reason === undefined ? `Units of ${locked.name} came back.` : body.reason.trim()
  const wanted: CreditedUnits[] = await readUncredited(sql, organization_id, locked)
  if (wanted.length === 0)
    refuse('conflict', { desc: `${locked.name} has no units left to be credited.`, data: { reason: 'credited' } })
  const invoices = await readCreditable(sql, organization_id, order.order_id)
  const { credits, uncovered } = composeUnits(invoices, wanted, body)
  refuseUncovered(order, uncovered)
  const field = (['tax_cents', 'freight_cents'] as const).find((name) => body[name] !== undefined)
  if (field !== undefined && credits.length > 1) refuseField(field, 'can be sent only if the units are on one invoice')
  await reverseReceipts(sql, caller, now, locked)
  const cause = { kind: 'return', reason, return_id, fulfilment_id: null, location_id: locked.location_id } as const
  const ids = await issueCreditNotes(sql, creditContext(caller, now), order, cause, credits)
  await sql`
    update returns set refund_is_stated = true, updated_at = ${now}::timestamptz
    where organization_id = ${organization_id} and return_id = ${return_id}`
  return ids
}

export const creditReturn = sessionOperation({
  id: 'session.credit_return',
  route: 'POST /api/v1/sales/returns/{return_id}/credit-notes',
  summary: 'Credit a return',
  desc: ({ credit_notes }) =>
    `${listOf(
      credit_notes.map(({ name, invoice }) => `Credit note ${name} issued for ${invoice.name}`),
      'and',
    )}.`,
  description:
    'Issues a credit note for the units of a return of a wholesale order, for each invoice that bills them, oldest first: the units that arrived and, while the return is open, those that are expected, less those that are credited already. Call it again after further units. Units are credited at the agreed price less their share of discounts and earlier allowances, with their share of the tax and freight of the invoice unless `tax_cents` or `freight_cents` is sent; the last units of an invoice take the rest. Net sales fall on the day of the credit note: what counted when units arrived is reversed by a separate row on that day, and units that arrive later reduce net sales no further. The return states that nothing is paid back. Fails with `conflict`, and `data.reason` says why: `cancelled`; `refunded`, if money was paid back for the return; `not_invoiced`, with the units that no invoice has left to be credited; or `credited`, if nothing is left, with `data.left_cents` where an amount is too high.',
  service: 'sales',
  needs: 'member',
  status: 201,
  params: ReturnPath,
  body: Type.Object(
    {
      reason: Type.Optional(Label('Reason for the credit. Default: that its units came back.', ['Wrong size'])),
      tax_cents: Type.Optional(ChargeCents('Tax credited, if the units are on one invoice. Default: its share.')),
      freight_cents: Type.Optional(
        ChargeCents('Freight credited, if the units are on one invoice. Default: its share.'),
      ),
    },
    { additionalProperties: false, default: {}, examples: [{ reason: 'Wrong size', freight_cents: 0 }] },
  ),
  answer: Shape(
    { credit_notes: Type.Array(CreditNote, { description: 'The credit notes, one for each invoice.' }) },
    { $id: 'ReturnCredit', description: 'The credit notes that were issued for a return.' },
  ),
  refusals: ['return_not_on_file', 'conflict'],
  conflict: 'The return is cancelled, refunded or credited already, or no invoice has its units left to be credited.',
  emits: ['exception.opened'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const locked = await lockReturn(sql, caller, return_id)
    const order = await lockOrderOfReturn(sql, caller, locked)
    const ids = await creditLocked(sql, caller, now, { locked, order, body })
    return { credit_notes: await readCreditNotes(sql, caller.organization_id, ids) }
  },
})
