/** The parts that order lines take from stock (ledger/bundles/parts.ts), as they keep them while they hold or have shipped units. */
import { order_line_components } from '../../../../db/schema/selling/sales_orders.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/call.ts'
import { readParts } from '../../../ledger/bundles/parts.ts'
import { isTakenApart, type SoldLine, type StockPart } from '../../../ledger/bundles/parts.rules.ts'

interface Line {
  line_id: string
  variant_id: string
  sku: string
  allocated_quantity: number
  fulfilled_quantity: number
}

/** Whether a line keeps its parts as they are: it holds or has shipped units of them. */
export const keepsParts = ({ allocated_quantity, fulfilled_quantity }: Omit<Line, 'line_id' | 'variant_id' | 'sku'>) =>
  allocated_quantity > 0 || fulfilled_quantity > 0

const readKept = (sql: Sql, organization_id: string, order_ids: readonly string[]) => sql<
  (StockPart & { line_id: string })[]
>`
  select c.line_id, c.variant_id, v.sku, c.units
  from order_lines l
  join order_line_components c on c.organization_id = ${organization_id} and c.line_id = l.line_id
  join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
  where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(order_ids)}::uuid[])
    and (l.allocated_quantity > 0 or l.fulfilled_quantity > 0)
  order by c.line_id, v.sku, c.variant_id`

/** The parts of each line of some orders: those it keeps, otherwise those of the bundle as it is composed now. */
export async function readLineParts(
  sql: Sql,
  organization_id: string,
  order_ids: readonly string[],
  lines: readonly Line[],
): Promise<(line: Line) => StockPart[]> {
  const open = lines.filter((line) => !keepsParts(line)).map(({ variant_id }) => variant_id)
  const [kept, current] = await Promise.all([
    open.length === lines.length ? [] : readKept(sql, organization_id, order_ids),
    open.length === 0 ? new Map<string, StockPart[]>() : readParts(sql, organization_id, open),
  ])
  const keptOf = Map.groupBy(kept, ({ line_id }) => line_id)
  return (line) => {
    const { line_id, variant_id, sku } = line
    const parts = keepsParts(line) ? keptOf.get(line_id) : current.get(variant_id)
    return (
      parts?.map((one) => ({ variant_id: one.variant_id, sku: one.sku, units: one.units })) ?? [
        { variant_id, sku, units: 1 },
      ]
    )
  }
}

const componentRows = recordset(order_line_components, ['line_id', 'variant_id', 'units'])

/** Stores what lines take from stock from now on; a line that takes its own variant has no rows. */
export async function keepParts(
  sql: Sql,
  organization_id: string,
  lines: readonly (SoldLine & { line_id: string })[],
): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ line_id }) => line_id)
  const rows = lines
    .filter(isTakenApart)
    .flatMap(({ line_id, parts }) => parts.map(({ variant_id, units }) => ({ line_id, variant_id, units })))
  // Rows of an earlier hold, that was released without a shipment, may be of another composition.
  await sql`
    delete from order_line_components
    where organization_id = ${organization_id} and line_id = any(${arrayLiteral(ids)}::uuid[])`
  if (rows.length === 0) return
  await sql`
    insert into order_line_components (organization_id, ${componentRows.names})
    select ${organization_id}, ${componentRows.values} from ${componentRows.from(rows)}
    order by n.line_id, n.variant_id`
}
