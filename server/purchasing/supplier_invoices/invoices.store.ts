/** Reads invoices of suppliers, as lists and single reads answer them. */
import Big from 'big.js'
import type { Fragment, Sql } from '../../contract/call.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { UnitOfMeasure } from '../../contract/units_of_measure.ts'
import { purchaseFigures } from '../purchase_units/purchase_unit.rules.ts'
import { type LineMatch, perEach, totalDifference, wholeMatch } from './match.rules.ts'
import { matchesOf, readMatchFacts } from './match.store.ts'
import type { CostChange, InvoiceLine, SupplierInvoice, SupplierInvoiceRow } from './supplier_invoice.model.ts'

type Amounts = 'stated_total' | 'lines_total' | 'credited_total' | 'total_difference'
type StoredRow = Omit<SupplierInvoiceRow, Amounts> & {
  stated_total: string | null
  lines_total: string
  credited_total: string
}

export const readRows = (sql: Sql, organization_id: string, which: Fragment, page: Fragment) => sql<StoredRow[]>`
  select i.supplier_invoice_id, i.kind, i.supplier_id, s.name as supplier, i.credits_invoice_id, i.invoice_number,
    i.currency, i.invoice_date, i.payment_terms, i.due_on, i.stated_total, i.lines_total,
    coalesce((select sum(c.lines_total) from supplier_invoices c where c.organization_id = i.organization_id
      and c.credits_invoice_id = i.supplier_invoice_id and c.state = 'recorded'), 0)::text as credited_total,
    i.state, i.match, i.void_reason, i.voided_at, i.voided_by, i.revision, i.created_by, i.created_at, i.updated_at
  from supplier_invoices i
  join suppliers s on s.organization_id = i.organization_id and s.supplier_id = i.supplier_id
  where i.organization_id = ${organization_id} ${which}
  order by i.invoice_date desc, i.supplier_invoice_id desc ${page}`

export function published({ stated_total, lines_total, credited_total, ...row }: StoredRow): SupplierInvoiceRow {
  const difference = totalDifference(stated_total, lines_total)
  return {
    ...row,
    stated_total: stated_total === null ? null : Number(stated_total),
    lines_total: Number(lines_total),
    total_difference: difference === null ? null : Number(difference),
    credited_total: Number(credited_total),
  }
}

export interface StoredLine {
  line_number: number
  kind: string
  description: string | null
  purchase_order_id: string | null
  purchase_order: string | null
  line_id: string | null
  variant_id: string | null
  sku: string | null
  delivery_id: string | null
  quantity: number | null
  amount: string
  purchase_unit: UnitOfMeasure | null
  purchase_unit_factor: number | null
  credited_line_number: number | null
  credited_quantity: number
  credited_amount: string
  price_accepted_at: string | null
  price_accepted_by: string | null
}

export const readLines = (sql: Sql, organization_id: string, supplier_invoice_id: string) => sql<StoredLine[]>`
  select l.line_number, l.kind, l.description, l.purchase_order_id, o.name as purchase_order, l.line_id, p.variant_id,
    v.sku, l.delivery_id, l.quantity, l.amount, p.purchase_unit, p.purchase_unit_factor, l.credited_line_number, coalesce(c.units, 0)::int as credited_quantity,
    coalesce(c.amount, 0)::text as credited_amount, l.price_accepted_at, l.price_accepted_by
  from supplier_invoice_lines l
  left join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  left join purchase_order_lines p on p.organization_id = l.organization_id
    and p.purchase_order_id = l.purchase_order_id and p.line_id = l.line_id
  left join variants v on v.organization_id = p.organization_id and v.variant_id = p.variant_id
  left join lateral (
    select sum(cl.quantity) as units, sum(cl.amount) as amount
    from supplier_invoices ci
    join supplier_invoice_lines cl on cl.organization_id = ci.organization_id
      and cl.supplier_invoice_id = ci.supplier_invoice_id
    where ci.organization_id = l.organization_id and ci.credits_invoice_id = l.supplier_invoice_id
      and ci.state = 'recorded' and cl.credited_line_number = l.line_number
  ) c on true
  where l.organization_id = ${organization_id} and l.supplier_invoice_id = ${supplier_invoice_id}
  order by l.line_number`

