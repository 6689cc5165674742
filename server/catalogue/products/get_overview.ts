import { operation } from '../../contract/operation.ts'
import { Choice, Flag, Id, Nullable, Num, Reason, Shape, Text, Type } from '../../contract/schema.ts'
import { tableQuery } from '../../tables/table.ts'
import { overviewDays, overviewCards } from './overview.rules.ts'
import { readOverviewSums } from './overview.store.ts'
import { productsTable } from './products_table.ts'

const keys = ['current_inventory_cost', 'incoming_stock_cost', 'expected_revenue'] as const

const Card = Shape(
  {
    key: Choice(keys, 'Key of the card.'),
    info: Text('Description of the figure, as a sentence.'),
    value: Nullable(Num('Current value, in `unit`; null when it cannot be computed.', { examples: [12500.5] })),
    reason: Nullable(Text('Reason why the value is null or which units it excludes; null when it includes all units.')),
    previous_value: Nullable(
      Num(`Value as of ${overviewDays} days ago, in \`unit\`; null when it cannot be computed.`),
    ),
    previous_reason: Nullable(
      Text('Reason why the previous value is null or which units it excludes; null when it includes all units.'),
    ),
    change: Nullable(
      Num('Change from the previous value in percent, rounded to one decimal; null when it cannot be computed.', {
        examples: [-4.2],
      }),
    ),
    change_reason: Reason,
    unit: Text('ISO 4217 currency code of the organisation.', { examples: ['USD'] }),
    higher_better: Flag('Whether a higher value is better.'),
  },
  { $id: 'CatalogueCard' },
)

const { filter_args, search } = tableQuery(productsTable).properties

export const getOverview = operation({
  id: 'products.get_overview',
  route: 'GET /api/v1/organizations/{organization_id}/products/overview',
  summary: 'Get the product overview',
  description: `Returns three cards over the products that match \`filter_args\` and \`search\`, or over all products. Previous values are rebuilt from the ledger: current stock minus every movement of the last ${overviewDays} days at its recorded cost, with prices as they were before their first change in that time. Orders have no such history, so \`incoming_stock_cost\` has no previous value. Orders in another currency than the organisation's are converted at the exchange rate in force today; units that lack a rate or a cost are excluded and counted in the reason, which names the currency. Prices in another currency are excluded and counted.`,
  params: Type.Object({ organization_id: Id("Id of the API key's organisation.") }),
  query: Type.Object({ filter_args, search }, { additionalProperties: false }),
  answer: Shape({ cards: Type.Array(Card, { description: 'The three cards, always in the same order.' }) }),
  async run({ sql, caller, query, now }) {
    const sums = await readOverviewSums(sql, caller.organization_id, query, now, overviewDays)
    return { cards: overviewCards(sums.at_present, sums.before) }
  },
})
