/** Two locations, a coat to transfer, and a set made of wool and buttons; stock changes as orders book it. */
import { expect } from 'bun:test'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { type Catalogue, moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'

export interface ManufacturingFixture {
  tenant: Tenant
  ids: Catalogue
  session: Session
  at: (path: string) => string
  /** Creates and approves an order of the given lines from Main; a transfer goes to Store. */
  order: (order_type: 'transfer' | 'manufacturing', lines: Lines, more?: Record<string, unknown>) => Promise<string>
  act: (id: string, verb: string, body?: unknown) => Promise<Answer>
  read: (id: string) => Promise<any>
  /** Creates the active bill of a variant; returns its id. */
  bill: (sku: string, parts: Lines) => Promise<string>
  /** on_hand, committed, incoming and average cost at the location. */
  level: (sku: string, location?: string) => Promise<[number, number, number, number | null]>
  /** Ledger movements of a pair after its opening: kind, units, unit cost and basis. */
  rows: (sku: string, location?: string) => Promise<unknown[]>
}
type Lines = [sku: string, quantity: number][]

export async function manufacturingFixture(): Promise<ManufacturingFixture> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    suppliers: ['Mill'],
    products: [
      {
        title: 'Coat',
        variants: [{ sku: 'COAT', unit_cost: '18.5000', stock: { Main: 30, Store: { on_hand: 10, unit_cost: '20' } } }],
      },
      { title: 'Set', variants: [{ sku: 'SET', unit_cost: '99' }, { sku: 'BARE' }] },
      { title: 'Wool', variants: [{ sku: 'WOOL', unit_cost: '4.0000', stock: { Main: 20 } }] },
      { title: 'Button', variants: [{ sku: 'BUTTON', unit_cost: '0.5000', stock: { Main: 9 } }] },
    ],
  })
  const session = await newSession(tenant, { role: 'member' })
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const at = (path: string) => `/api/v1/organizations/${organization_id}/purchase-orders${path}`
  const act = (id: string, verb: string, body?: unknown) => tenant.post(at(`/${id}/${verb}`), body)
  const lineItems = (lines: Lines) => lines.map(([sku, quantity]) => ({ variant_id: ids.variants[sku], quantity }))
  return {
    tenant,
    ids,
    session,
    at,
    act,
    async order(order_type, lines, more = {}) {
      const made = await tenant.post(at(''), {
        order_type,
        location_id: ids.locations[order_type === 'transfer' ? 'Store' : 'Main'],
        source_location_id: ids.locations.Main,
        line_items: lineItems(lines),
        ...more,
      })
      expect(made.status, made.text).toBe(200)
      expect((await act(made.body.data.id, 'approve')).status).toBe(200)
      return made.body.data.id
    },
    read: async (id) => (await tenant.get(at(`/${id}`))).body.data,
    async bill(sku, parts) {
      const answer = await session.post('/api/v1/bills-of-materials', {
        variant_id: ids.variants[sku],
        name: `${sku} as it is made`,
        components: parts.map(([part, quantity]) => ({ component_variant_id: ids.variants[part], quantity })),
      })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data.bom_id
    },
    async level(sku, location = 'Main') {
      const [row] = await sql<{ on_hand: number; committed: number; incoming: number; average_cost: string | null }[]>`
        select on_hand, committed, incoming, average_cost from stock_levels where organization_id = ${organization_id}
          and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
      if (row === undefined) return [0, 0, 0, null]
      return [row.on_hand, row.committed, row.incoming, row.average_cost === null ? null : Number(row.average_cost)]
    },
    async rows(sku, location = 'Main') {
      const rows = await sql<{ kind: string; quantity_delta: number; unit_cost: string; cost_basis: string }[]>`
        select kind, quantity_delta, unit_cost, cost_basis from stock_movements
        where organization_id = ${organization_id} and variant_id = ${ids.variants[sku]!}
          and location_id = ${ids.locations[location]!} and kind <> 'opening' order by sequence`
      return rows.map((row) => [row.kind, row.quantity_delta, Number(row.unit_cost), row.cost_basis])
    },
  }
}

/** The body of a delivery, by SKU. */
export const arrived = ({ ids }: ManufacturingFixture, ...lines: Lines) => ({
  line_items: lines.map(([sku, received_quantity]) => ({ variant_id: ids.variants[sku], received_quantity })),
})

/** Issues a transfer. */
export async function ship({ act }: ManufacturingFixture, id: string): Promise<void> {
  const answer = await act(id, 'issue', {})
  expect(answer.status, answer.text).toBe(200)
}

/** Checks that ledger, levels, reservations and units in transit agree. */
export async function expectSound({ tenant }: ManufacturingFixture): Promise<void> {
  const { organization_id } = tenant
  const options = { organization_id, is_full: true }
  expect((await verifyLedger(tenant.service.database.sql as never, options)).faults).toEqual([])
}

export const refusedSentence = (answer: Answer) => [answer.status, answer.body.code, answer.body.message.desc]

/** A set is two of wool and three buttons. */
export async function setOrderFixture(
  sets = 4,
): Promise<{ fixture: ManufacturingFixture; id: string; bom_id: string }> {
  const fixture = await manufacturingFixture()
  const bom_id = await fixture.bill('SET', [
    ['WOOL', 2],
    ['BUTTON', 3],
  ])
  return { fixture, bom_id, id: await fixture.order('manufacturing', [['SET', sets]]) }
}

/** sku, required, reserved, consumed, short. */
export const componentFigures = (order: any) =>
  order.components.map((one: any) => [
    one.sku,
    one.required_quantity,
    one.reserved_quantity,
    one.consumed_quantity,
    one.short_quantity,
  ])
export const addStock = ({ tenant, ids }: ManufacturingFixture, sku: string, quantity: number, unit_cost = '0.5') =>
  moveStock(tenant, ids, [{ sku, location: 'Main', kind: 'receipt', quantity, unit_cost }])
