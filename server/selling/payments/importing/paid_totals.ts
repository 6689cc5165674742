/**
 * Order exports state what was paid for an order in all. What of that is not on file is one payment, so a later export brings
 * what was paid since, and money that was recorded here meanwhile is not recorded again.
 */
import { amountIn, decimalOf } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { RecordDiff, RecordFault, WriteContext } from '../../../imports/record_diff.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import { normalText, statedTexts } from '../../../records/texts.ts'
import { readPayables } from '../payables.store.ts'
import { diffPayments } from './payment_records.ts'
import type { PaymentRecord, PaymentWrite } from './payment_records.rules.ts'

/** What a row states: one payment, what was paid for its order in all, or nothing that was paid. */
export interface StatedPayment extends PaymentRecord {
  states: 'payment' | 'total' | 'nothing'
}

interface PaidOrder {
  name: string
  currency: string
  paid_cents: number
  open_cents: number
}

const keyOf = (name: string) => normalText(name).toLowerCase()

async function readPaidOrders(
  sql: Sql,
  organization_id: string,
  names: readonly (string | null)[],
): Promise<Map<string, PaidOrder>> {
  const rows = await sql<{ order_id: string; name: string; currency: string; paid_cents: number }[]>`
    select o.order_id, o.name, o.currency, (
      select coalesce(sum(a.amount_cents), 0)::float8 from payment_allocations a
      where a.organization_id = ${organization_id} and a.order_id = o.order_id
    ) as paid_cents
    from sales_orders o
    where o.organization_id = ${organization_id} and o.name = any(${statedTexts(names)}::text[])`
  const orderIds = rows.map(({ order_id }) => order_id)
  const payables = await readPayables(sql, organization_id, { invoiceIds: [], orderIds })
  const openOf = (id: string) =>
    payables
      .filter(({ order_id, is_void }) => order_id === id && !is_void)
      .reduce((sum, { open_cents }) => sum + open_cents, 0)
  return new Map(rows.map(({ order_id, ...order }) => [keyOf(order.name), { ...order, open_cents: openOf(order_id) }]))
}

interface News {
  record: PaymentRecord
  notes: readonly RecordFault[]
}

/** The payment that is not on file yet; null for none, and the notes alone where none can be recorded. */
function newsOf(record: StatedPayment, order: PaidOrder): News | readonly RecordFault[] | null {
  const total = Math.round(Number(record.amount) * 100)
  const due = total - order.paid_cents
  if (due <= 0) return null
  const { currency, open_cents, name } = order
  const cents = Math.min(due, open_cents)
  const rule = `was paid in all, of which ${amountIn(due, currency)} are not on file and ${amountIn(open_cents, currency)} are open of ${name} here; the rest is not recorded, since it is for cancelled units or lines without goods`
  const notes = cents === due ? [] : [recordFault('amount', rule, decimalOf(total))]
  if (cents === 0) return notes
  const { states: _states, ...payment } = record
  const reference = [record.reference, `${decimalOf(total)} in all`].filter((part) => part !== null).join(', ')
  return { record: { ...payment, amount: decimalOf(cents), reference }, notes }
}

const unchanged = (notes: readonly RecordFault[]): RecordDiff<PaymentWrite> =>
  notes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'unchanged', notes }

const isNews = (news: News | readonly RecordFault[] | null): news is News => news !== null && 'record' in news

/** Compares payments, and totals with what is on file. Rows of one order that repeat its total are one. */
export async function diffStatedPayments(
  sql: Sql,
  context: WriteContext,
  records: readonly StatedPayment[],
): Promise<readonly RecordDiff<PaymentWrite>[]> {
  const totals = records.filter(({ states }) => states === 'total')
  const orders =
    totals.length === 0
      ? new Map<string, PaidOrder>()
      : await readPaidOrders(
          sql,
          context.organization_id,
          totals.map(({ order }) => order),
        )
  const seen = new Set<string>()
  const news = records.map((record): News | readonly RecordFault[] | null => {
    if (record.states === 'nothing') return null
    const order = record.order === null ? undefined : orders.get(keyOf(record.order))
    if (record.states === 'payment' || order === undefined) return { record, notes: [] }
    const key = JSON.stringify([keyOf(order.name), record.amount])
    if (seen.has(key)) return null
    seen.add(key)
    return newsOf(record, order)
  })
  const compared = news.filter(isNews)
  const diffs = await diffPayments(
    sql,
    context,
    compared.map(({ record }) => record),
  )
  const diffOf = new Map(compared.map((one, i) => [one, diffs[i]!]))
  return news.map((one): RecordDiff<PaymentWrite> => {
    if (!isNews(one)) return unchanged(one ?? [])
    const diff = diffOf.get(one)!
    return diff.outcome === 'refused' || one.notes.length === 0 ? diff : { ...diff, notes: one.notes }
  })
}
