/** A purchase order with freight and duty, its deliveries, and their costs in the ledger. */
import { type Catalogue, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'

/** 24 coats at 17.25 with 12 % duty and 100 scarves at 4.25, in one container at 300.00; 30 coats on hand at 18.50. */
export async function landedCostFixture(
  body: Record<string, unknown> = {},
  supplier = 'Forge',
  [coats, scarves] = [24, 100],
) {
  const tenant = await newTenant()
  const ids: Catalogue = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: [
      { name: 'Forge', currency: 'USD' },
      { name: 'Mill', currency: 'EUR' },
    ],
    products: [
      {
        title: 'Coat',
        variants: [
          {
            sku: 'COAT',
            carton_quantity: 12,
            carton_cbm: '0.09',
            carton_weight_kg: '14.5',
            stock: { Main: { on_hand: 30, unit_cost: '18.5000' } },
          },
          { sku: 'SCARF', carton_quantity: 50, carton_cbm: '0.06', carton_weight_kg: '9' },
        ],
      },
    ],
  })
  const at = (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`
  const made = await tenant.post(at(), {
    location_id: ids.locations.Main,
    supplier_id: ids.suppliers[supplier],
    freight_per_container_cents: 30_000,
    line_items: [
      { variant_id: ids.variants.COAT, quantity: coats, unit_cost: 17.25, duty_bp: 1200 },
      { variant_id: ids.variants.SCARF, quantity: scarves, unit_cost: 4.25 },
    ],
    ...body,
  })
  if (made.status !== 200) throw new Error(made.text)
  const id = made.body.data.id as string
  await tenant.post(at(`/${id}/approve`))
  const lines = (coatsCome: number, scarvesCome: number) =>
    [
      { variant_id: ids.variants.COAT, received_quantity: coatsCome },
      { variant_id: ids.variants.SCARF, received_quantity: scarvesCome },
    ].filter(({ received_quantity }) => received_quantity > 0)
  return {
    tenant,
    ids,
    id,
    at,
    lines,
    async receive(coats: number, scarves: number, reference: string): Promise<any> {
      const answer = await tenant.post(at(`/${id}/deliveries`), { reference, line_items: lines(coats, scarves) })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.data
    },
    correct: (delivery_id: string, change: unknown) => tenant.patch(at(`/${id}/deliveries/${delivery_id}`), change),
    update: (change: unknown) => tenant.patch(at(`/${id}`), change),
    read: async () => (await tenant.get(at(`/${id}`))).body.data,
    sell: (sku: string, units: number) =>
      moveStock(tenant, ids, [{ sku, location: 'Main', kind: 'fulfilment', quantity: -units }]),
    async level(sku: string): Promise<[number, number]> {
      const [row] = await tenant.service.database.sql<{ on_hand: number; average_cost: string }[]>`
        select on_hand, average_cost from stock_levels where organization_id = ${tenant.organization_id}
          and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations.Main!}`
      return [row!.on_hand, Number(row!.average_cost)]
    },
    async adjustments(delivery_id: string) {
      const answer = await tenant.get(
        `/api/v1/inventory/movements?document_type=landed_cost_adjustment&document_id=${delivery_id}&limit=100`,
      )
      return answer.body.data.rows
        .map((row: any) => [
          row.sku,
          row.cost_adjustment.stock,
          row.cost_adjustment.quantity,
          row.cost_adjustment.cost.cents,
        ])
        .toReversed()
    },
  }
}
