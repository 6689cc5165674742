import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type, Whole } from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { completeWeeks, readPriceEvidence } from './price_evidence.ts'
import { priceSensitivity, PriceSensitivity } from './price_sensitivity.ts'

export const getPriceSensitivity = operation({
  id: 'products.get_price_sensitivity',
  route: 'GET /api/v1/variants/{variant_id}/price-sensitivity',
  summary: 'Get the price sensitivity of a variant',
  description: `Returns an estimate of the price elasticity of a variant: a Poisson regression of weekly units on the logarithm of the weekly price (gross sales minus discounts, per unit), with a level for each channel and store, a seasonal curve and a trend. Weeks run from Monday to Sunday, in the organisation's time zone. Wholesale is excluded because its prices are negotiated. A week is used for a channel or store that ended each day of the week with stock. A used week without sales counts as zero units, at the price of the product's other variants in that week, or at the price before and after the week when those are the same. A store needs its own stock; any other channel needs stock at one of the locations that ship for it.

The estimate also uses the product's other variants. The elasticity of a variant is assumed to differ from theirs with a standard deviation of 0.25, so the estimate for a slow seller follows its siblings and the estimate for a fast seller follows its own sales. Seasonality starts from the curve of the category, measured on its other products at constant prices. The confidence interval accounts for overdispersion and for correlated errors within a week. With fewer than 8 weeks, 20 units or 3 prices, or when prices differ by less than 2%, the figures are null and \`reason\` explains why. The estimate shows correlation, not causation: a holiday that always coincides with a promotion is counted as a price effect.`,
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  query: Type.Object(
    {
      weeks: Type.Optional(
        Whole('Number of complete weeks to analyse, ending with the last complete week.', {
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
    const { organization_id, time_zone } = caller
    const { variant_id } = params
    const { weeks = limits.price_weeks_max } = query
    const today = dayInTimeZone(time_zone, now)
    const [evidence] = await readPriceEvidence(sql, organization_id, [variant_id], { today, time_zone, weeks })
    if (evidence === undefined) return refuse('variant_not_on_file')
    return priceSensitivity(evidence, completeWeeks(today, weeks), caller.currency)
  },
})
