/** A shop with rows in every fact of the dictionary: random, but the same in every run. */
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { dayInTimeZone } from '../../../server/calendar/time_zone.ts'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { type Catalogue, insertRows, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

export const path = '/api/v1/metrics/query'
export const time_zone = 'America/New_York'
export const today = dayInTimeZone(time_zone, new Date().toISOString())
/** Records lie in these days, and a few before them. */
export const window = { start: addDays(today, -47), end: addDays(today, -1) }

export function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { next, whole, oneOf: <T>(list: readonly T[]): T => list[whole(list.length)]! }
}

const skus = ['A-S', 'A-M', 'B', 'C-1', 'C-2', 'D', 'E']
const channels = ['Online', 'Shop', 'Market']
const places = ['Main', 'Store', 'Annex']

export interface TradingShop {
  tenant: Tenant
  ids: Catalogue
  account_id: string
  /** Sends a query with a key that has requests left. */
  ask: (query: object) => Promise<any>
}

async function insertSales(tenant: Tenant, ids: Catalogue, foreign: number): Promise<void> {
  const { whole, oneOf, next } = random(1)
  const rows = new Map<string, object>()
  for (let i = 0; i < 260; i++) {
    const [sku, channel, place, currency] = [
      oneOf(skus),
      oneOf(channels),
      oneOf(places),
      next() < foreign ? 'EUR' : 'USD',
    ]
    const day = addDays(window.start, whole(54) - 4)
    const units = whole(6)
    const returned_units = whole(3)
    const isCosted = sku !== 'D' || day > addDays(window.start, 20)
    const isPriced = sku !== 'D' || day > addDays(window.start, 10)
    rows.set([sku, channel, place, currency, day].join(' '), {
      variant_id: ids.variants[sku],
      day,
      sales_channel_id: ids.sales_channels[channel],
      location_id: ids.locations[place],
      currency,
      units,
      returned_units,
      gross_sales_cents: units * (1_000 + whole(9_000)),
      discounts_cents: units * whole(300),
      returns_cents: returned_units * whole(4_000),
      taxes_cents: whole(900) - 100,
      costed_units: isCosted ? units + returned_units : 0,
      known_cost_cents: isCosted ? (units - returned_units) * 700 + whole(90) : 0,
      priced_units: isPriced ? units : 0,
      known_regular_value_cents: isPriced ? units * 9_000 : 0,
      known_markdown_units: Math.min(whole(units + 1), isPriced ? units : 0),
    })
  }
  const list = [...rows.values()]
  await insertRows(tenant, 'sales_daily', list.slice(0, 150) as never)
  // Half of the sums are folded, the others are deltas.
  while ((await foldSalesDeltas(tenant.service.database.sql as never)) > 0);
  await insertRows(tenant, 'sales_daily', list.slice(150) as never)
  await insertRows(tenant, 'exchange_rates', [
    { currency: 'EUR', rate_date: addDays(window.start, -200), organization_currency_per_unit: '1.0731' },
    { currency: 'EUR', rate_date: addDays(window.start, 15), organization_currency_per_unit: '1.12345' },
  ])
}

/** A moment of a day in New York, sometimes close to its midnight, which is another day in UTC. */
const momentOf = (day: string, { oneOf }: ReturnType<typeof random>) =>
  `${day}T${oneOf(['00:05:00', '12:00:00', '19:30:00', '23:55:00'])}-04:00`

async function insertMovements(tenant: Tenant, ids: Catalogue): Promise<void> {
  const dice = random(2)
  const { whole, oneOf } = dice
  const kinds = ['receipt', 'fulfilment', 'return', 'adjustment', 'stocktake', 'write_off', 'transfer_out'] as const
  const signs = { receipt: 1, return: 1, fulfilment: -1, write_off: -1, transfer_out: -1 } as Record<string, number>
  await moveStock(
    tenant,
    ids,
    Array.from({ length: 120 }, () => {
      const kind = oneOf(kinds)
      const quantity = (1 + whole(9)) * (signs[kind] ?? oneOf([1, -1]))
      const occurred_at = momentOf(addDays(window.start, whole(48) - 1), dice)
      return { sku: oneOf(skus), location: oneOf(places), kind, quantity, occurred_at, unit_cost: '7.2500' }
    }),
  )
}

