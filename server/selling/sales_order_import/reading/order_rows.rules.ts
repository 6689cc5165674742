/** Rows of a file as an order, or what is wrong with them. Pure. */
import type { RecordFault } from '../../../imports/record_diff.ts'
import { brokenByAmount } from '../../../contract/amounts.ts'
import { limits } from '../../../contract/limits.ts'
import { coarseRegion, type CustomerRecord, isEmail, shortenName } from '../../customers/customer.rules.ts'
import { countryCode } from './country.rules.ts'
import { moneyOf, type OrderMoney } from './order_money.rules.ts'
import { otherLineOf } from '../matching/line_kinds.rules.ts'
import { type LineProgress, progressOfLines } from './order_progress.rules.ts'
import type { LineRecord, OrderRecord } from './order_record.ts'
import { lastRefund, statedDiscount, withEvents } from './event_rows.rules.ts'
import { withTimesOfDays } from './order_days.rules.ts'
import { refundOf } from './order_refund.rules.ts'
import { asMoney, Faults, type LineRow, lineRowsOf, linesOf, type OrderGroup, type OrderValues } from './order_rows.ts'

/** Only orders with an e-mail address name a customer. */
function customerOf(values: OrderValues, faults: Faults): CustomerRecord | null {
  const { email, customer_name, country, region, postcode } = values
  if (email === null) return null
  if (!isEmail(email)) faults.add('email', 'must be an e-mail address')
  return {
    email,
    name: shortenName(customer_name),
    country_code: country === null ? null : countryCode(country),
    region: coarseRegion({ region, postcode }),
  }
}

const lineOf = (rows: readonly LineRow[], money: OrderMoney['lines'][number], progress: LineProgress): LineRecord => {
  const { row_number, values } = rows[0]!
  return {
    row_number,
    external_id: values.line_reference ?? null,
    sku: values.sku ?? null,
    variant_id: values.variant_id ?? null,
    barcode: values.barcode ?? null,
    product_name: values.product_name ?? null,
    variant_name: values.variant_name ?? null,
    other: otherLineOf(values),
    quantity: values.quantity ?? 0,
    regular_unit_price_cents: values.regular_price ?? null,
    unit_cost: values.unit_cost ?? null,
    ...money,
    ...progress,
  }
}

/** Rows of lines that were cancelled as a whole. */
const cancelledRows = ({ rows }: OrderGroup) => rows.filter(({ values }) => values.row_type === 'cancelled')

function checkLines(rows: readonly LineRow[], group: OrderGroup, currency: string, faults: Faults): void {
  const { values, row_number } = group
  for (const { values: line, row_number: at } of cancelledRows(group))
    if (line.sku === null) faults.add('sku', 'is required of a cancelled line', null, at)
  if (rows.length === 0 && values.product_details === null && cancelledRows(group).length === 0)
    faults.add('quantity', 'is required: the order has no line', null, row_number)
  if (rows.length > limits.sales_order_lines_max)
    faults.add('order_number', `must have at most ${limits.sales_order_lines_max} lines`, values.order_number)
  for (const { row_number: at, values: line } of rows) {
    // A price among the details of a product is read with them, and not as a column.
    const broken = brokenByAmount((line.unit_price ?? 0) / 100, currency)
    if (broken !== null) faults.add('unit_price', broken.rule, asMoney(line.unit_price!), at, broken.allowed)
    if (line.quantity == null) faults.add('quantity', 'is required', null, at)
    const names = [line.sku, line.variant_id, line.barcode, line.product_name]
    const isStated = line.line_kind != null && line.line_kind !== 'goods'
    if (names.every((name) => name == null) && !isStated)
      faults.add('sku', 'is required where variant_id, barcode and product_name are absent', null, at)
  }
}

/** The last thing that is known to have happened, for a refund without a time. */
const lastTime = ({ ordered_at, cancelled_at }: OrderValues, progress: readonly LineProgress[]) =>
  progress
    .flatMap(({ shipped }) => shipped.map(({ shipped_at }) => shipped_at))
    .concat(ordered_at, cancelled_at ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1)!

/** What rows of refunds and discounts state of the order as a whole. */
function withEventValues(group: OrderGroup): OrderGroup {
  const { values } = group
  const discount = values.discount ?? statedDiscount(group)
  const refunded_at = values.refunded_at ?? lastRefund(group)
  return { ...group, values: { ...values, discount, refunded_at } }
}

/** Discounts in rows of their own are understood only if the order comes to its total with them. */
function checkTotal(
  { lines: money, ...order }: OrderMoney,
  lines: readonly LineRow[][],
  group: OrderGroup,
  faults: Faults,
) {
  const { total } = group.values
  if (total === null || statedDiscount(group) === null) return
  const goods = money.map(
    (line, i) => line.unit_price_cents * (lines[i]![0]!.values.quantity ?? 0) - line.discount_cents + line.tax_cents,
  )
  const sum = goods.reduce((cents, one) => cents + one, order.freight_cents + order.freight_tax_cents)
  if (sum !== total)
    faults.add('total', `must be lines, shipping and taxes less discounts, ${asMoney(sum)}`, asMoney(total))
}

export function readOrder(
  sent: OrderGroup,
  { currency, time_zone }: { currency: string; time_zone: string },
): OrderRecord | readonly RecordFault[] {
  const faults = new Faults()
  const group = withEventValues(withTimesOfDays(sent, time_zone))
  const { values } = group
  const rows = lineRowsOf(group, faults)
  checkLines(rows, group, currency, faults)
  const lines = withEvents(linesOf(rows, faults), group, faults)
  const customer = customerOf(values, faults)
  if (faults.all.length > 0) return faults.all
  const money = moneyOf(
    lines.map((line) => line[0]!),
    values,
    currency,
    faults,
  )
  checkTotal(money, lines, group, faults)
  const progress = progressOfLines(lines, values, faults)
  if (faults.all.length > 0) return faults.all
  const refund = refundOf(values, lines, { ...money, currency }, progress, faults)
  if (faults.all.length > 0) return faults.all
  return {
    order_number: values.order_number,
    source_system: values.source_system ?? 'file',
    ordered_at: values.ordered_at,
    cancelled_at: values.cancelled_at,
    refunded_at: values.refunded_at ?? lastTime(values, progress),
    is_refund_dated: values.refunded_at !== null,
    channel: values.channel,
    location: values.location,
    account: values.account,
    currency: values.currency,
    reference: values.reference,
    customer,
    freight_cents: money.freight_cents,
    freight_tax_cents: money.freight_tax_cents,
    lines: lines.map((line, i) => lineOf(line, money.lines[i]!, progress[i]!)),
    cancelled: cancelledRows(group).map(({ values, row_number }) => ({ sku: values.sku!, row_number })),
    refund,
  }
}
