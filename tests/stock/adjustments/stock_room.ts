/** A shop with two locations whose stock tests adjust, and what its ledger says, read from the tables. */
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

export const path = '/api/v1/stock-adjustments'

export async function stockRoom() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Jumper',
        variants: [
          { sku: 'J-S', unit_cost: '12.5000', stock: { Main: 40, Store: { on_hand: 5, committed: 3 } } },
          { sku: 'J-M', unit_cost: '10.0000', stock: { Main: 20 } },
          { sku: 'J-L' },
        ],
      },
    ],
  })
  const member = await newSession(tenant, { role: 'member', name: 'Grace' })
  const line = (sku: string, location: string, quantity: number, more: object = {}) => ({
    sku,
    location_id: ids.locations[location],
    quantity,
    ...more,
  })
  const adjust = (reason: string, lines: object[], more: object = {}) => member.post(path, { reason, lines, ...more })
  const undo = (adjustment_id: string, body: object = {}) => member.post(`${path}/${adjustment_id}/undo`, body)
  return { tenant, ids, member, line, adjust, undo }
}
export type StockRoom = Awaited<ReturnType<typeof stockRoom>>

export const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]

/** Units on hand by SKU and location as the ledger's rows sum to, each checked against its level. */
export async function onHand(tenant: Tenant): Promise<Record<string, number>> {
  const rows = await tenant.service.database.sql<{ place: string; moved: number; on_hand: number }[]>`
    select v.sku || ' ' || o.name as place, coalesce(sum(m.quantity_delta), 0)::int as moved, l.on_hand
    from stock_levels l
    join variants v using (organization_id, variant_id)
    join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id
    left join stock_movements m on m.organization_id = l.organization_id and m.variant_id = l.variant_id
      and m.location_id = l.location_id
    where l.organization_id = ${tenant.organization_id}
    group by v.sku, o.name, l.on_hand order by 1`
  for (const { place, moved, on_hand } of rows)
    if (moved !== on_hand) throw new Error(`${place} has ${on_hand} on hand, and its rows sum to ${moved}`)
  return Object.fromEntries(rows.map(({ place, on_hand }) => [place, on_hand]))
}

export interface LedgerRow {
  sku: string
  kind: string
  quantity_delta: number
  unit_cost: string | null
  document_type: string
  document_name: string
  reverses: boolean
}

export const ledgerOf = (tenant: Tenant) => tenant.service.database.sql<LedgerRow[]>`
  select v.sku, m.kind, m.quantity_delta, m.unit_cost, m.document_type, m.document_name,
    m.reverses_movement_id is not null as reverses
  from stock_movements m join variants v using (organization_id, variant_id)
  where m.organization_id = ${tenant.organization_id} order by m.entry`

/** What the ledger's proof finds wrong. The units that the shop holds back belong to no order, which is not counted. */
export async function faultsIn({ organization_id, service }: Tenant): Promise<unknown[]> {
  const { faults } = await verifyLedger(service.database.sql as never, { organization_id, is_full: true })
  return faults.filter(({ kind }) => kind !== 'level_committed_wrong')
}