async function insertReturns(tenant: Tenant, ids: Catalogue): Promise<void> {
  const dice = random(3)
  const { whole, oneOf } = dice
  const reasons = ['wrong_size', 'defective', 'unknown']
  const dispositions = ['restock', 'write_off', null]
  for (let n = 0; n < 25; n++) {
    const return_id = 900_000 + n
    const day = addDays(window.start, whole(46))
    const location_id = ids.locations[oneOf(places)]
    await insertRows(tenant, 'returns', [
      {
        return_id,
        name: `R-${n}`,
        state: 'partially_received',
        origin: 'manual',
        reason: oneOf(reasons),
        refund_status: 'none',
        sales_channel_id: n % 6 === 0 ? null : ids.sales_channels[oneOf(channels)],
        location_id,
        created_at: momentOf(day, dice),
        updated_at: momentOf(day, dice),
      },
    ])
    const lines = [0, 1].map(() => ({ line_id: uuidv7(), variant_id: ids.variants[oneOf(skus)] }))
    await insertRows(
      tenant,
      'return_lines',
      lines.map((line) => ({ return_id, ...line, expected_quantity: 9, received_quantity: 0, restocked_quantity: 0 })),
    )
    const receipts = [1, 2].slice(0, 1 + whole(2))
    const at = '2026-01-01T00:00:00Z'
    await insertRows(
      tenant,
      'return_receipts',
      receipts.map((receipt_number) => ({
        return_id,
        receipt_number,
        location_id,
        received_at: at,
        received_on: addDays(day, whole(4)),
        recorded_by: 'test',
        recorded_at: at,
      })),
    )
    await insertRows(
      tenant,
      'return_receipt_lines',
      receipts.flatMap((receipt_number) =>
        lines.map((line) => {
          const received_quantity = 1 + whole(4)
          return {
            return_id,
            receipt_number,
            ...line,
            received_quantity,
            restocked_quantity: whole(received_quantity + 1),
            disposition: oneOf(dispositions),
            unit_cost: n % 9 === 8 ? null : `${n + 1}.37215`,
            value_cents: 0,
            tax_cents: 0,
            currency: 'USD',
          }
        }),
      ),
    )
  }
}

async function insertSalesOrders(tenant: Tenant, ids: Catalogue, account_id: string, foreign: number): Promise<void> {
  const { whole, oneOf, next } = random(4)
  const lifecycles = ['draft', 'open', 'allocated', 'fulfilled', 'cancelled']
  const orders = Array.from({ length: 60 }, (_, n) => {
    const lifecycle = oneOf(lifecycles)
    const is_wholesale = next() < 0.3
    return {
      order_id: uuidv7(),
      name: `SO-${n}`,
      origin: oneOf(['api', 'import', 'edi']),
      lifecycle,
      lifecycle_updated_at: '2026-01-01T00:00:00Z',
      is_wholesale,
      trading_partner_id: is_wholesale ? account_id : null,
      sales_channel_id: ids.sales_channels[oneOf(channels)],
      location_id: ids.locations[oneOf(places)],
      currency: next() < foreign ? 'EUR' : 'USD',
      ordered_at: '2026-01-01T00:00:00Z',
      ordered_on: addDays(window.start, whole(50) - 2),
      freight_cents: 500,
      freight_tax_cents: 0,
      cancelled_at: lifecycle === 'cancelled' ? '2026-01-02T00:00:00Z' : null,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }
  })
  await insertRows(tenant, 'sales_orders', orders)
  await insertRows(
    tenant,
    'order_lines',
    orders.flatMap(({ order_id, lifecycle }) =>
      [1, 2].map((line_number) => {
        const quantity = 1 + whole(9)
        const cancelled_quantity = lifecycle === 'cancelled' ? quantity : whole(2)
        return {
          line_id: uuidv7(),
          order_id,
          line_number,
          variant_id: ids.variants[oneOf(skus)],
          ordered_quantity: quantity,
          quantity,
          allocated_quantity: 0,
          fulfilled_quantity: lifecycle === 'fulfilled' ? quantity - cancelled_quantity : 0,
          cancelled_quantity,
          over_shipped_quantity: 0,
          unit_price_cents: lifecycle === 'draft' ? null : 1_000 + whole(5_000),
          discount_cents: whole(700),
          tax_cents: 10,
        }
      }),
    ),
  )
}

