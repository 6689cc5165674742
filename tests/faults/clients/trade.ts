/** What wholesale needs of an organisation: an account with its channel, and warehouses that report what they shipped. */
import { createHmac, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import { secretKey } from '../rig.ts'

export interface Warehouse {
  organization_id: string
  location_id: string
  connection_id: string
  report_secret: string
}

export interface Trade {
  account_id: string
  channel_id: string
  consumer_channel_id: string
  /** By location. */
  warehouses: ReadonlyMap<string, Warehouse>
}

/** A warehouse is connected at each of the locations. */
export async function openTrade(
  sql: postgres.ISql<{}>,
  organization_id: string,
  location_ids: readonly string[],
): Promise<Trade> {
  const [account_id, channel_id, consumer_channel_id] = [uuidv7(), uuidv7(), uuidv7()]
  const warehouses = location_ids.map((location_id) => ({
    organization_id,
    location_id,
    connection_id: uuidv7(),
    report_secret: randomBytes(16).toString('hex'),
  }))
  const box = openSecretBox(secretKey)
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${account_id}, 'Nordhaus')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${organization_id}, ${channel_id}, 'Nordhaus', 'wholesale', ${account_id}),
      (${organization_id}, ${consumer_channel_id}, 'Online', 'online', null)`
  for (const { location_id, connection_id, report_secret } of warehouses)
    await sql`
      insert into warehouse_connections (organization_id, connection_id, name, location_id, url, encrypted_token,
        encrypted_report_secret)
      values (${organization_id}, ${connection_id}, ${`Harbour ${connection_id}`}, ${location_id}, 'https://wms.example.com/',
        ${box.encrypt('token of the warehouse', connection_id)}, ${box.encrypt(report_secret, connection_id)})`
  const byLocation = new Map(warehouses.map((one) => [one.location_id, one]))
  return { account_id, channel_id, consumer_channel_id, warehouses: byLocation }
}

export interface Shipment {
  report_id: string
  order_id: string
  lines: { line_item_id: string; quantity: number }[]
}

/** The request by which a warehouse reports a shipment, signed now. */
export function shipmentReport({ organization_id, connection_id, report_secret }: Warehouse, shipment: Shipment) {
  const body = JSON.stringify(shipment)
  const t = Math.floor(Date.now() / 1_000)
  const digest = createHmac('sha256', report_secret).update(`${t}.${body}`).digest('hex')
  return {
    path: `/callbacks/warehouses/${organization_id}/${connection_id}/shipments`,
    headers: { 'Content-Type': 'application/json', 'X-Service-Signature': `t=${t},v1=${digest}` },
    body,
  }
}
