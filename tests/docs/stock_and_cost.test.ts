/** The worked figures of the guide 'How stock and cost are kept', played on the service. */
import { readFileSync } from 'node:fs'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { bundleShop } from '../stock/bundles/sold_bundles.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from '../stock/kept_stock.ts'
import { arrived, makeKnown } from '../stock/uncosted_arrivals.ts'

setDefaultTimeout(60_000)

const guide = readFileSync(
  new URL('../../docs-site/src/content/docs/api/guides/stock-and-cost.md', import.meta.url),
  'utf8',
)
const figures = new Map(
  guide
    .split('\n')
    .filter((line) => line.split('|').length === 7 && !/^\|(-|\s*example\b)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, example, , units, value, variance]): [string, unknown] => [
      example!,
      { units: Number(units), value: value === 'unknown' ? null : Number(value), variance: Number(variance) },
    ]),
)

const setRate = (shop: KeptStock, currency: string, rate: number) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency, rate_date: dayAgo(9), organization_currency_per_unit: rate }],
  })

async function variance({ tenant }: KeptStock): Promise<number> {
  const query = {
    domain: 'movements',
    measures: ['cost_variance'],
    time_range: { kind: 'absolute', start: dayAgo(9), end: dayAgo(0) },
  }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return (rows[0]?.cost_variance.cents ?? 0) / 100
}

const late = { received_at: noonAgo(2) }

const deliveryPath = ({ tenant }: KeptStock, order: string, delivery_id: string) =>
  `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`

async function receivedTen() {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], late)).body.data
  return { shop, order, correct: (body: object) => shop.tenant.patch(deliveryPath(shop, order, delivery_id), body) }
}

async function delivered(supplier: string, more: object = late) {
  const shop = await keptStock({ COAT: 10 })
  await setRate(shop, 'EUR', 1.1)
  const order = await shop.ordered([['COAT', 20, supplier === 'Mill' ? 10 : 40]], { supplier })
  return { shop, deliver: (units: number) => shop.deliver(order, [['COAT', units]], more) }
}

const sell = async (shop: KeptStock, units: number) =>
  shop.ship(await shop.sold('COAT', units, { ordered_at: noonAgo(3) }), 'COAT', units, { shipped_at: noonAgo(1) })