async function insertPurchases(tenant: Tenant, ids: Catalogue, foreign: number): Promise<void> {
  const dice = random(5)
  const { whole, oneOf, next } = dice
  const statuses = ['draft', 'approved', 'issued', 'partially_delivered', 'delivered', 'closed', 'cancelled']
  for (let n = 0; n < 40; n++) {
    const purchase_order_id = uuidv7()
    const order_date = addDays(window.start, whole(50) - 2)
    const status = oneOf(statuses)
    const order_type = next() < 0.85 ? 'purchase' : 'transfer'
    await insertRows(tenant, 'purchase_orders', [
      {
        purchase_order_id,
        name: `PO-${n}`,
        order_type,
        status,
        on_hold: next() < 0.1,
        supplier_id: order_type === 'purchase' ? ids.suppliers[oneOf(['Mill', 'Forge'])] : null,
        location_id: ids.locations[oneOf(places)],
        currency: next() < foreign ? 'EUR' : 'USD',
        order_date,
        expected_delivery_date: addDays(order_date, whole(12)),
      },
    ])
    const lines = [0, 1].map((i) => ({
      purchase_order_id,
      line_id: uuidv7(),
      variant_id: ids.variants[oneOf(skus)],
      quantity: 1 + whole(20),
      delivered_quantity: 0,
      in_transit_quantity: 0,
      unit_cost: n % 9 === 0 && i === 0 ? null : `${1 + whole(20)}.${1_000 + whole(8_000)}`,
      expected_delivery_date: i === 0 ? addDays(order_date, whole(15)) : null,
    }))
    await insertRows(tenant, 'purchase_order_lines', lines)
    for (const round of [1, 2].slice(0, whole(3))) {
      const delivery_id = uuidv7()
      await insertRows(tenant, 'purchase_order_deliveries', [
        {
          delivery_id,
          purchase_order_id,
          location_id: ids.locations[oneOf(places)],
          received_at: momentOf(addDays(order_date, whole(15)), dice),
          fingerprint: `${n} ${round}`,
          revision: 0,
          removed_at: next() < 0.15 ? '2026-01-01T00:00:00Z' : null,
          actor: 'test',
          recorded_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
      ])
      await insertRows(
        tenant,
        'purchase_order_delivery_lines',
        lines.map(({ line_id, variant_id }) => ({
          delivery_id,
          line_id,
          purchase_order_id,
          variant_id,
          received_quantity: whole(14),
        })),
      )
    }
  }
}

/** Keys have 120 requests a minute. */
function askingWith(tenant: Tenant): TradingShop['ask'] {
  let key = tenant.api_key
  let sent = 0
  return async (query) => {
    if (++sent % 100 === 0) key = (await tenant.mint()).api_key
    return call(tenant.service, 'POST', path, { key, body: { query } })
  }
}

/** `foreign` is the share of documents and sales in another currency. */
export async function openTradingShop(foreign = 0.2): Promise<TradingShop> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
  const early = `${addDays(window.start, -30)}T12:00:00Z`
  const ids = await setFixture(tenant, {
    locations: places,
    sales_channels: channels,
    categories: ['Knitwear', 'Denim'],
    suppliers: ['Mill', 'Forge'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          {
            sku: 'A-S',
            unit_cost: '7.2500',
            stock: { Main: { on_hand: 90, units_per_day: '1.5', occurred_at: early } },
          },
          { sku: 'A-M', unit_cost: '8.1000', stock: { Main: { on_hand: 40, occurred_at: early }, Store: 0 } },
        ],
      },
      {
        title: 'Scarf',
        category: 'Knitwear',
        variants: [{ sku: 'B', stock: { Store: { on_hand: 12, committed: 3, occurred_at: early } } }],
      },
      {
        title: 'Jeans',
        category: 'Denim',
        variants: [
          {
            sku: 'C-1',
            unit_cost: '11.1111',
            stock: { Main: { on_hand: 33, units_per_day: '0.25', incoming: 8, occurred_at: early } },
          },
          { sku: 'C-2' },
        ],
      },
      { title: 'Bag', variants: [{ sku: 'D' }] },
      {
        title: 'Belt',
        variants: [
          { sku: 'E', unit_cost: '3.0000', stock: { Annex: { on_hand: 5, committed: 9, occurred_at: early } } },
        ],
      },
    ],
  })
  const account_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id: account_id, name: 'Harbour Stores' }])
  await insertSales(tenant, ids, foreign)
  await insertMovements(tenant, ids)
  await insertReturns(tenant, ids)
  await insertSalesOrders(tenant, ids, account_id, foreign)
  await insertPurchases(tenant, ids, foreign)
  return { tenant, ids, account_id, ask: askingWith(tenant) }
}
