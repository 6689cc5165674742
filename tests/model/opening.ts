/** A new organisation that is compared with a new model: its catalogue, and its first stock. */
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, insertRows, setFixture } from '../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'
import { beginsOn, sellDaily } from './history.ts'
import { adjust } from './steps/kind_adjusting.ts'
import { setRate } from './steps/kind_rates.ts'
import { Model } from './truth/model.ts'
import { countStep, elsewhere } from './steps/play.ts'
import { insertAccount } from './steps/play_sales.ts'
import {
  bills,
  bundleCosts,
  bundles,
  catalogueCosts,
  firstRates,
  openingDays,
  places,
  price_cents,
  suppliers,
  today,
} from './setting.ts'
import { costOf } from './truth/stock.ts'
import type { World } from './world.ts'

const keysEach = 6
/** Units at every location at first, so that there is something to move and to use. */
const opening = [
  { sku: 'A', quantity: 40 },
  { sku: 'B', quantity: 30 },
  { sku: 'C', quantity: 10 },
  { sku: 'KIT', quantity: 5 },
]

async function insertBills(tenant: Tenant, ids: Catalogue): Promise<void> {
  for (const [made, parts] of Object.entries(bills)) {
    const bom_id = uuidv7()
    await insertRows(tenant, 'bills_of_materials', [
      { bom_id, variant_id: ids.variants[made], name: made, is_active: true, created_at: '2026-01-01T00:00:00Z' },
    ])
    await insertRows(
      tenant,
      'bill_of_materials_lines',
      parts.map(({ sku, quantity }) => ({ bom_id, variant_id: ids.variants[sku], quantity })),
    )
  }
}

function askAs(tenant: Tenant, key: string, method: string, path: string, body: unknown): Promise<Answer> {
  if (method === 'GET') return tenant.get(path, { key })
  if (method === 'DELETE') return tenant.delete(path, { key })
  if (method === 'PATCH') return tenant.patch(path, body, { key })
  const isKeyed = path === '/api/v1/sales/orders' || path === '/api/v1/sales/returns'
  return tenant.post(path, body, { key, ...(isKeyed ? { headers: { 'Idempotency-Key': uuidv7() } } : {}) })
}

/** Long histories use up every key, and a busy machine its waits: nothing was attempted, and it is sent again. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 429 && answer.status !== 503) return answer
    await Bun.sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
  }
}

const patient = (session: Session): Session => ({
  ...session,
  get: (...request) => patiently(() => session.get(...request)),
  post: (...request) => patiently(() => session.post(...request)),
  patch: (...request) => patiently(() => session.patch(...request)),
})

const allCosts = { ...catalogueCosts, ...bundleCosts }

async function createBundles({ admin, ids }: World): Promise<void> {
  for (const [sku, parts] of Object.entries(bundles)) {
    const components = Object.entries(parts).map(([part, quantity]) => {
      return { component_variant_id: ids.variants[part], quantity }
    })
    const answer = await admin.post('/api/v1/bundles', { bundle_variant_id: ids.variants[sku], components })
    if (answer.status !== 201) throw new Error(answer.text)
  }
}

/** Whether the first stock was counted today, or entered on a day of the past. */
export const openings = fc.constantFrom('counted', 'entered')

export async function newWorld(opened: string, { note, compare }: Pick<World, 'note' | 'compare'>): Promise<World> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: [...places],
    suppliers: Object.entries(suppliers).map(([currency, name]) => ({ name, currency })),
    sales_channels: ['Shop', 'Kiosk'],
    categories: Object.keys(allCosts),
    // Stock over time is reported by category, so each variant has its own.
    products: Object.entries(allCosts).map(([sku, unit_cost]) => ({
      title: `Thing ${sku}`,
      category: sku,
      // A bundle costs what its components cost.
      variants: [{ sku, unit_cost: sku in bundles ? null : unit_cost, price_cents }],
    })),
  })
  await insertBills(tenant, ids)
  const keys = [tenant.api_key]
  while (keys.length < keysEach) keys.push((await tenant.mint()).api_key)
  let requestCount = 0
  const model = new Model(
    Object.fromEntries(Object.entries(allCosts).map(([sku, cost]) => [sku, costOf(cost)])),
    bills,
    bundles,
    (place) => ids.locations[place]!,
    price_cents,
    today,
  )
  const world: World = {
    admin: patient(await newSession(tenant)),
    account_id: await insertAccount(tenant),
    tenant,
    ids,
    model,
    ask: (method, path, body) =>
      patiently(() => askAs(tenant, keys[requestCount++ % keys.length]!, method, path, body)),
    at: (path = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${path}`,
    note,
    compare,
    beginsOn: () => beginsOn(world),
  }
  await createBundles(world)
  await sellDaily(world)
  for (const [currency, rate] of Object.entries(firstRates)) await setRate(world, currency, firstDay, rate)
  await (opened === 'counted' ? countFirst(world) : enterFirst(world))
  return world
}

/** Rates of the first currencies are older than any delivery. */
const firstDay = '2020-01-01'

async function countFirst(world: World): Promise<void> {
  for (const place of places) {
    await countStep(world, { does: 'count', place, counted_at: null, counted: opening })
    await elsewhere(world, { does: 'post', count: 0 })
  }
}

/** The first stock cannot be undone: what happens in the past draws on it. */
async function enterFirst(world: World): Promise<void> {
  const lines = places.flatMap((place) =>
    opening.map(({ sku, quantity }) => ({ sku, place, quantity, cost: costOf(catalogueCosts[sku]!) })),
  )
  await adjust(world, lines, `${openingDays} 06:00`, false)
  world.model.adjustments.all.pop()
}
