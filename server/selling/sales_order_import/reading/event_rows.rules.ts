/** Rows of a file that say what happened to lines of their order: shipments, refunds and discounts on the order. Pure. */
import type { Faults, LineRow, OrderGroup } from './order_rows.ts'

type EventType = 'shipped_units' | 'refunded_units' | 'order_discount'

const rowsOf = ({ rows }: OrderGroup, type: EventType) =>
  rows.filter(({ values }) => values.row_type === type && values.row_state !== 'void')

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The discount on the whole order that rows state; null where none does. */
export function statedDiscount(group: OrderGroup): number | null {
  const rows = rowsOf(group, 'order_discount')
  return rows.length === 0 ? null : sumOf(rows.map(({ values }) => values.line_discount ?? 0))
}

/** The time of the last refund that rows state. */
export function lastRefund(group: OrderGroup): string | null {
  const times = rowsOf(group, 'refunded_units').flatMap(({ values }) => values.row_at ?? [])
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null
}

type Names = Pick<LineRow['values'], 'line_reference' | 'sku' | 'product_name' | 'variant_name'>

const isSame = (one: string | null | undefined, other: string | null | undefined) => one != null && one === other

/** From the surest to the least. */
const waysToFit: readonly ((line: Names, event: Names) => boolean)[] = [
  (line, event) => isSame(line.line_reference, event.line_reference),
  (line, event) => isSame(line.sku, event.sku),
  (line, event) =>
    isSame(line.product_name, event.product_name) && (line.variant_name ?? null) === (event.variant_name ?? null),
]

const namesNothing = ({ line_reference, sku, product_name }: Names) =>
  line_reference == null && sku == null && product_name == null

interface Part {
  row: OrderGroup['rows'][number]
  units: number
}

/** Units of each line that rows name; a row that names none concerns the whole order. */
function partsOf(lines: readonly LineRow[], rows: OrderGroup['rows'], faults: Faults): Part[][] {
  const parts = lines.map((): Part[] => [])
  const leftOf = (i: number) => (lines[i]!.values.quantity ?? 0) - sumOf(parts[i]!.map(({ units }) => units))
  const places = lines.map((_, i) => i)
  for (const row of rows) {
    const { values, row_number } = row
    const isWhole = namesNothing(values)
    const named = waysToFit
      .map((fits) => places.filter((i) => fits(lines[i]!.values, values)))
      .find((fitting) => fitting.length > 0)
    if (!isWhole && named === undefined) {
      faults.add('sku', 'is on no line of the order', values.sku ?? values.product_name ?? null, row_number)
      continue
    }
    if (!isWhole && values.quantity == null) {
      faults.add('quantity', 'is required', null, row_number)
      continue
    }
    let left = isWhole ? Number.POSITIVE_INFINITY : values.quantity!
    for (const i of named ?? places) {
      const units = Math.min(left, leftOf(i))
      if (units > 0) parts[i]!.push({ row, units })
      left -= units
    }
    if (!isWhole && left > 0)
      faults.add(
        'quantity',
        `is more than the order has: ${values.quantity! - left} are left of its lines`,
        values.quantity!,
        row_number,
      )
  }
  return parts
}

/** The rows of each line with the units that other rows of the order say have shipped or come back. */
export function withEvents(lines: readonly LineRow[][], group: OrderGroup, faults: Faults): LineRow[][] {
  const [shipments, refunds] = [rowsOf(group, 'shipped_units'), rowsOf(group, 'refunded_units')]
  if (shipments.length === 0 && refunds.length === 0) return lines.map((rows) => rows)
  const first = lines.map((rows) => rows[0]!)
  const shipped = partsOf(first, shipments, faults)
  const refunded = partsOf(first, refunds, faults)
  return lines.map((rows, i) => {
    const back = sumOf(refunded[i]!.map(({ units }) => units))
    const more = back === 0 ? {} : { refunded_quantity: back }
    const own = rows.map((row) => ({ ...row, values: { ...row.values, ...more } }))
    if (shipments.length === 0) return own
    const line = own[0]!
    if (shipped[i]!.length === 0) return [{ ...line, values: { ...line.values, shipped_quantity: 0 } }]
    return shipped[i]!.map(({ row: { values }, units }) => ({
      ...line,
      values: {
        ...line.values,
        shipped_quantity: units,
        shipped_at: values.row_at ?? null,
        tracking_number: values.tracking_number ?? null,
        carrier: values.carrier ?? null,
      },
    }))
  })
}
