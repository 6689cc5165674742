/** Every code by which a read of velocity or cover says why a figure is missing, provoked over HTTP. */
import { expect, test } from 'bun:test'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { daysAgo, type History, move, readTable, refresh, sell } from './velocity_fixture.ts'

/** One product of one variant for each cause, and two of several variants. */
const single = [
  'NONE',
  'OUT',
  'ONCE',
  'EARLY',
  'STILL',
  'BEFORE',
  'BASIS',
  'KIND',
  'EURO',
  'SET',
  'PART',
  'ELSEWHERE',
  'AGAIN',
]

async function newShop(): Promise<History> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['North', 'South'],
    sales_channels: ['Web', { name: 'Wholesale', channel_type: 'wholesale' }],
    suppliers: ['Mill'],
    purchase_orders: [{ name: 'PO', supplier: 'Mill', location: 'North', lines: [{ sku: 'PART', quantity: 1 }] }],
    products: [
      ...single.map((sku) => ({ title: sku, variants: [{ sku }] })),
      { title: 'Both', variants: [{ sku: 'BOTH-OUT' }, { sku: 'BOTH-ONCE' }] },
      { title: 'Empty' },
    ],
  })
  const history: History = { tenant, ids, moves: [], sales: [] }
  const opens = (sku: string, days: number, quantity = 50) => ({
    sku,
    location: 'North',
    kind: 'opening' as const,
    quantity,
    occurred_at: `${daysAgo(days)}T00:00:00Z`,
  })
  const empties = (sku: string, days: number) => ({ ...opens(sku, days, -50), kind: 'adjustment' as const })
  const sale = (sku: string, day: number, more: object = {}) => ({
    sku,
    day: daysAgo(day),
    channel: 'Web',
    location: 'North',
    units: 4,
    gross_sales_cents: 4_000,
    ...more,
  })
  const wholesale = { channel: 'Wholesale' }
  const stocked = ['ONCE', 'STILL', 'BEFORE', 'KIND', 'EURO', 'PART', 'ELSEWHERE', 'BOTH-ONCE']
  await move(history, [
    ...stocked.map((sku) => opens(sku, 90)),
    ...['OUT', 'BOTH-OUT'].flatMap((sku) => [opens(sku, 90), empties(sku, 70)]),
    ...['EARLY', 'BASIS'].map((sku) => opens(sku, 10)),
    opens('AGAIN', 90),
    empties('AGAIN', 70),
    { ...opens('AGAIN', 20), kind: 'receipt' },
  ])
  await sell(history, [
    sale('ONCE', 5, wholesale),
    sale('BOTH-ONCE', 5, wholesale),
    sale('EARLY', 20),
    sale('BEFORE', 5),
    sale('BASIS', 5),
    sale('BASIS', 40),
    sale('KIND', 5),
    sale('KIND', 6, wholesale),
    sale('KIND', 40),
    sale('EURO', 5),
    sale('ELSEWHERE', 5, { location: 'South' }),
  ])
  await tenant.service.database.sql`
    update sales_daily set currency = 'EUR'
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.EURO!}`
  const session = await newSession(tenant)
  const components = [{ component_variant_id: ids.variants.PART, quantity: 1 }]
  const bundle = await session.post('/api/v1/bundles', { bundle_variant_id: ids.variants.SET, components })
  expect(bundle.status).toBe(201)
  return history
}

/** A shop without sales has no net sales to have a share of. */
async function nothingSold(): Promise<History> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { products: [{ title: 'Coat', variants: [{ sku: 'NONE' }] }] })
  return { tenant, ids, moves: [], sales: [] }
}

/** Codes by the field that has them, of every row and in any depth. */
function collect(value: unknown, found: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) {
      if (name.endsWith('reason_code') && typeof one === 'string')
        found.set(name, (found.get(name) ?? new Set()).add(one))
      collect(one, found)
    }
}

