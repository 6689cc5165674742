/** Rows of an order as typed values, and the lines that they state. Pure. */
import type { RowGroup } from '../../../imports/kind.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { orderFields } from './order_fields.ts'
import { readProductDetails } from './product_details.rules.ts'

export type OrderGroup = RowGroup<typeof orderFields>
export type OrderValues = OrderGroup['values']
type RowValues = OrderGroup['rows'][number]['values']

/** A row that states a line, with what the order states in its place. */
export interface LineRow {
  row_number: number
  values: Partial<RowValues>
}

/** Faults of one record, each at its row. */
export class Faults {
  readonly all: RecordFault[] = []

  add(
    field: string,
    rule: string,
    value: string | number | null = null,
    row_number?: number,
    allowed?: readonly string[],
  ) {
    this.all.push({ ...recordFault(field, rule, value, allowed), ...(row_number === undefined ? {} : { row_number }) })
  }
}

export const asMoney = (cents: number): string => (cents / 100).toFixed(2)

/** Rows of lines apart from those of the parts of other lines, which must be among them. */
function withoutParts(rows: OrderGroup['rows'], faults: Faults): LineRow[] {
  const lines = rows.filter(({ values: { row_type } }) => row_type === null || row_type === 'line')
  return lines.filter((line) => {
    const part_of = line.values.part_of ?? null
    if (part_of === null) return true
    if (!lines.some((one) => one !== line && one.values.line_reference === part_of))
      faults.add('part_of', 'must be the line_reference of another line of the order', part_of, line.row_number)
    return false
  })
}

/** The rows of lines; one cell may hold all of them. */
export function lineRowsOf({ rows, values, row_number }: OrderGroup, faults: Faults): LineRow[] {
  if (values.product_details === null) return withoutParts(rows, faults)
  const details = readProductDetails(values.product_details)
  if (details === null)
    faults.add(
      'product_details',
      'must state Product Qty, Product SKU and Product Unit Price of each line, separated by |',
      values.product_details.slice(0, 200),
      row_number,
    )
  return (details ?? []).map((line) => ({ row_number, values: { ...rows[0]!.values, ...line } }))
}

/** Rows of one line in several shipments follow each other as one; each has its own shipped units. */
export function linesOf(rows: readonly LineRow[], faults: Faults): LineRow[][] {
  const lines = new Map<string, LineRow[]>()
  for (const [i, row] of rows.entries()) {
    const reference = row.values.line_reference ?? null
    const key = reference === null ? `row ${i}` : `line ${reference}`
    const before = lines.get(key)
    if (before === undefined) lines.set(key, [row])
    else {
      before.push(row)
      for (const field of [
        'sku',
        'variant_id',
        'product_name',
        'quantity',
        'unit_price',
        'line_subtotal',
        'line_total',
      ] as const)
        if ((row.values[field] ?? null) !== (before[0]!.values[field] ?? null))
          faults.add(
            field,
            `differs from row ${before[0]!.row_number}, which has the same line_reference`,
            row.values[field] ?? null,
            row.row_number,
          )
      if ((row.values.shipped_quantity ?? null) === null)
        faults.add('shipped_quantity', 'is required where rows have the same line_reference', null, row.row_number)
    }
  }
  return [...lines.values()]
}