/** Nothing on hand, and 1,000 cases of 3 ordered at 1.00 a case. */
async function orderedByTheCase() {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 3_000, 1]])
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}`
  const [{ line_id }] = (await shop.tenant.get(path)).body.data.line_items
  const byCase = { purchase_unit: 'CA', purchase_unit_factor: 3, purchase_quantity: 1_000, purchase_unit_cost: 1 }
  await shop.tenant.patch(path, { line_items: [{ line_id, ...byCase }] })
  await shop.tenant.post(`${path}/approve`)
  const arrive = (line: object) => shop.tenant.post(`${path}/deliveries`, { line_items: [{ line_id, ...line }] })
  return { shop, arrive }
}

/** The sets of the section on bundles. */
async function soldSets(): Promise<KeptStock> {
  const shop = await bundleShop({ SET: 0, COAT: 5, SCARF: 4 })
  await shop.bundle('SET', { COAT: 2, SCARF: 1 })
  const { atp, components } = await shop.position('SET')
  expect(atp).toBe(2)
  expect(components.map((one: any) => [one.sku, one.quantity])).toEqual([
    ['COAT', 2],
    ['SCARF', 1],
  ])
  const order = await shop.act(await shop.sold('SET', 3), 'allocate')
  expect([await shop.level('COAT'), await shop.level('SCARF')]).toEqual([
    [5, 4],
    [4, 2],
  ])
  await shop.ship(order, 'SET', 2)
  expect([await shop.level('COAT'), await shop.level('SCARF'), await shop.level('SET')]).toEqual([
    [1, 0],
    [2, 0],
    [0, 0],
  ])
  const [row] = await shop.tenant.service.database.sql`
    select sum(known_cost_cents)::float8 as cost from sales_daily
    where organization_id = ${shop.tenant.organization_id}`
  // The third set counts at the cost in the catalogue, which is that of its components too.
  expect(row!.cost).toBe(3 * 3_600)
  return shop
}

const examples: Record<string, () => Promise<KeptStock>> = {
  'late delivery': async () => {
    const { shop, deliver } = await delivered('Mill')
    await shop.count({ COAT: 30 })
    await deliver(20)
    return shop
  },
  'not in the count': async () => {
    const { shop, deliver } = await delivered('Mill', { ...late, not_in_count: true })
    await shop.count({ COAT: 30 })
    await deliver(20)
    return shop
  },
  'not in an open count': async () => {
    const { shop, deliver } = await delivered('Mill', { ...late, not_in_count: true })
    const stocktake = await shop.openCount({ COAT: 30 })
    await deliver(20)
    await shop.post(stocktake)
    return shop
  },
  'late shipment': async () => {
    const shop = await keptStock({ COAT: 10 })
    const order = await shop.sold('COAT', 3, { ordered_at: noonAgo(3) })
    await shop.count({ COAT: 7 })
    await shop.ship(order, 'COAT', 3, { shipped_at: noonAgo(2) })
    return shop
  },
  'foreign cost': async () => {
    const { shop, deliver } = await delivered('EUR mill')
    await deliver(10)
    return shop
  },
  'no rate': async () => {
    const { shop, deliver } = await delivered('SEK mill')
    await deliver(10)
    return shop
  },
  'late rate': async () => {
    const { shop, deliver } = await delivered('SEK mill')
    await deliver(10)
    await setRate(shop, 'SEK', 0.2)
    return shop
  },
  'late rate of a component': async () => {
    const shop = await keptStock({ COAT: 0, CLOTH: 0 })
    const bought = await shop.ordered([['CLOTH', 4, 40]], { supplier: 'SEK mill' })
    await shop.deliver(bought, [['CLOTH', 4]], late)
    await shop.session.post('/api/v1/bills-of-materials', {
      variant_id: shop.ids.variants.COAT,
      name: 'Coat',
      components: [{ component_variant_id: shop.ids.variants.CLOTH, quantity: 2 }],
    })
    const { A } = shop.ids.locations
    const own = { supplier_id: undefined, order_type: 'manufacturing', source_location_id: A }
    const order = await shop.ordered([['COAT', 2, 0]], own)
    await shop.tenant.post(`/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/issue`)
    await shop.deliver(order, [['COAT', 2]])
    expect(await shop.stock('COAT')).toEqual({ units: 2, value: null })
    await setRate(shop, 'SEK', 0.2)
    return shop
  },
  'late rate and freight': async () => {
    const shop = await keptStock({ COAT: 10 })
    const order = await shop.ordered([['COAT', 20, 40]], { supplier: 'SEK mill' })
    const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], late)).body.data
    await shop.tenant.patch(deliveryPath(shop, order, delivery_id), { freight_cents: 10_000 })
    await setRate(shop, 'SEK', 0.2)
    return shop
  },
  'provisional cost': async () => {
    const { shop, correct } = await arrived()
    await shop.deliver(await shop.ordered([['COAT', 9, 15]]), [['COAT', 9]], late)
    await sell(shop, 4)
    await correct({ unit_cost: 11 })
    await makeKnown()
    return shop
  },
  'negative stock': async () => {
    const shop = await keptStock({ COAT: 10 })
    await sell(shop, 13)
    await shop.deliver(await shop.ordered([['COAT', 10, 15]]), [['COAT', 10]])
    return shop
  },
  'freight after a transfer': async () => {
    const { shop, correct } = await receivedTen()
    const { A, B } = shop.ids.locations
    const transfer = await shop.ordered([['COAT', 10, 0]], {
      order_type: 'transfer',
      supplier_id: undefined,
      source_location_id: A,
      location_id: B,
    })
    const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
    await shop.tenant.post(`${orders}/${transfer}/issue`)
    await shop.deliver(transfer, [['COAT', 10]])
    await correct({ freight_cents: 5_000 })
    return shop
  },
  'freight after a sale': async () => {
    const { shop, correct } = await receivedTen()
    await sell(shop, 4)
    await correct({ freight_cents: 5_000 })
    return shop
  },
  'case of three': async () => {
    const { shop, arrive } = await orderedByTheCase()
    await arrive({ purchase_quantity: 1_000 })
    return shop
  },
  'broken case': async () => {
    const { shop, arrive } = await orderedByTheCase()
    await arrive({ purchase_quantity: 998 })
    await arrive({ received_quantity: 2 })
    return shop
  },
  'corrected cost': async () => {
    const { shop, correct } = await receivedTen()
    await sell(shop, 4)
    await correct({ line_items: [{ variant_id: shop.ids.variants.COAT, unit_cost: 11 }] })
    return shop
  },
  'supplier invoice': async () => (await billed()).shop,
  'void invoice': async () => {
    const { shop, invoice } = await billed()
    await shop.session.post(`/api/v1/supplier-invoices/${invoice}/void`, { reason: 'Recorded twice' })
    return shop
  },
  bundle: soldSets,
}

/** Ten coats that the supplier bills at 11.00, of which four are sold. */
async function billed() {
  const { shop, order } = await receivedTen()
  await sell(shop, 4)
  const invoice = await shop.session.post('/api/v1/supplier-invoices', {
    supplier_id: shop.ids.suppliers.Mill,
    currency: 'USD',
    invoice_number: 'HR-2026-118',
    invoice_date: dayAgo(0),
    lines: [
      {
        purchase_order_id: order,
        variant_id: shop.ids.variants.COAT,
        quantity: 10,
        amount: 110,
        accept_price: true,
      },
    ],
  })
  expect(invoice.status).toBe(201)
  return { shop, invoice: invoice.body.data.supplier_invoice_id as string }
}

test('every worked figure has an example, and every example a figure', () => {
  expect([...figures.keys()]).toEqual(Object.keys(examples))
})

test.each(Object.keys(examples))('%s', async (example) => {
  const shop = await examples[example]!()
  const { data } = (await shop.tenant.get(`/api/v1/variants/${shop.ids.variants.COAT}`)).body
  const { on_hand_qty: units, inventory_value } = data
  const value = inventory_value.cents === null ? null : inventory_value.cents / 100
  expect({ units, value, variance: await variance(shop) }).toEqual(figures.get(example) as never)
})