async function readAll({ tenant, ids }: History, found: Map<string, Set<string>>) {
  const rows = async (type: string) => (await readTable(tenant, { type })).body.data.rows
  const velocity = [...(await rows('variants')), ...(await rows('products'))]
  collect(velocity, found)
  for (const path of [
    'sales/velocity/table/totals?search=NONE',
    'inventory/table?limit=100',
    'inventory/table?view=combined&limit=100',
    'inventory/table?type=products&limit=100',
  ]) {
    const answer = await tenant.get(`/api/v1/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    collect(answer.body.data, found)
  }
  for (const id of Object.values(ids.variants))
    collect((await tenant.get(`/api/v1/variants/${id}/drawer-overview`)).body.data, found)
  return velocity
}

/** The codes that the document lists for the fields of these components. */
async function published({ service }: Tenant): Promise<Map<string, Set<string>>> {
  const document = (await (await fetch(`${service.base_url}/openapi/2026-11.json`)).json()) as any
  const codes = new Map<string, Set<string>>()
  const schemas = [
    'VelocityRow',
    'VelocityTotals',
    'VariantOverview',
    'VariantVelocity',
    'InventoryRow',
    'DemandByKind',
  ]
  const walk = (value: any, name: string): void => {
    if (value === null || typeof value !== 'object') return
    const known = value['x-extensible-enum'] as string[] | undefined
    if (known !== undefined && name.endsWith('reason_code'))
      codes.set(name, new Set([...(codes.get(name) ?? []), ...known]))
    for (const [key, one] of Object.entries(value)) walk(one, key === 'anyOf' || /^\d+$/.test(key) ? name : key)
  }
  for (const schema of schemas) walk(document.components.schemas[schema], schema)
  return codes
}

const expected: Record<string, [row: string, field: string, code: string][]> = {
  variants: [
    ['OUT', 'velocity_reason_code', 'out_of_stock'],
    ['OUT', 'lost_reason_code', 'out_of_stock'],
    ['OUT', 'cover_reason_code', 'out_of_stock'],
    ['ONCE', 'velocity_reason_code', 'single_wholesale_shipment'],
    ['ONCE', 'cover_reason_code', 'single_wholesale_shipment'],
    ['NONE', 'lost_reason_code', 'not_in_the_ledger'],
    ['STILL', 'cover_reason_code', 'nothing_sold'],
    ['STILL', 'trend_reason_code', 'nothing_sold_before'],
    ['EARLY', 'cover_reason_code', 'sold_before_the_ledger'],
    ['AGAIN', 'trend_reason_code', 'no_previous_velocity'],
    ['BASIS', 'trend_reason_code', 'basis_changed'],
    ['KIND', 'trend_reason_code', 'demand_changed'],
    ['EURO', 'contribution_reason_code', 'other_currency'],
    ['SET', 'cover_reason_code', 'assembled_when_sold'],
  ],
  products: [
    ['Both', 'velocity_reason_code', 'several_causes'],
    ['Both', 'trend_reason_code', 'several_causes'],
    ['Empty', 'lost_reason_code', 'no_variants'],
  ],
}

async function check(history: History, found: Map<string, Set<string>>) {
  const velocity = await readAll(history, found)
  for (const [type, rows] of Object.entries(expected))
    for (const [name, field, code] of rows) {
      const isRow = (row: any) =>
        type === 'variants' ? row.sku === name : row.product_title === name && row.variant_id === null
      expect([type, name, field, velocity.find(isRow)?.[field]]).toEqual([type, name, field, code])
    }
}

test('each cause is given where it holds, before velocity is measured and after it', async () => {
  const history = await newShop()
  const found = new Map<string, Set<string>>()
  await check(history, found)
  const { sql } = history.tenant.service.database
  await sql.begin((tx) => refreshCover(tx as never, history.tenant.organization_id, new Date().toISOString()))
  await refresh(history.tenant)
  await check(history, found)
  const codesOf = (codes: ReadonlyMap<string, Set<string>>) =>
    [...new Set([...codes.values()].flatMap((of) => [...of]))].toSorted()
  const all = await published(history.tenant)
  await readAll(await nothingSold(), found)
  expect(codesOf(all).length).toBeGreaterThan(15)
  const missing = codesOf(all).filter((code) => !codesOf(found).includes(code))
  expect(missing).toEqual([])
}, 120_000)
