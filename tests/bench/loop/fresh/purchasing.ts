import { limits } from '../../../../server/contract/limits.ts'
import type { Client } from '../client.ts'
import type { MakeFresh } from '../fresh.ts'
import type { Known } from '../records.ts'

const quantity = 24
const linesMax = limits.purchase_order_lines_max
/** Of a request of several; their lines together are as many as those of one may be. */
const deliveries = 5

const orderedIn = ({ variant_ids }: Known) => variant_ids.slice(0, linesMax)
const received = (known: Known, received_quantity: number) =>
  orderedIn(known).map((variant_id) => ({ variant_id, received_quantity }))

async function draft({ make, orders }: Client, known: Known): Promise<string> {
  const { location_id, supplier_id } = known
  const line_items = orderedIn(known).map((variant_id) => ({ variant_id, quantity }))
  return (await make('POST', orders, { location_id, supplier_id, line_items })).id
}

async function approved(client: Client, known: Known, id?: string): Promise<string> {
  const order = id ?? (await draft(client, known))
  await client.make('POST', `${client.orders}/${order}/approve`)
  return order
}

async function issued(client: Client, known: Known): Promise<string> {
  const order = await approved(client, known)
  await client.make('POST', `${client.orders}/${order}/issue`, { channel: 'link' })
  return order
}

async function delivered(client: Client, known: Known): Promise<{ purchase_order_id: string; delivery_id: string }> {
  const purchase_order_id = await issued(client, known)
  const path = `${client.orders}/${purchase_order_id}/deliveries`
  await client.make('POST', path, { line_items: received(known, 6) })
  const list = await client.make('GET', path)
  return { purchase_order_id, delivery_id: list.items[0].delivery_id }
}

const inState =
  (create: (client: Client, known: Known) => Promise<string>, body?: (known: Known) => unknown): MakeFresh =>
  async (client, known) => ({
    ids: { purchase_order_id: await create(client, known) },
    ...(body === undefined ? {} : { body: body(known) }),
  })

/** Made for one run, and read by several requests. */
let shared: Promise<{ purchase_order_id: string; delivery_id: string }> | null = null
const reading: MakeFresh = async (client, known) => ({ ids: await (shared ??= delivered(client, known)) })

export const ofPurchasing: Readonly<Record<string, MakeFresh>> = {
  'purchase_orders.get': reading,
  'purchase_orders.get_commitment_draw': reading,
  'purchase_orders.list_deliveries': reading,
  'purchase_orders.get_delivery': reading,
  'purchase_orders.export': reading,
  'purchase_orders.duplicate': reading,
  'purchase_orders.create': async (_, known) => ({
    body: {
      location_id: known.location_id,
      supplier_id: known.supplier_id,
      line_items: orderedIn(known).map((variant_id) => ({ variant_id, quantity })),
    },
  }),
  'purchase_orders.update': async (client, known) => {
    const purchase_order_id = await draft(client, known)
    const { line_items } = await client.make('GET', `${client.orders}/${purchase_order_id}`)
    const lines = (line_items as { line_id: string }[]).map(({ line_id }) => ({ line_id, quantity: 36 }))
    return { ids: { purchase_order_id }, body: { line_items: lines } }
  },
  'purchase_orders.delete': inState(draft),
  'purchase_orders.approve': inState(draft),
  'purchase_orders.hold': inState(approved),
  'purchase_orders.issue': inState(approved),
  'purchase_orders.push_to_wms': inState(approved),
  'purchase_orders.auto_allocate': async (client, known) => {
    const [location_id] = known.location_ids
    // The last variant of the bills is a component alone.
    const line_items = orderedIn(known)
      .slice(0, -1)
      .map((variant_id) => ({ variant_id, quantity: 1 }))
    const order = { location_id, order_type: 'manufacturing', line_items }
    const { id } = await client.make('POST', client.orders, order)
    return { ids: { purchase_order_id: await approved(client, known, id) } }
  },
  'purchase_orders.record_delivery': inState(issued, (known) => ({ line_items: received(known, quantity) })),
  'purchase_orders.correct_delivery': async (client, known) => ({
    ids: await delivered(client, known),
    body: { line_items: received(known, 8) },
  }),
  'purchase_orders.remove_delivery': async (client, known) => ({ ids: await delivered(client, known) }),
  'purchase_orders.record_deliveries': inState(issued, (known) => ({
    deliveries: Array.from({ length: deliveries }, () => ({
      line_items: received(known, 2).slice(0, linesMax / deliveries),
    })),
  })),
  'purchase_orders.mark_delivered': inState(issued),
  'purchase_orders.from_basket': async ({ sql, organization_id }, { location_id, supplier_id }) => {
    await sql`delete from purchase_basket_items where organization_id = ${organization_id}`
    await sql`
      insert into purchase_basket_items (organization_id, item_id, variant_id, location_id, supplier_id, quantity, source,
        created_at, updated_at)
      select ${organization_id}, gen_random_uuid(), variant_id, ${location_id}, ${supplier_id}, 24, 'manual', now(), now()
      from variants where organization_id = ${organization_id} order by variant_id
      limit ${limits.purchase_basket_items_max}`
    return { body: {} }
  },
}
