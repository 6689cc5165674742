import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type, Whole } from '../../contract/schema.ts'
import { todayOf } from '../pages.ts'
import { completeWeeks, readPriceEvidence } from './price_evidence.ts'
import { priceSensitivity, PriceSensitivity } from './price_sensitivity.ts'

export const getPriceSensitivity = operation({
  id: 'products.get_price_sensitivity',
  route: 'GET /api/v1/variants/{variant_id}/price-sensitivity',
  summary: 'Get how sales moved with price',
  description: `An estimate of the variant's price elasticity: a Poisson regression of weekly units on the logarithm of the weekly price (gross sales less discounts, for each unit), with a level for each channel and store, a seasonal curve and a trend.

Weeks run from Monday to Sunday, in UTC. Wholesale is left out, since its prices are agreed. A week counts at a channel or store that ended each of its days with stock; a week in which nothing sold then counts as zero units, at the price of the product's other variants in that week, or at the price before and after it where those are the same. A store needs its own stock; any other channel needs stock at one of the locations that ship for it.

The estimate draws on the product's other variants too: the elasticity of a variant is taken to differ from theirs by a standard deviation of 0.25, so a variant that sells little follows its siblings and one that sells much stands for itself. The season starts from the curve of the category, measured on its other products at unchanged prices. The interval allows for counts that scatter more than chance and for weeks in which everything is off together.

Where there are fewer than 8 weeks, 20 units or 3 prices, or the prices differ by less than 2%, the figures are null with the reason. It shows what moved together, not what caused what: a holiday that always comes with a promotion counts as an effect of the price.`,
  params: Type.Object({ variant_id: Id('The variant.') }),
  query: Type.Object(
    {
      weeks: Type.Optional(
        Whole('How many complete weeks to look at, the latest last.', {
          minimum: limits.price_weeks_min,
          maximum: limits.price_weeks_max,
          default: limits.price_weeks_max,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: PriceSensitivity,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const { organization_id } = caller
    const { variant_id } = params
    const { weeks = limits.price_weeks_max } = query
    const today = todayOf(now)
    const [evidence] = await readPriceEvidence(sql, organization_id, [variant_id], { today, weeks })
    if (evidence === undefined) return refuse('variant_not_on_file')
    return priceSensitivity(evidence, completeWeeks(today, weeks), caller.currency)
  },
})
