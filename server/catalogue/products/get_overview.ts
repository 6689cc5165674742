import { operation } from '../../contract/operation.ts'
import { Choice, Flag, Id, Nullable, Num, Reason, Shape, Text, Type } from '../../contract/schema.ts'
import { tableQuery } from '../../tables/table.ts'
import { overview_days, overviewCards } from './overview.rules.ts'
import { readOverviewSums } from './overview.store.ts'
import { productsTable } from './products_table.ts'

const keys = ['current_inventory_cost', 'incoming_stock_cost', 'expected_revenue'] as const

const Card = Shape({
  key: Choice(keys, 'Which figure it is.'),
  info: Text('What the figure says, as a sentence.'),
  value: Nullable(Num('The figure now, in `unit`; null where it cannot be made.', { examples: [12500.5] })),
  reason: Nullable(
    Text('Why the figure is missing, or which units it leaves out; null when it is there and leaves none out.'),
  ),
  previous_value: Nullable(Num(`The figure as of ${overview_days} days ago; null where it cannot be made.`)),
  previous_reason: Nullable(Text('Why the previous figure is missing or what it leaves out.')),
  change: Nullable(Num('The change from the previous figure in percent of it, to one decimal.', { examples: [-4.2] })),
  change_reason: Reason,
  unit: Text('The currency of the organisation, ISO 4217.', { examples: ['USD'] }),
  higher_better: Flag('Whether a rise is good news.'),
})

const { filter_args, search } = tableQuery(productsTable).properties

export const getOverview = operation({
  id: 'products.get_overview',
  route: 'GET /api/v1/organizations/{organization_id}/products/overview',
  summary: 'Get the overview of products',
  description: `Three cards over the products that \`filter_args\` and \`search\` leave, or over all. The previous values are rebuilt from the ledger: what stands now less every movement of the last ${overview_days} days at the cost it carried, and prices before their first change since. Orders keep no such record, so incoming_stock_cost has no previous value. Amounts in another currency than the organisation's are left out and counted in the reason.`,
  params: Type.Object({ organization_id: Id('The organisation of the key.') }),
  query: Type.Object({ filter_args, search }, { additionalProperties: false }),
  answer: Shape({ cards: Type.Array(Card, { description: 'The three cards, always in this order.' }) }),
  async run({ sql, caller, query, now }) {
    const sums = await readOverviewSums(sql, caller.organization_id, query, now, overview_days)
    return { cards: overviewCards(sums.at_present, sums.before) }
  },
})
