/** Credits what invoices bill of a shipment that is voided or corrected, before its units leave the order. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { listOf } from '../../contract/outcome.ts'
import { amountIn } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { composeUnits } from './credit.rules.ts'
import { readCreditable, readNamesOf } from './creditable.store.ts'
import { readCreditNotes } from './credit_note.store.ts'
import { type CreditContext, issueCreditNotes } from './write_credit_notes.ts'

/** Units of each order line that invoices bill beyond what will have shipped. */
export type Overbilled = ReadonlyMap<string, number>

/** Takes units of credit notes off the invoiced units of their order lines: the units can be invoiced once they ship. */
const uncountInvoiced = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  update order_lines l set invoiced_quantity = l.invoiced_quantity - n.quantity
  from (
    select k.order_line_id, sum(k.quantity)::int as quantity from credit_note_lines k
    where k.organization_id = ${organization_id} and k.credit_note_id = any(${arrayLiteral(ids)}::uuid[])
    group by k.order_line_id
  ) n
  where l.organization_id = ${organization_id} and l.line_id = n.order_line_id`

/**
 * The newest invoices are credited first. Refuses an order with allowances: what was agreed on the goods would stay off sales
 * after the goods have left them. Answers what was credited in sentences.
 */
export async function creditUnshipped(
  sql: Sql,
  context: CreditContext,
  order: LockedOrder,
  { fulfilment_id, name }: { fulfilment_id: string; name: string },
  overbilled: Overbilled,
  reason: string,
): Promise<string[]> {
  if (overbilled.size === 0) return []
  const { organization_id } = context
  const allowances = await readNamesOf(sql, organization_id, { allowances_of: order.order_id })
  if (allowances.length > 0)
    refuse('conflict', {
      desc: `${order.name} has allowances: cancel ${listOf(
        allowances.map((one) => one.name),
        'and',
      )} first, then void ${name}.`,
      data: { reason: 'credited', credit_notes: allowances },
    })
  const invoices = await readCreditable(sql, organization_id, order.order_id)
  const wanted = [...overbilled].map(([order_line_id, quantity]) => ({ order_line_id, quantity, return_line_id: null }))
  const { credits } = composeUnits(invoices.toReversed(), wanted)
  const cause = { kind: 'void', reason, return_id: null, fulfilment_id, location_id: null } as const
  const ids = await issueCreditNotes(sql, context, order, cause, credits)
  await uncountInvoiced(sql, organization_id, ids)
  return (await readCreditNotes(sql, organization_id, ids)).map(
    (note) =>
      `${note.name} credits ${amountIn(note.total.cents!, note.currency)} ${note.currency} of ${note.invoice.name}.`,
  )
}
