/** Random histories of purchase orders over HTTP, and of the products on them. */
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export const today = new Date().toISOString().slice(0, 10)
export const time_zone = 'Pacific/Auckland'

export interface History {
  tenant: Tenant
  session: Session
  ids: Catalogue
  commitments: [string, string]
  /** Number of steps that were accepted, by kind. */
  done: Map<string, number>
  step: () => Promise<void>
}

const skus = ['J-1', 'J-2', 'K-1', 'K-2', 'C-1', 'C-2', 'B-1', 'X-1']
const variant = (sku: string, price_cents: number | null, unit_cost?: string) => ({ sku, price_cents, unit_cost })

const catalogue = {
  locations: ['Main'],
  categories: ['Coats', 'Knitwear', 'Hats'],
  suppliers: [
    { name: 'Mill', currency: 'EUR' },
    { name: 'Forge', currency: 'USD' },
  ],
  products: [
    {
      title: 'Jumper',
      category: 'Knitwear',
      variants: [variant('J-1', 9_999, '40.1234'), variant('J-2', 8_900, '22.5000')],
    },
    { title: 'Cardigan', category: 'Knitwear', variants: [variant('K-1', 12_000, '31.0001'), variant('K-2', null)] },
    { title: 'Coat', category: 'Coats', variants: [variant('C-1', 25_000, '90.0000'), variant('C-2', 26_500)] },
    { title: 'Beret', category: 'Hats', currency: 'EUR', variants: [variant('B-1', 3_000, '8.0000')] },
    { title: 'Card', variants: [variant('X-1', 500, '0.3333')] },
  ],
}

