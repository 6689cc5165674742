/** A shop with a shipped order, and what the tests of returns read from the database beside the API. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../db/client/database.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { proveSales } from '../../support/prove_sales.ts'
import type { Answer, CallOptions } from '../../support/service/tenant.ts'
import { openShop, placeOrder, type PlacedOrder, ship, type Shop } from '../support/sales.ts'

export const returnsPath = '/api/v1/sales/returns'

export interface ReturnedShop extends Shop {
  order: PlacedOrder
}

interface OrderedUnits {
  quantity?: number
  shipped?: number
  unit_cost?: string | null
  is_wholesale?: boolean
}

/** Jumpers at 30.00 less 10 % with 8 % tax, of which some have shipped. */
export async function sellJumpers(
  database: Database,
  shop: Shop,
  { quantity = 3, shipped = quantity, unit_cost = '8.5', is_wholesale = false }: OrderedUnits = {},
): Promise<PlacedOrder> {
  return database.write(async (sql) => {
    const order = await placeOrder(sql, shop, {
      day: '2026-03-02',
      is_wholesale,
      lines: [
        {
          sku: 'J-S',
          quantity,
          unit_price_cents: 3000,
          discount_cents: 300 * quantity,
          tax_cents: 216 * quantity,
          unit_cost,
        },
        { sku: 'D-30', quantity: 2, unit_price_cents: 5000 },
      ],
    })
    if (shipped > 0)
      await ship(sql, shop, order, order.lines[0]!, {
        day: '2026-03-04',
        quantity: shipped,
        unit_cost,
        gross_sales_cents: 2700 * shipped,
        taxes_cents: 216 * shipped,
      })
    return order
  })
}

export async function openReturnedShop(database: Database, units: OrderedUnits = {}): Promise<ReturnedShop> {
  const shop = await openShop()
  return { ...shop, order: await sellJumpers(database, shop, units) }
}

export const create = ({ tenant }: Pick<Shop, 'tenant'>, body: unknown, options: CallOptions = {}): Promise<Answer> =>
  tenant.post(returnsPath, body, { ...options, headers: { 'Idempotency-Key': uuidv7(), ...options.headers } })

export const receive = ({ tenant }: Pick<Shop, 'tenant'>, id: number, body: unknown): Promise<Answer> =>
  tenant.post(`${returnsPath}/${id}/receive`, body)

export const cancel = ({ tenant }: Pick<Shop, 'tenant'>, id: number): Promise<Answer> =>
  tenant.post(`${returnsPath}/${id}/cancel`)

/** A return of jumpers of the order, received at Main. */
export async function createdReturn(shop: ReturnedShop, units = 2, rest: object = {}): Promise<any> {
  const answer = await create(shop, {
    order_id: shop.order.order_id,
    location_id: shop.ids.locations.Main,
    lines: [{ order_line_item_id: shop.order.lines[0]!.line_id, expected_quantity: units }],
    ...rest,
  })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data
}

export const restocked = (sku: string, units: number) => ({
  sku,
  received_quantity: units,
  restocked_quantity: units,
  disposition: 'restock',
})

/** On hand and average cost of a variant at a location, and the sum of its ledger rows. */
export async function stockOf(shop: Shop, sku: string, location = 'Main') {
  const [row] = await shop.tenant.service.database.sql`
    select coalesce(max(s.on_hand), 0) as on_hand, max(s.average_cost)::text as average_cost,
      coalesce(sum(m.quantity_delta), 0)::int as ledger
    from (select ${shop.ids.variants[sku]!}::uuid as variant_id, ${shop.ids.locations[location]!}::uuid as location_id) p
    left join stock_levels s on s.organization_id = ${shop.organization_id} and s.variant_id = p.variant_id
      and s.location_id = p.location_id
    left join stock_movements m on m.organization_id = ${shop.organization_id} and m.variant_id = p.variant_id
      and m.location_id = p.location_id`
  return row!
}

export const expectedReturns = async (shop: Shop, sku: string): Promise<number> => {
  const answer = await shop.tenant.get(`/api/v1/inventory/position?variant_id=${shop.ids.variants[sku]}`)
  return answer.body.data.expected_inbound.returns_expected
}

/** Sales by day equal the lines, sums equal rows, and levels equal the ledger. */
export async function expectProven(database: Database, { organization_id }: Shop): Promise<void> {
  const { sales } = await database.write((sql) => proveSales(sql, { organization_id, is_full: true }))
  expect(sales.faults).toEqual([])
  const ledger = await database.write((sql) => verifyLedger(sql, { organization_id }))
  expect(ledger.faults).toEqual([])
}
