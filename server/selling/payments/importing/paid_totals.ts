/**
 * Order exports state what was paid for an order in all. What of that is not on file is one payment, so a later export brings
 * what was paid since, and money that was recorded here meanwhile is not recorded again.
 */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { amountIn, decimalOf } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/sql.ts'
import { canWrite } from '../../../imports/can_write.ts'
import type { RecordDiff, RecordFault, WriteContext } from '../../../imports/record_diff.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import { idsAmong, nameKey, statedTexts } from '../../../records/texts.ts'
import { lockPaidOrders, readPayables } from '../payables.store.ts'
import { diffPayments } from './payment_records.ts'
import type { PaymentRecord, PaymentWrite } from './payment_records.rules.ts'

/** What a row states: one payment, what was paid for its order in all, or nothing that was paid. */
export interface StatedPayment extends PaymentRecord {
  states: 'payment' | 'total' | 'nothing'
}

interface PaidOrder {
  order_id: string
  name: string
  currency: string
  paid_cents: number
  open_cents: number
}

const readNamed = (sql: Sql, organization_id: string, stated: readonly string[]) => sql<{ order_id: string }[]>`
  select order_id from sales_orders
  where organization_id = ${organization_id} and name = any(${[...stated]}::text[])
  union
  select order_id from sales_orders
  where organization_id = ${organization_id} and order_id = any(${arrayLiteral(idsAmong(stated))}::uuid[])`

/**
 * By name in lower case, which several may have, and by id. A run locks them first, so that nothing is paid between what is
 * compared and what is written.
 */
async function readPaidOrders(
  sql: Sql,
  organization_id: string,
  names: readonly (string | null)[],
): Promise<Map<string, PaidOrder[]>> {
  const named = await readNamed(sql, organization_id, statedTexts(names))
  const orderIds = named.map(({ order_id }) => order_id)
  if (await canWrite(sql)) await lockPaidOrders(sql, organization_id, orderIds)
  const rows = await sql<Omit<PaidOrder, 'open_cents'>[]>`
    select o.order_id, o.name, o.currency, (
      select coalesce(sum(a.amount_cents), 0)::float8 from payment_allocations a
      where a.organization_id = ${organization_id} and a.order_id = o.order_id
    ) as paid_cents
    from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(orderIds)}::uuid[])
    order by o.order_id`
  const payables = await readPayables(sql, organization_id, { invoiceIds: [], orderIds })
  const openOf = (id: string) =>
    payables
      .filter(({ order_id, is_void }) => order_id === id && !is_void)
      .reduce((sum, { open_cents }) => sum + open_cents, 0)
  const orders = rows.map((row): PaidOrder => ({ ...row, open_cents: openOf(row.order_id) }))
  const byName = Map.groupBy(orders, ({ name }) => nameKey(name))
  const byId = orders.map((order): [string, PaidOrder[]] => [order.order_id, [order]])
  return new Map([...byName, ...byId])
}

interface News {
  record: PaymentRecord
  notes: readonly RecordFault[]
}

/**
 * The payment that is not on file yet; null for none, and the notes alone where none can be recorded. It counts as on file for the
 * rows that follow.
 */
function newsOf(record: StatedPayment, order: PaidOrder): News | readonly RecordFault[] | null {
  const total = Math.round(Number(record.amount) * 100)
  const due = total - order.paid_cents
  if (due <= 0) return null
  const { currency, open_cents, name } = order
  const cents = Math.min(due, open_cents)
  const rule = `is the total paid; ${amountIn(due, currency)} is not on file, but only ${amountIn(open_cents, currency)} is open on ${name}, so ${amountIn(due - cents, currency)} was not recorded`
  const notes = cents === due ? [] : [recordFault('amount', rule, decimalOf(total))]
  if (cents === 0) return notes
  order.paid_cents += cents
  order.open_cents -= cents
  const { states: _states, ...payment } = record
  const reference = [record.reference, `${decimalOf(total)} in all`].filter((part) => part !== null).join(', ')
  return { record: { ...payment, amount: decimalOf(cents), reference }, notes }
}

/** Of a name that several orders have: which they are. */
class Ambiguous {
  readonly faults: readonly RecordFault[]

  constructor(name: string, orders: readonly PaidOrder[]) {
    const ids = orders.map(({ order_id }) => order_id)
    this.faults = [recordFault('order', 'is the name of several orders; give the id of one', name, ids)]
  }
}

type Found = News | readonly RecordFault[] | Ambiguous | null

const unchanged = (notes: readonly RecordFault[]): RecordDiff<PaymentWrite> =>
  notes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'unchanged', notes }

const isNews = (news: Found): news is News => news !== null && 'record' in news

/** Compares payments, and totals with what is on file. Rows of one order that repeat its total are one. */
export async function diffStatedPayments(
  sql: Sql,
  context: WriteContext,
  records: readonly StatedPayment[],
): Promise<readonly RecordDiff<PaymentWrite>[]> {
  const names = records.flatMap(({ states, order }) => (states === 'nothing' || order === null ? [] : order))
  const orders =
    names.length === 0 ? new Map<string, PaidOrder[]>() : await readPaidOrders(sql, context.organization_id, names)
  const seen = new Set<string>()
  const news = records.map((record): Found => {
    if (record.states === 'nothing') return null
    const [order, ...others] = (record.order !== null && orders.get(nameKey(record.order))) || []
    if (order === undefined) return { record, notes: [] }
    if (others.length > 0) return new Ambiguous(record.order!, [order, ...others])
    if (record.states === 'payment') return { record, notes: [] }
    const key = JSON.stringify([order.order_id, record.amount])
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
    if (one instanceof Ambiguous) return { outcome: 'refused', faults: one.faults }
    if (!isNews(one)) return unchanged(one ?? [])
    const diff = diffOf.get(one)!
    return diff.outcome === 'refused' || one.notes.length === 0 ? diff : { ...diff, notes: one.notes }
  })
}
