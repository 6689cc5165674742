/** A shop for races: an account, a connected warehouse, and for each round fresh stock and orders that race for it. */
import { createHmac, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { bookMovements } from '../../../server/ledger/book.ts'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import type { ServiceProcess } from '../../support/service/service_process.ts'
import { type Client, newClient, newStock, type Reply, type Rig, secretKey } from '../rig.ts'
import { signIn } from '../sign_in.ts'

export interface RaceShop extends Client {
  user_token: string
  location_id: string
  product_id: string
  account_id: string
  channel_id: string
  consumer_channel_id: string
  /** A variant that files of imports name. */
  sku: string
  connection_id: string
  report_secret: string
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
  const [account_id, channel_id, consumer_channel_id, connection_id] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const report_secret = randomBytes(16).toString('hex')
  const box = openSecretBox(secretKey)
  const { user_token } = await signIn(rig, client)
  await sql.begin(async (tx) => {
    await tx`
      insert into trading_partners (organization_id, trading_partner_id, name)
      values (${organization_id}, ${account_id}, 'Nordhaus')`
    await tx`
      insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
      values (${organization_id}, ${channel_id}, 'Nordhaus', 'wholesale', ${account_id}),
        (${organization_id}, ${consumer_channel_id}, 'Online', 'online', null)`
    await tx`
      insert into warehouse_connections (organization_id, connection_id, name, location_id, url, encrypted_token,
        encrypted_report_secret)
      values (${organization_id}, ${connection_id}, 'Harbour', ${location_id}, 'https://wms.example.com/',
        ${box.encrypt('token of the warehouse', connection_id)}, ${box.encrypt(report_secret, connection_id)})`
  })
  const { product_id } = product!
  return {
    ...client,
    user_token,
    location_id,
    product_id,
    account_id,
    channel_id,
    consumer_channel_id,
    sku: variant_ids[0]!,
    connection_id,
    report_secret,
  }
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
  { organization_id, connection_id, report_secret }: RaceShop,
  report_id: string,
  { order_id, line_id }: RaceOrder,
  quantity: number,
): Promise<Answered> {
  const body = JSON.stringify({ report_id, order_id, lines: [{ line_item_id: line_id, quantity }] })
  const t = Math.floor(Date.now() / 1_000)
  const digest = createHmac('sha256', report_secret).update(`${t}.${body}`).digest('hex')
  const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': `t=${t},v1=${digest}` }
  return send(`${base_url}/callbacks/warehouses/${organization_id}/${connection_id}/shipments`, headers, body)
}

/** Uploads a file as the administrator; returns its key. */
export async function upload({ base_url }: ServiceProcess, shop: RaceShop, text: string): Promise<string> {
  const headers = { Authorization: `Bearer ${shop.user_token}`, 'X-Organization-ID': shop.organization_id }
  const answer = await send(`${base_url}/api/v1/files?file_name=returns.csv`, headers, Buffer.from(text))
  if (typeof answer === 'string' || answer.status !== 201) throw new Error(`no file: ${JSON.stringify(answer)}`)
  return answer.body.data.file_key
}
