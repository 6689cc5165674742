/** Recommended quantities and suggestions are whole purchase units, and say so. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { replenishmentFixture } from '../replenishment_fixture.ts'
import { shown } from './unit_fixture.ts'

setDefaultTimeout(60_000)

test('what is recommended and suggested is rounded up to whole cases', async () => {
  const { tenant, admin, ids, at } = await replenishmentFixture()
  const terms = { purchase_unit: 'CA', purchase_unit_factor: 10, purchase_unit_cost: 172.5 }
  const attach = (more: Record<string, unknown>) =>
    tenant.post(`/api/v1/inventory/suppliers/${ids.suppliers.Mill}/variants`, {
      variants: [{ variant_id: ids.variants.COAT, ...terms, min_order_quantity: null, ...more }],
    })
  const coat = async () => {
    const body = { supplier_id: ids.suppliers.Mill, location_id: ids.locations.Main, recommended_quantity: true }
    const made = await tenant.post(at(), body)
    const order = (await tenant.get(at(`/${made.body.data.id}`))).body.data
    await tenant.delete(at(`/${order.id}`))
    return shown(order.line_items.find(({ sku }: any) => sku === 'COAT'))
  }
  // 66 are short.
  await attach({ batch_size: null })
  expect(await coat()).toEqual([70, 17.25, 'CA', 10, 7, 172.5, null])
  // Whole cases of 10 that are whole batches of 20.
  expect((await attach({ batch_size: 20 })).status).toBe(200)
  expect(await coat()).toEqual([80, 17.25, 'CA', 10, 8, 172.5, null])
  // Terms from before the two had to agree: whole cases of 10 that are whole dozens.
  expect((await attach({ batch_size: 12 })).body.data.field).toBe('variants[0].batch_size')
  const { sql } = tenant.service.database
  await sql`
    update supplier_variants set batch_size = 12
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.COAT!}`
  expect(await coat()).toEqual([120, 17.25, 'CA', 10, 12, 172.5, null])
  await attach({ batch_size: null })
  await admin.post('/api/v1/purchase-basket/suggestions', { location_id: ids.locations.Main })
  const [item] = await sql<{ quantity: number; reason: string }[]>`
    select quantity, reason from purchase_basket_items
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.COAT!}
      and location_id = ${ids.locations.Main!}`
  expect(item!.quantity).toBe(70)
  expect(item!.reason).toContain('ordered as 70, 7 cases of 10, because the supplier sells whole cases')
})
