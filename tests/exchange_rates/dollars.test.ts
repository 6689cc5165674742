import { expect, setDefaultTimeout, test } from 'bun:test'
import Big from 'big.js'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import { figuresOf } from '../../server/exchange_rates/dollars.ts'
import { idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { createRecords } from '../support/fixtures/records/create_records.ts'
import { newSession } from '../support/service/session.ts'
import { call, newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(60_000)

interface Figure {
  name: string
  cents: number | null
  currency: string
  usd: number | null
}

/** Every figure of money in a body, found by its keys; sums that are in US dollars alone state no amount in a currency. */
const figuresIn = (value: any, name = ''): Figure[] =>
  value === null || typeof value !== 'object'
    ? []
    : 'usd' in value && 'cents' in value
      ? [{ ...value, name }]
      : Object.entries(value).flatMap(([inner, one]) => figuresIn(one, Array.isArray(value) ? name : inner))

/** Euros for one unit of a currency on the current day; a rate of tomorrow, and older ones, are not in force. */
const euros: Record<string, string> = { EUR: '1', USD: '0.9217', GBP: '1.1534' }

async function setRates({ organization_id, service }: Tenant): Promise<void> {
  const { sql } = service.database
  for (const [currency, rate] of [['USD', euros.USD!] as const, ['GBP', euros.GBP!] as const])
    await sql`
      insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit, set_at)
      select ${organization_id}, ${currency}, (now() at time zone time_zone)::date + n.days, n.rate, now()
      from organizations, (values (-9, 0.5), (0, ${rate}::numeric), (1, 0.25)) n (days, rate)
      where organization_id = ${organization_id}`
}

async function euroOrganization(time_zone = 'UTC'): Promise<Tenant> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`
    update organizations set currency = 'EUR', time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
  return tenant
}

const inDollars = (amount: Big, currency: string, decimals: number) =>
  Number(amount.times(euros[currency]!).div(euros.USD!).round(decimals, Big.roundHalfUp))

const converts = [...publicOperations, ...sessionOperations].filter(
  ({ answer, verb }) => verb === 'read' && answer !== undefined && figuresOf(answer) !== null,
)

/** Reads without a figure in another currency in these records. */
const withoutFigures = [
  'purchase_orders.get_commitment_draw',
  'sales.get_velocity_totals',
  'orders.get_customer',
  'orders.list_invoices',
  'orders.get_invoice',
  'returns.list',
  'returns.get',
  'order_book.get_signals',
  'order_book.list_style_lines',
  'order_book.get_summary',
  'cash.get_cash_gate',
  'reports.get_cash_from_the_buy',
  'metrics.query',
  'session.get_stock_adjustment',
  'session.list_exchanges',
  'session.list_credit_notes',
  'session.get_credit_note',
  'session.list_payments',
  'session.get_payment',
  'session.list_invoice_balances',
  'session.get_invoice_balance',
  'session.get_unallocated_money',
  'session.get_statement',
  'session.list_supplier_payments',
  'session.get_cash_settings',
]

test('every read states its figures in US dollars at the rates of the current day', async () => {
  const tenant = await euroOrganization()
  const session = await newSession(tenant)
  await createRecords(tenant)
  const { sql } = tenant.service.database
  await sql`update products set currency = 'GBP' where organization_id = ${tenant.organization_id}`
  await sql`update sales_orders set currency = 'GBP' where organization_id = ${tenant.organization_id}`
  await sql`update buy_plans set currency = 'GBP' where organization_id = ${tenant.organization_id}`
  await sql`update purchase_orders set currency = 'GBP' where organization_id = ${tenant.organization_id}`
  await sql`update purchase_order_lines set unit_cost = 12.3456 where organization_id = ${tenant.organization_id}`
  await setRates(tenant)
  const ids = await idsOf(tenant)
  const bare: string[] = []
  for (const operation of converts) {
    const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, kindIn(operation, name)))
    const { body } = await (operation.surface === 'session' ? session : tenant).get(targetOf(plan))
    const figures = figuresIn(body)
    for (const { name, cents, currency, usd } of figures) {
      const amount = cents === null ? null : Big(cents).div(100)
      // A unit cost has more decimals than its cents show; the next test recomputes it from what is stored.
      const isUnitCost = name.endsWith('cost') && name !== 'outstanding_cost'
      const expected = amount === null ? null : inDollars(amount, currency, 2)
      if (isUnitCost && amount !== null) expect(Math.abs(usd! - expected!)).toBeLessThan(0.02)
      else expect([operation.id, name, cents, currency, usd]).toEqual([operation.id, name, cents, currency, expected])
    }
    if (!figures.some(({ cents, currency }) => cents !== null && currency !== 'USD')) bare.push(operation.id)
  }
  expect(bare).toEqual(withoutFigures)
})

async function pricedIn(currency: string, unit_cost: string) {
  const tenant = await euroOrganization()
  await setRates(tenant)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    products: [{ title: 'Coat', currency, variants: [{ sku: 'C', price_cents: 8_999, unit_cost }] }],
  })
  return {
    tenant,
    path: `/api/v1/variants/${ids.variants.C}`,
    variant_id: ids.variants.C!,
    location_id: ids.locations.Main!,
    sales_channel_id: ids.sales_channels.Online!,
  }
}

test('a unit cost is converted from its four decimals, not from its cents', async () => {
  for (const currency of ['GBP', 'EUR']) {
    const { tenant, path } = await pricedIn(currency, '31.4951')
    const { unit_cost, price } = (await tenant.get(path)).body.data
    expect(unit_cost).toEqual({
      cents: 3_150,
      currency,
      reason: null,
      usd: inDollars(Big('31.4951'), currency, 4),
    })
    expect(unit_cost.usd).not.toBe(inDollars(Big('31.50'), currency, 4))
    expect(price.usd).toBe(inDollars(Big('89.99'), currency, 2))
  }
})

test('an amount in US dollars needs no rate, and one without a rate in force is null', async () => {
  const [dollars, yen] = [await pricedIn('USD', '31.4951'), await pricedIn('JPY', '31.4951')]
  expect((await dollars.tenant.get(dollars.path)).body.data.unit_cost.usd).toBe(31.4951)
  expect((await yen.tenant.get(yen.path)).body.data).toMatchObject({
    price: { cents: 8_999, currency: 'JPY', usd: null },
    unit_cost: { cents: 3_150, currency: 'JPY', usd: null },
  })
  const { tenant, path } = await pricedIn('GBP', '1.0000')
  const { sql } = tenant.service.database
  await sql`delete from exchange_rates where organization_id = ${tenant.organization_id} and currency = 'USD'`
  expect((await tenant.get(path)).body.data.price).toMatchObject({ cents: 8_999, currency: 'GBP', usd: null })
})

test('the current day is that of the organisation, east and west of UTC', async () => {
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const tenant = await euroOrganization(time_zone)
    await setRates(tenant)
    const ids = await setFixture(tenant, {
      products: [{ title: 'Coat', currency: 'EUR', variants: [{ sku: 'C', price_cents: 1_000 }] }],
    })
    const { price } = (await tenant.get(`/api/v1/variants/${ids.variants.C}`)).body.data
    expect(price.usd).toBe(inDollars(Big(10), 'EUR', 2))
  }
})

test('a rate that is set or deleted holds from the next request on', async () => {
  const { tenant, path } = await pricedIn('GBP', '1.0000')
  const session = await newSession(tenant)
  const today = new Date().toISOString().slice(0, 10)
  await session.post('/api/v1/exchange-rates', {
    rates: [{ currency: 'GBP', rate_date: today, organization_currency_per_unit: 1.2 }],
  })
  const set = Number(Big('89.99').times('1.2').div(euros.USD!).round(2, Big.roundHalfUp))
  expect((await tenant.get(path)).body.data.price.usd).toBe(set)
  await session.delete(`/api/v1/exchange-rates/GBP/${today}`)
  const before = Number(Big('89.99').times('0.5').div(euros.USD!).round(2, Big.roundHalfUp))
  expect((await tenant.get(path)).body.data.price.usd).toBe(before)
})

test('exports, responses of writes and events state the same dollars as reads', async () => {
  const { tenant, variant_id, location_id, sales_channel_id } = await pricedIn('GBP', '31.4951')
  const { body } = await tenant.get('/api/v1/tests/export?export=true')
  const { text } = await call(tenant.service, 'GET', new URL(body.data.export_url).pathname)
  const [headers, cells] = text.split('\r\n').map((line) => line.split(',')) as [string[], string[]]
  expect(cells[headers.indexOf('price.usd')]).toBe(String(inDollars(Big('89.99'), 'GBP', 2)))
  expect(cells[headers.indexOf('unit_cost.usd')]).toBe(String(inDollars(Big('31.4951'), 'GBP', 4)))

  const session = await newSession(tenant)
  await session.post('/api/v1/webhooks', { hook_url: 'http://127.0.0.1:9/hook', type: 'order.created' })
  const order = {
    location_id,
    sales_channel_id,
    currency: 'GBP',
    lines: [{ variant_id, quantity: 3, unit_price_cents: 4_999 }],
  }
  const options = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
  const created = await tenant.post('/api/v1/sales/orders', order, options)
  expect([created.status, created.body.data?.total ?? created.text]).toEqual([
    201,
    { cents: 14_997, currency: 'GBP', reason: null, usd: inDollars(Big('149.97'), 'GBP', 2) },
  ])
  const [event] = await tenant.service.database.sql`
    select body from webhook_events where organization_id = ${tenant.organization_id}`
  expect(JSON.parse(event!.body).total).toEqual(created.body.data.total)
  expect((await tenant.post('/api/v1/sales/orders', order, options)).text).toBe(created.text)
})