/** Numbers below 1 that a seed determines (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

export async function newHistory(seed: number): Promise<History> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`update organizations set time_zone = ${time_zone} where organization_id = ${organization_id}`
  const ids = await setFixture(tenant, catalogue)
  const commitments: [string, string] = [uuidv7(), uuidv7()]
  await insertRows(
    tenant,
    'commitments',
    commitments.map((commitment_id, i) => ({
      commitment_id,
      name: `Season ${i}`,
      status: 'approved',
      currency: ['USD', 'EUR'][i],
      created_at: `${today}T00:00:00Z`,
    })),
  )
  const history = { tenant, session: await newSession(tenant), ids, commitments, done: new Map<string, number>() }
  return { ...history, step: stepsOf(history, randomFrom(seed)) }
}

function stepsOf({ tenant, session, ids, commitments, done }: Omit<History, 'step'>, random: () => number) {
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!
  const orders = `/api/v1/organizations/${organization_id}/purchase-orders`
  const day = () => addDays(today, below(200) - 60)
  const line = () => ({
    variant_id: ids.variants[oneOf(skus)],
    quantity: 1 + below(40),
    ...(random() < 0.6 ? { unit_cost: 1 + below(900) / 10 } : {}),
    ...(random() < 0.4 ? { expected_delivery_date: day() } : {}),
  })
  type Act = (path: string, record: any) => Promise<{ status: number }>
  const nothing = { status: 404 }
  const open = ['approved', 'issued', 'partially_delivered']
  const ordersWith = (statuses: readonly string[] | null) => sql<{ id: string }[]>`
    select purchase_order_id as id from purchase_orders
    where organization_id = ${organization_id} and (${statuses}::text[] is null or status = any(${statuses}::text[]))
    order by name`
  const onOrder =
    (act: Act, statuses: readonly string[] | null = null) =>
    async () => {
      const found = await ordersWith(statuses)
      if (found.length === 0) return nothing
      const path = `${orders}/${oneOf(found).id}`
      const order = await tenant.get(path)
      // Another writer may have deleted it meanwhile.
      return order.status === 404 ? nothing : act(path, order.body.data)
    }
  const onDelivery = (act: Act) =>
    onOrder(
      async (path) => {
        const found = await tenant.get(`${path}/deliveries`)
        if (found.status === 404 || found.body.data.items.length === 0) return nothing
        const delivery = oneOf<any>(found.body.data.items)
        return act(`${path}/deliveries/${delivery.delivery_id}`, delivery)
      },
      ['partially_delivered', 'delivered'],
    )
  // As every write of the service does, a statement that a deadlock ended runs again.
  const plain = (act: () => PromiseLike<unknown>) => async () => {
    for (;;)
      try {
        await act()
        return { status: 200 }
      } catch (error) {
        if ((error as { code?: string }).code !== '40P01') throw error
      }
  }
  const received = (one: any, least: number) => ({
    ...(one.line_id === undefined ? { variant_id: one.variant_id } : { line_id: one.line_id }),
    received_quantity: least + below(one.quantity ?? one.received_quantity + 3),
  })
  const some = <T>(all: readonly T[]) => all.filter(() => random() < 0.6)
  const product = () => ids.products[oneOf(catalogue.products).title]!
  const category = () => oneOf([null, ...catalogue.categories])

  const create = () =>
    tenant.post(orders, {
      location_id: ids.locations.Main,
      supplier_id: ids.suppliers[oneOf(['Mill', 'Forge'])],
      order_date: addDays(today, -below(420)),
      ...(random() < 0.7 ? { expected_delivery_date: day() } : {}),
      ...(random() < 0.8 ? { commitment_id: oneOf(commitments) } : {}),
      line_items: Array.from({ length: 1 + below(6) }, line),
    })
  const kinds: Record<string, () => Promise<{ status: number }>> = {
    create,
    approve: onOrder((path) => tenant.post(`${path}/approve`), ['draft']),
    deliver: onOrder(
      (path, order) =>
        tenant.post(`${path}/deliveries`, {
          accept_over_receipt: true,
          received_at: `${addDays(today, -below(400) - 1)}T${String(below(24)).padStart(2, '0')}:30:00Z`,
          line_items: [...some<any>(order.line_items.slice(1)), order.line_items[0]].map((one) => received(one, 1)),
        }),
      open,
    ),
    correct: onDelivery((path, delivery) =>
      tenant.patch(path, {
        accept_over_receipt: true,
        line_items: [...some<any>(delivery.line_items.slice(1)), delivery.line_items[0]].map((one) => received(one, 0)),
      }),
    ),
    remove: onDelivery((path) => tenant.delete(path)),
    amend: onOrder((path, order) =>
      tenant.patch(path, {
        line_items: [
          ...some<any>(order.line_items).map(({ line_id, quantity }) => ({
            line_id,
            quantity: quantity + below(5),
            ...(random() < 0.3 ? { expected_delivery_date: random() < 0.5 ? null : day() } : {}),
          })),
          ...(random() < 0.4 ? [line()] : []),
        ],
        ...(random() < 0.3 && order.line_items.length > 1
          ? { removed_line_ids: [oneOf<any>(order.line_items).line_id] }
          : {}),
      }),
    ),
    date: onOrder((path) => tenant.patch(path, { expected_delivery_date: random() < 0.3 ? null : day() })),
    assign: onOrder((path) => tenant.patch(path, { commitment_id: oneOf([null, ...commitments]) })),
    end: onOrder((path) => tenant.patch(path, { status: oneOf(['cancelled', 'closed', 'draft']) })),
    delete: onOrder((path) => tenant.delete(path)),
    recategorise: () => session.patch(`/api/v1/catalogue/products/${product()}`, { category: category() }),
    reprice: () =>
      session.patch(`/api/v1/catalogue/variants/${ids.variants[oneOf(skus)]}`, {
        price_cents: oneOf([null, 1_000 + below(9_000)]),
      }),
    // What no operation does, but an import or an operator may.
    issue: plain(
      () => sql`
      update purchase_orders set status = 'issued', issued_at = now()
      where organization_id = ${organization_id} and status = 'approved' and name like ${`%${below(10)}`}`,
    ),
    recost: plain(
      () => sql`
      update purchase_order_lines set unit_cost = ${oneOf([null, '12.3456'])}
      where organization_id = ${organization_id} and variant_id = ${ids.variants[oneOf(skus)]!} and quantity % 3 = 0`,
    ),
    recurrency: plain(
      () => sql`
      update products set currency = ${oneOf(['USD', 'EUR', 'GBP'])}
      where organization_id = ${organization_id} and product_id = ${product()}`,
    ),
    move: plain(
      () => sql`
      update variants set product_id = ${product()}
      where organization_id = ${organization_id} and variant_id = ${ids.variants[oneOf(skus)]!}`,
    ),
    record: plain(
      () => sql`
      update purchase_order_lines set delivered_quantity = delivered_quantity + 1
      where organization_id = ${organization_id} and quantity % 7 = 0`,
    ),
    rate: plain(
      () => sql`
      insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
      values (${organization_id}, 'EUR', ${addDays(today, -below(9))}, ${1 + below(50) / 100}) on conflict do nothing`,
    ),
  }
  const often = ['create', 'approve', 'deliver', 'deliver', 'amend', 'correct', 'correct', 'issue']
  return async () => {
    const kind = oneOf([...often, ...Object.keys(kinds)])
    const { status } = await kinds[kind]!()
    if (status >= 500) throw new Error(`${kind} was answered ${status}`)
    if (status < 400) done.set(kind, (done.get(kind) ?? 0) + 1)
  }
}
