/** An order with what its buyer states about allowances and charges, and what percentages come to on each line. */
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { readEdiOrder, readSiblings } from './edi_order.store.ts'
import { type BuyerWords, wordsOnceAnswered } from './inbound/allowances/resettle.rules.ts'
import { discountsOfGoods } from './inbound/allowances/discounts_of_goods.rules.ts'

const columns = selections(
  selection(order_lines, 'l', [
    'line_id',
    'edi_position',
    'quantity',
    'unit_price_cents::float8',
    'discount_cents::float8',
  ]),
  selection(sales_orders, 'o', ['currency']),
)

export interface OrderTerms {
  lines: readonly RowOf<typeof columns>[]
  words: BuyerWords
  currency: string
}

/** null for an order that did not arrive over EDI, or that was split: its terms are those of all parts. */
export async function readOrderTerms(sql: Sql, organization_id: string, order_id: string): Promise<OrderTerms | null> {
  const edi = await readEdiOrder(sql, organization_id, order_id)
  if (edi === null || edi.is_split_off) return null
  const [siblings, lines] = await Promise.all([
    readSiblings(sql, organization_id, order_id),
    sql<RowOf<typeof columns>[]>`
      select ${columns} from order_lines l
      join sales_orders o on o.organization_id = ${organization_id} and o.order_id = l.order_id
      where l.organization_id = ${organization_id} and l.order_id = ${order_id}
      order by l.line_number`,
  ])
  if (siblings.length > 0 || lines.length === 0) return null
  const words = { allowances: edi.header.allowances ?? [], lines: wordsOnceAnswered(edi.lines, 'open') }
  return { lines, words, currency: lines[0]!.currency }
}

/** By line. Empty where the discounts are not the buyer's. */
export async function readDiscountsOfGoods(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<Map<string, number>> {
  const terms = await readOrderTerms(sql, organization_id, order_id)
  return terms === null ? new Map() : discountsOfGoods(terms.lines, terms.words, terms.currency)
}
