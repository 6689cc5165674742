/** One product with what is on order of it, worked out by hand in the tests of the three reads. */
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

export const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export async function incomingFixture() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: ['Mill'],
    products: [
      { title: 'Coat', variants: [{ sku: 'C-S', title: 'Coat S' }, { sku: 'C-M', title: 'Coat M' }, { sku: 'C-L' }] },
      { title: 'Scarf', variants: [{ sku: 'SCARF' }] },
    ],
    purchase_orders: [
      {
        name: 'PO-LATE',
        external_id: 'ext-9',
        supplier: 'Mill',
        location: 'Main',
        status: 'partially_delivered',
        order_date: '2026-01-05',
        expected_delivery_date: dayFromToday(-3),
        lines: [
          // 100 − 30 = 70 to come: 20 shipped, 90 − 30 − 20 = 40 confirmed, 10 only ordered.
          {
            sku: 'C-S',
            quantity: 100,
            confirmed_quantity: 90,
            in_transit_quantity: 20,
            delivered_quantity: 30,
            unit_cost: '10.5000',
          },
          // Delivered whole: counts as ordered and delivered, brings nothing.
          { sku: 'C-S', quantity: 5, delivered_quantity: 5, unit_cost: '10.5000' },
          // Over-delivered: never negative.
          { sku: 'C-M', quantity: 10, delivered_quantity: 12, unit_cost: '11.0000' },
          { sku: 'SCARF', quantity: 1000, unit_cost: '1.0000' },
        ],
      },
      {
        name: 'PO-SOON',
        supplier: 'Mill',
        location: 'Store',
        status: 'approved',
        expected_delivery_date: dayFromToday(40),
        on_hold: true,
        hold_reason: 'Wrong price',
        lines: [
          { sku: 'C-M', quantity: 8, confirmed_quantity: 8, unit_cost: '11.2500' },
          { sku: 'C-S', quantity: 4, unit_cost: '10.0000' },
        ],
      },
      {
        name: 'TO-1',
        order_type: 'transfer',
        location: 'Store',
        source_location: 'Main',
        status: 'issued',
        lines: [{ sku: 'C-M', quantity: 6, in_transit_quantity: 9 }],
      },
      ...(['draft', 'delivered', 'closed', 'cancelled'] as const).map((status) => ({
        name: `PO-${status}`,
        supplier: 'Mill',
        location: 'Main',
        status,
        expected_delivery_date: dayFromToday(1),
        lines: [{ sku: 'C-S', quantity: 500, unit_cost: '10.0000' }],
      })),
      {
        name: 'PO-DONE',
        supplier: 'Mill',
        location: 'Main',
        status: 'issued',
        expected_delivery_date: dayFromToday(2),
        lines: [{ sku: 'C-S', quantity: 7, delivered_quantity: 7, unit_cost: '10.0000' }],
      },
    ],
  })
  return { tenant, ids }
}
