/** A shop for races: an account, a connected warehouse, and for each round fresh stock and orders that race for it. */
import { uuidv7 } from 'uuidv7'
import { bookMovements } from '../../../server/ledger/book.ts'
import type { ServiceProcess } from '../../support/service/service_process.ts'
import { type Client, newClient, newStock, type Reply, type Rig } from '../rig.ts'
import { signIn } from '../clients/sign_in.ts'
import { openTrade, shipmentReport, type Trade } from '../clients/trade.ts'

export interface RaceShop extends Client, Trade {
  user_token: string
  location_id: string
  product_id: string
  /** A variant that files of imports name. */
  sku: string
}

export interface RaceOrder {
  order_id: string
  line_id: string
  variant_id: string
}

export async function newRaceShop(rig: Rig, keys: number): Promise<RaceShop> {
  const { sql } = rig
  const client = await newClient(rig, keys)
  const { organization_id } = client
  const { location_id, variant_ids } = await newStock(rig, client, 1, 0)
  const [product] = await sql<{ product_id: string }[]>`
    select product_id from variants where organization_id = ${organization_id} and variant_id = ${variant_ids[0]!}`
  const { user_token } = await signIn(rig, client)
  const trade = await sql.begin((tx) => openTrade(tx, organization_id, [location_id]))
  await sql`
    update warehouse_connections set fulfilment_url = 'http://127.0.0.1:9/' where organization_id = ${organization_id}`
  const { product_id } = product!
  return { ...client, ...trade, user_token, location_id, product_id, sku: variant_ids[0]! }
}

/** What a race starts from: so many units of a variant of its own, and orders of one line that ask for it. */
export interface Needs {
  units: number
  orders: number
  /** Units of each order. */
  quantity: number
  lifecycle?: 'open' | 'draft'
}

export interface Stage {
  variant_id: string
  orders: RaceOrder[]
}

const newStage = ({ orders }: Needs): Stage => {
  const variant_id = uuidv7()
  return {
    variant_id,
    orders: Array.from({ length: orders }, () => ({ order_id: uuidv7(), line_id: uuidv7(), variant_id })),
  }
}

/** Several at once, since each transaction waits for the disk. The orders are as the account would have placed them. */
export async function newStages({ sql }: Rig, shop: RaceShop, needs: Needs, count: number): Promise<Stage[]> {
  const { organization_id, product_id, account_id, channel_id, location_id } = shop
  const { units, quantity, lifecycle = 'open' } = needs
  const stages = Array.from({ length: count }, () => newStage(needs))
  const orders = JSON.stringify(stages.flatMap((stage) => stage.orders))
  await sql.begin(async (tx) => {
    await tx`
      insert into variants (organization_id, variant_id, product_id, sku, title)
      select ${organization_id}, v::uuid, ${product_id}::uuid, v, 'Crate'
      from unnest(${stages.map(({ variant_id }) => variant_id)}::text[]) v`
    const booking = { organization_id, actor: 'faults', now: new Date().toISOString(), currency: 'USD' }
    await bookMovements(
      tx as never,
      { ...booking, floor: 'none' },
      stages.map(({ variant_id }) => ({
        variant_id,
        location_id,
        kind: 'opening',
        quantity_delta: units,
        document: { type: 'ledger_opening', id: location_id, name: 'Opening' },
        document_line_id: variant_id,
      })),
    )
    await tx`
      insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale, trading_partner_id,
        sales_channel_id, location_id, currency, ordered_at, ordered_on)
      select ${organization_id}, n.order_id, 'SO-' || n.order_id, 'api', ${lifecycle}, true, ${account_id}::uuid,
        ${channel_id}::uuid, ${location_id}::uuid, 'USD', now(), current_date
      from jsonb_to_recordset(${orders}::text::jsonb) as n (order_id uuid)`
    await tx`
      insert into order_lines (organization_id, line_id, order_id, line_number, variant_id, ordered_quantity, quantity,
        unit_price_cents)
      select ${organization_id}, n.line_id, n.order_id, 1, n.variant_id, ${quantity}::int, ${quantity}::int, 100
      from jsonb_to_recordset(${orders}::text::jsonb) as n (order_id uuid, line_id uuid, variant_id uuid)`
  })
  return stages
}

type Answered = Pick<Reply, 'status' | 'code' | 'body'> | 'hung' | 'refused'

async function send(url: string, headers: Record<string, string>, body: string | Uint8Array): Promise<Answered> {
  try {
    const signal = AbortSignal.timeout(15_000)
    const response = await fetch(url, { method: 'POST', headers, body: body as string, signal })
    const answer: any = await response.json()
    return { status: response.status, code: answer?.code ?? null, body: answer }
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'hung' : 'refused'
  }
}

/** Reports a shipment of units as the warehouse does. */
export function reportShipment(
  { base_url }: ServiceProcess,
  { location_id, warehouses }: RaceShop,
  report_id: string,
  { order_id, line_id }: RaceOrder,
  quantity: number,
): Promise<Answered> {
  const lines = [{ line_item_id: line_id, quantity }]
  const { path, headers, body } = shipmentReport(warehouses.get(location_id)!, { report_id, order_id, lines })
  return send(`${base_url}${path}`, headers, body)
}

/** Releases an order to its warehouse as the administrator. */
export function releaseOrder({ base_url }: ServiceProcess, shop: RaceShop, { order_id }: RaceOrder): Promise<Answered> {
  const headers = { Authorization: `Bearer ${shop.user_token}`, 'X-Organization-ID': shop.organization_id }
  return send(`${base_url}/api/v1/sales/orders/${order_id}/release`, headers, Buffer.from(''))
}

/** Voids a shipment of an order as the administrator. */
export function voidShipment(
  { base_url }: ServiceProcess,
  shop: RaceShop,
  { order_id }: RaceOrder,
  shipment_id: string,
): Promise<Answered> {
  const headers = {
    Authorization: `Bearer ${shop.user_token}`,
    'X-Organization-ID': shop.organization_id,
    'Content-Type': 'application/json',
  }
  const url = `${base_url}/api/v1/sales/orders/${order_id}/shipments/${shipment_id}/void`
  return send(url, headers, JSON.stringify({ reason: 'Mistyped' }))
}

/** Uploads a file as the administrator; returns its key. */
export async function upload({ base_url }: ServiceProcess, shop: RaceShop, text: string): Promise<string> {
  const headers = { Authorization: `Bearer ${shop.user_token}`, 'X-Organization-ID': shop.organization_id }
  const answer = await send(`${base_url}/api/v1/files?file_name=returns.csv`, headers, Buffer.from(text))
  if (typeof answer === 'string' || answer.status !== 201) throw new Error(`no file: ${JSON.stringify(answer)}`)
  return answer.body.data.file_key
}
