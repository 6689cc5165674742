/** The prices of a price list. */
import { price_list_prices } from '../../../db/schema/wholesale/price_lists.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { selection, selections } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, Shape, Type } from '../../contract/schema.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Price, PriceList, PriceListPath, service, SubmittedPrices } from './model.ts'
import { diffPriceListPrices, writePriceListPrices } from './diff_prices.ts'
import { lockPriceList, readPriceList } from './store.ts'

const priceColumns = selections(
  selection(price_list_prices, 'c', ['variant_id']),
  selection(variants, 'v', ['sku']),
  selection(price_list_prices, 'c', ['price_cents', 'updated_at']),
)

export const listPrices = sessionOperation({
  id: 'session.list_price_list_prices',
  route: 'GET /api/v1/wholesale/price-lists/{price_list_id}/prices',
  summary: 'List prices of a price list',
  description: 'Returns the prices of a price list, sorted by SKU.',
  service,
  params: PriceListPath,
  query: Type.Object(pagingQuery(limits.page_limit_common_max, limits.price_list_prices_per_call_max), {
    additionalProperties: false,
  }),
  answer: Page(Price),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const { price_list_id, price_count } = await readPriceList(sql, organization_id, params.price_list_id)
    const { offset = 0, limit = limits.page_limit_common_max } = query
    const rows = await sql<Price[]>`
      select ${priceColumns}
      from price_list_prices c
      join variants v on v.organization_id = c.organization_id and v.variant_id = c.variant_id
      where c.organization_id = ${organization_id} and c.price_list_id = ${price_list_id}
      order by v.sku limit ${limit} offset ${offset}`
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: price_count }
  },
})

export const setPrices = sessionOperation({
  id: 'session.set_price_list_prices',
  route: 'POST /api/v1/wholesale/price-lists/{price_list_id}/prices',
  summary: 'Set prices of a price list',
  desc: ({ price_list: { name }, created, changed, removed }) =>
    `Price list ${name}: ${created} prices added, ${changed} changed, ${removed} removed.`,
  description: `Sets or removes up to ${limits.price_list_prices_per_call_max.toLocaleString('en-US')} prices of a price list, all or none; other prices stay. An error names the field, e.g. \`prices[2].sku\`.`,
  service,
  params: PriceListPath,
  body: SubmittedPrices,
  answer: Shape({
    price_list: PriceList,
    created: Count('Number of prices added.', { examples: [12] }),
    changed: Count('Number of prices changed.', { examples: [3] }),
    removed: Count('Number of prices removed.', { examples: [1] }),
    unchanged: Count('Number of prices that were already as requested.', { examples: [0] }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const { price_list_id } = await lockPriceList(sql, organization_id, params.price_list_id)
    const context = writeContext(caller, now)
    const diffs = await diffPriceListPrices(
      sql,
      context,
      body.prices.map((price) => ({ ...price, price_list_id })),
    )
    const writes = diffs.flatMap((diff, i) => {
      if (diff.outcome === 'refused') {
        const { field, rule, allowed } = diff.faults[0]!
        refuseField(`prices[${i}].${field}`, rule, allowed)
      }
      return diff.outcome === 'unchanged' ? [] : diff.write
    })
    if (writes.length > 0) await writePriceListPrices(sql, context, writes)
    const created = writes.filter(({ previous_price_cents: previous }) => previous === null).length
    const removed = writes.filter(({ price_cents }) => price_cents === null).length
    return {
      price_list: await readPriceList(sql, organization_id, price_list_id),
      created,
      changed: writes.length - created - removed,
      removed,
      unchanged: diffs.length - writes.length,
    }
  },
})