const readCosts = (sql: Sql, organization_id: string, supplier_invoice_id: string) => sql<CostChange[]>`
  select line_number, delivery_id, units, difference::float8 as difference, stock_value::float8 as stock_value,
    variance::float8 as variance, booked_on, booked_at, actor
  from supplier_invoice_costs
  where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}
  order by booked_at, cost_id`

const readRevisions = (sql: Sql, organization_id: string, supplier_invoice_id: string) => sql<
  SupplierInvoice['revisions']
>`
  select revision, replaced_at, replaced_by, record from supplier_invoice_revisions
  where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id} order by revision`

const readCredits = (sql: Sql, organization_id: string, supplier_invoice_id: string) => sql<
  SupplierInvoice['credit_notes']
>`
  select supplier_invoice_id, invoice_number, lines_total::float8 as lines_total, state from supplier_invoices
  where organization_id = ${organization_id} and credits_invoice_id = ${supplier_invoice_id}
  order by supplier_invoice_id`

const numberOf = (decimal: string | null | undefined) => (decimal == null ? null : Number(decimal))

const noPurchaseUnits = {
  purchase_unit: null,
  purchase_unit_factor: null,
  purchase_quantity: null,
  purchase_quantity_reason: null,
  purchase_unit_cost: null,
}

/** Units and price of goods by the purchase unit of the order line; a credit of a price has no units. */
function inPurchaseUnits({ quantity, amount, purchase_unit, purchase_unit_factor }: StoredLine) {
  if (quantity === null || purchase_unit === null || purchase_unit_factor === null) return noPurchaseUnits
  const unit_cost = quantity === 0 ? null : perEach(amount, quantity).toFixed(10)
  return purchaseFigures(quantity, unit_cost, { purchase_unit, purchase_unit_factor, inner_pack_quantity: null })
}

function shownLine(line: StoredLine, match: LineMatch | undefined): InvoiceLine {
  const isCredit = line.credited_line_number !== null
  return {
    ...line,
    ...inPurchaseUnits(line),
    amount: Number(line.amount),
    unit_cost: line.quantity ? Number(perEach(line.amount, line.quantity).toFixed(10)) : null,
    credited_quantity: isCredit || line.quantity === null ? null : line.credited_quantity,
    credited_amount: isCredit ? null : Number(line.credited_amount),
    match: match?.match ?? null,
    received_quantity: match?.received_units ?? null,
    short_quantity: match?.short_units ?? null,
    over_quantity: match?.over_units ?? null,
    price_difference: numberOf(match?.price_difference),
    price_difference_each: numberOf(match?.price_difference_each),
  }
}

/** An invoice with its matches, read from orders and deliveries as they are. */
export async function readInvoice(sql: Sql, organization_id: string, id: string): Promise<SupplierInvoice> {
  const supplier_invoice_id = uuidPattern.test(id) ? id : nilId
  const [[row], lines, credit_notes, costs, revisions] = await Promise.all([
    readRows(sql, organization_id, sql`and i.supplier_invoice_id = ${supplier_invoice_id}`, sql``),
    readLines(sql, organization_id, supplier_invoice_id),
    readCredits(sql, organization_id, supplier_invoice_id),
    readCosts(sql, organization_id, supplier_invoice_id),
    readRevisions(sql, organization_id, supplier_invoice_id),
  ])
  if (row === undefined) return refuseUnknown('supplier invoice')
  const orders = lines.flatMap(({ purchase_order_id }) => purchase_order_id ?? [])
  const matches = matchesOf(await readMatchFacts(sql, organization_id, orders), row.supplier_invoice_id)
  const isMatched = row.kind === 'invoice' && row.state === 'recorded'
  const sumOf = (field: 'stock_value' | 'variance') =>
    Number(costs.reduce((sum, one) => sum.plus(one[field]), Big(0)).toFixed())
  return {
    ...published(row),
    match: isMatched ? wholeMatch([...matches.values()], totalDifference(row.stated_total, row.lines_total)) : null,
    lines: lines.map((line) => shownLine(line, matches.get(line.line_number))),
    credit_notes: [...credit_notes],
    cost_changes: [...costs],
    stock_value_change: sumOf('stock_value'),
    cost_variance: sumOf('variance'),
    revisions: [...revisions],
  }
}
