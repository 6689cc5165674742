/** Changes on the catalogue's timeline, written in the same way as by the code that creates them. */
import { idOf, idOrNull, insertRows } from '../fixtures/insert_rows.ts'
import type { Catalogue, ChangeFixture } from '../fixtures/fixture.ts'
import type { Tenant } from '../service/tenant.ts'

export const recordChanges = (tenant: Tenant, ids: Catalogue, changes: readonly ChangeFixture[]): Promise<void> =>
  insertRows(
    tenant,
    'catalogue_events',
    changes.map(({ product, sku, kind, field, previous_value, value, actor, occurred_at }) => ({
      product_id: idOf(ids.products, product),
      variant_id: idOrNull(ids.variants, sku),
      kind,
      field,
      previous_value,
      value,
      actor: actor ?? 'test',
      occurred_at,
    })),
  )
