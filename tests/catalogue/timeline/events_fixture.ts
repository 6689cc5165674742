/** A coat in two sizes and a scarf, and what happened to them on four days of March 2026. */
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { recordChanges } from '../../support/document/changes.ts'
import { newTenant } from '../../support/service/tenant.ts'

export async function eventsFixture() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    products: [
      { title: 'Coat', variants: [{ sku: 'C-S', title: 'Coat S' }, { sku: 'C-M' }] },
      { title: 'Scarf', variants: [{ sku: 'SCARF' }] },
    ],
  })
  await recordChanges(tenant, ids, [
    { product: 'Coat', kind: 'created', actor: 'import', occurred_at: '2026-03-01T08:00:00Z' },
    { product: 'Coat', sku: 'C-S', kind: 'created', actor: 'import', occurred_at: '2026-03-01T08:00:00Z' },
    { product: 'Coat', sku: 'C-M', kind: 'created', actor: 'import', occurred_at: '2026-03-01T08:00:00Z' },
    {
      product: 'Coat',
      sku: 'C-S',
      kind: 'price_changed',
      field: 'price_cents',
      previous_value: '8900',
      value: '7900',
      actor: 'user:Ada',
      occurred_at: '2026-03-02T09:30:00.250Z',
    },
    {
      product: 'Coat',
      kind: 'status_changed',
      field: 'status',
      previous_value: 'ACTIVE',
      value: 'ARCHIVED',
      occurred_at: '2026-03-03T10:00:00Z',
    },
    { product: 'Scarf', sku: 'SCARF', kind: 'cost_changed', occurred_at: '2026-03-04T11:00:00Z' },
  ])
  return { tenant, ids }
}

/** The kinds of a page's rows, in their order. */
export const kindsOf = (answer: { body: any }): string[] => answer.body.data.rows.map((row: any) => row.kind)
