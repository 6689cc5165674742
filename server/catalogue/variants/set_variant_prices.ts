import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, Id, Shape, type Static, Type, uuidPattern } from '../../contract/schema.ts'
import type { VariantRecord } from '../product_records/product_record.ts'
import { saveProducts } from '../product_records/save_product.ts'
import { service, variantFields } from '../products/editable_product.ts'

const { price_cents, compare_at_price_cents, unit_cost } = variantFields
const Price = Shape(
  {
    variant_id: Id('Id of the variant.'),
    price_cents: Type.Optional(price_cents),
    compare_at_price_cents: Type.Optional(compare_at_price_cents),
    unit_cost: Type.Optional(unit_cost),
  },
  { $id: 'VariantPrice' },
)

export const setVariantPrices = sessionOperation({
  id: 'session.set_variant_prices',
  route: 'POST /api/v1/catalogue/variants/prices',
  summary: 'Set prices and costs of variants',
  desc: ({ changed }) => `Prices of ${counted(changed, 'variant')} changed.`,
  description: `Sets prices and costs of 1 to ${limits.variant_prices_per_call_max.toLocaleString('en-US')} variants, all or none. Prices that are left out stay as they are, and null clears one. Variants that already have these prices are not changed and get no event in their timeline.`,
  service,
  body: Shape(
    {
      prices: Type.Array(Price, {
        minItems: 1,
        maxItems: limits.variant_prices_per_call_max,
        description: 'Variants with their new prices, each once.',
      }),
    },
    {
      examples: [
        {
          prices: [
            { variant_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41', price_cents: 7900, compare_at_price_cents: 8900 },
          ],
        },
      ],
    },
  ),
  answer: Shape({
    changed: Count('Number of variants whose prices changed.', { examples: [1] }),
    unchanged: Count('Number of variants that had these prices already.', { examples: [0] }),
  }),
  async run({ sql, caller, now, body: { prices } }) {
    checkPrices(prices)
    const pricesByProduct = await placesByProduct(sql, caller.organization_id, prices)
    const records = [...pricesByProduct].map(([product_id, places]) => ({
      product_id,
      variants: places.map((at): VariantRecord => prices[at]!),
    }))
    const places = [...pricesByProduct.values()]
    const written = await saveProducts({ sql, caller, now }, records, {
      fieldOf: (field, record) =>
        field.replace(/^variants\[(\d+)\]/, (_, at: string) => `prices[${places[record]![Number(at)]}]`),
    })
    const changed = written.reduce((sum, { variants }) => sum + variants.length, 0)
    return { changed, unchanged: prices.length - changed }
  },
})

type Prices = readonly Static<typeof Price>[]

function checkPrices(prices: Prices): void {
  const seen = new Set<string>()
  for (const [at, { variant_id, ...given }] of prices.entries()) {
    if (Object.keys(given).length === 0)
      refuseField(`prices[${at}]`, 'must contain at least one price', [
        'price_cents',
        'compare_at_price_cents',
        'unit_cost',
      ])
    if (seen.has(variant_id.toLowerCase())) refuseField(`prices[${at}].variant_id`, 'is repeated in this request')
    seen.add(variant_id.toLowerCase())
  }
}

/** The places in the request of each product's variants. */
async function placesByProduct(sql: Sql, organization_id: string, prices: Prices): Promise<Map<string, number[]>> {
  const ids = prices.map(({ variant_id }) => variant_id.toLowerCase())
  const lockedVariants = await sql<{ variant_id: string; product_id: string }[]>`
    select variant_id, product_id from variants
    where organization_id = ${organization_id}
      and variant_id = any(${arrayLiteral(ids.filter((id) => uuidPattern.test(id)))}::uuid[])`
  const products = new Map(lockedVariants.map(({ variant_id, product_id }) => [variant_id, product_id]))
  const places = new Map<string, number[]>()
  for (const [at, id] of ids.entries()) {
    const product_id = products.get(id)
    if (product_id === undefined) refuseField(`prices[${at}].variant_id`, 'must be a variant of this organisation')
    places.set(product_id, [...(places.get(product_id) ?? []), at])
  }
  return places
}
