/** The demo data has a known elasticity in every category; the intervals that the API returns are compared with it. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { categories } from '../../db/demo/vocabulary.ts'
import { startSeparateService } from '../support/service/service.ts'
import { newTenant } from '../support/service/tenant.ts'

setDefaultTimeout(120_000)

const today = new Date().toISOString().slice(0, 10)
const planted = new Map(categories.map(({ name, elasticity }) => [name, -elasticity]))

interface Sold {
  variant_id: string
  category: string
  units: number
  prices: number
}

let answers: (Sold & { data: any })[] = []

beforeAll(async () => {
  // The other tests' database does not grow by the many rows of this one.
  const service = await startSeparateService('price_sensitivity')
  const { organization_id, get } = await newTenant({ service })
  await fillDemo(service.database.url, { organization_id, variants: 2_000, seed: 1, today })
  const sold = await service.database.sql<Sold[]>`
    with weekly as (
      select s.variant_id, date_trunc('week', s.day::timestamp) as week, sum(s.units)::int as units,
        round(sum(s.gross_sales_cents - s.discounts_cents) / sum(s.units)) as price
      from sales_daily s join sales_channels c using (organization_id, sales_channel_id)
      where s.organization_id = ${organization_id} and s.units > 0 and c.channel_type <> 'wholesale'
      group by 1, 2
    ), summed as (
      select variant_id, sum(units)::int as units, count(distinct price)::int as prices from weekly group by 1
    )
    select s.*, c.name as category from summed s
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
    join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
    order by s.variant_id`
  const rich = sold.filter(({ units, prices }) => units >= 200 && prices >= 4)
  const others = sold.filter((one) => one.units >= 30 && !rich.includes(one)).filter((_, i) => i % 8 === 0)
  answers = []
  for (const one of [...rich, ...others]) {
    const { status, body } = await get(`/api/v1/variants/${one.variant_id}/price-sensitivity`)
    expect(status).toBe(200)
    answers.push({ ...one, data: body.data })
  }
  await service.stop()
})

const answered = () => answers.filter(({ data }) => data.elasticity !== null)

test('the 95% intervals contain the known elasticity at least 90% of the time', () => {
  const covered = answered().filter(
    ({
      category,
      data: {
        confidence_interval: { low, high },
      },
    }) => {
      const truth = planted.get(category)!
      return low <= truth && truth <= high
    },
  )
  expect(answered().length).toBeGreaterThan(50)
  expect(covered.length / answered().length).toBeGreaterThanOrEqual(0.9)
})

test('most variants with four prices and 200 units get an interval narrow enough to act on', () => {
  const rich = answers.filter(({ units, prices }) => units >= 200 && prices >= 4)
  const widths = rich
    .flatMap(({ data }) => (data.elasticity === null ? [] : [data.confidence_interval]))
    .map(({ low, high }) => high - low)
    .toSorted((a, b) => a - b)
  expect(rich.length).toBeGreaterThanOrEqual(20)
  expect(widths.length / rich.length).toBeGreaterThanOrEqual(0.7)
  expect(widths[Math.floor(widths.length / 2)]).toBeLessThanOrEqual(1.5)
})

test('every label is valid for the whole interval', () => {
  for (const { data, category } of answered()) {
    const { low, high } = data.confidence_interval
    if (data.label === 'elastic') expect(high).toBeLessThan(-1)
    if (data.label === 'inelastic') expect([low > -1, high < 1]).toEqual([true, true])
    if (data.label === 'positive') expect(low).toBeGreaterThan(0)
    if (data.label === 'inconclusive') expect(low <= -1 || high >= 1).toBeTrue()
    expect([category, data.label === 'inelastic' && planted.get(category)! < -1]).toEqual([category, false])
  }
  expect(answered().filter(({ data }) => data.label === 'elastic').length).toBeGreaterThan(20)
})
