/** Allowances and charges that a buyer states over EDI and settles apart from the invoice, such as bill-backs. */
import { edi_orders } from '../../../db/schema/selling/edi_orders.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import type { Allowance } from '../../edi/documents/record.ts'
import { apartWords, isSettledApart } from './inbound/allowances/totals.rules.ts'

const columns = selections(selection(edi_orders, 'e', ['order_id']), selection(sales_orders, 'o', ['currency']))
interface Stated extends RowOf<typeof columns> {
  /** As the buyer numbers the line; null for the order as a whole. */
  line: string | null
  allowances: Allowance[]
}

/** As sentences, by order: those of the order, and then those of its lines. `orders` are the rows of their ids. */
export async function readApart(
  sql: Sql,
  organization_id: string,
  orders: Fragment,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await sql<Stated[]>`
    select ${columns}, s.line, s.allowances
    from (${orders}) q (order_id)
    join edi_orders e on e.organization_id = ${organization_id} and e.order_id = q.order_id
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = e.order_id
    cross join lateral (
      select 0 as position, null as line, e.header -> 'allowances' as allowances
      union all
      select l.position, coalesce(l.line ->> 'line_reference', l.position::text), l.line -> 'allowances'
      from edi_order_lines l where l.organization_id = ${organization_id} and l.order_id = e.order_id
    ) s
    where s.allowances is not null
    order by e.order_id, s.position`
  const sentences = rows.flatMap(({ order_id, currency, line, allowances }) =>
    allowances.filter(isSettledApart).map((allowance) => {
      const words = `${line === null ? '' : `line ${line}: `}${apartWords(allowance, currency)}.`
      return { order_id, sentence: `${words[0]!.toUpperCase()}${words.slice(1)}` }
    }),
  )
  return new Map(
    [...Map.groupBy(sentences, ({ order_id }) => order_id)].map(([id, all]) => [id, all.map((one) => one.sentence)]),
  )
}
