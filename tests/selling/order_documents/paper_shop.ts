/** A shop with the items of the papers, an account that orders them, and a worker of the test's own that reads papers. */
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { openFiles } from '../../../server/files/files.ts'
import { localFiles } from '../../../server/files/local.ts'
import { startReadings } from '../../../server/selling/order_documents/worker.ts'
import type { PaperLimits } from '../../../server/selling/order_documents/reading/read_paper.ts'
import { testDatabase } from '../../support/database.ts'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { type Answer, newTenant, type Tenant, type TenantOptions } from '../../support/service/tenant.ts'
import { items } from './papers.ts'

export const path = '/api/v1/sales/orders/documents'

export async function openReader(limits: Partial<PaperLimits> = {}) {
  const { url, data_dir } = await testDatabase()
  const db = openDatabase(url, { autocommit_connections: 2 })
  const files = openFiles(localFiles(join(data_dir, 'files')), db)
  const worker = startReadings({ db, files, limits })
  return {
    db,
    files,
    settle: () => worker.settle(),
    stop: async () => {
      await worker.stop()
      await db.close()
    },
  }
}

export interface PaperShop {
  tenant: Tenant
  ids: Catalogue
  account_id: string
  channel_id: string
  admin: Session
  file: (bytes: Uint8Array, body?: object, options?: { key?: string }) => Promise<Answer>
  /** Files a paper and answers it. */
  filed: (bytes: Uint8Array, body?: object) => Promise<any>
  get: (document: { document_id: string }) => Promise<any>
  take: (document: { document_id: string }) => Promise<Answer>
  order: (order_id: string) => Promise<any>
  /** Open exceptions of a record. */
  exceptions: (type: string, id: string) => Promise<any[]>
  /** Names of the events that were recorded, oldest first. */
  events: () => Promise<string[]>
}

const receivers = ['order.created', 'exception.opened', 'exception.resolved']

export async function openPaperShop(options: TenantOptions = {}): Promise<PaperShop> {
  const tenant = await newTenant(options)
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const byProduct = Map.groupBy(items, ({ style }) => style)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    categories: ['Apparel'],
    products: [...byProduct].map(([title, variants]) => ({
      title,
      category: 'Apparel',
      variants: variants.map(({ sku, price_cents }) => ({ sku, price_cents })),
    })),
  })
  for (const { sku, barcode, color, size } of items)
    await sql`
      update variants set barcode = ${barcode}, option_values = ${JSON.stringify({ Color: color, Size: size })}::text::jsonb
      where organization_id = ${organization_id} and sku = ${sku}`
  const [price_list_id, account_id, channel_id] = [uuidv7(), uuidv7(), uuidv7()]
  const at = new Date()
  await insertRows(tenant, 'price_lists', [
    { price_list_id, name: 'Wholesale', currency: 'USD', created_at: at, updated_at: at },
  ])
  await insertRows(
    tenant,
    'price_list_prices',
    items.map(({ sku, price_cents }) => ({
      price_list_id,
      variant_id: ids.variants[sku],
      price_cents,
      updated_at: at,
    })),
  )
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name, price_list_id, payment_terms)
    values (${organization_id}, ${account_id}, 'Northern Outfitters', ${price_list_id}, 'net_30')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${organization_id}, ${channel_id}, 'Northern Outfitters', 'wholesale', ${account_id})`
  await insertRows(
    tenant,
    'account_items',
    items.map(({ sku, buyer_sku }) => ({ trading_partner_id: account_id, buyer_sku, variant_id: ids.variants[sku] })),
  )
  // The doors that papers name.
  await sql`
    insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind, is_active)
    select ${organization_id}, gen_random_uuid(), ${account_id}, 'DC-' || n, 'DC ' || n, 'dc', true
    from generate_series(10, 40) n`
  const admin = await newSession(tenant)
  for (const type of receivers) {
    const made = await admin.post('/api/v1/webhooks', { hook_url: 'http://127.0.0.1:9/hook', type })
    if (made.status !== 201) throw new Error(made.text)
  }
  const file = (bytes: Uint8Array, body: object = {}, options: { key?: string } = {}) => {
    const content = Buffer.from(bytes).toString('base64')
    return tenant.post(path, { account_id, file_name: 'order.pdf', content, ...body }, options)
  }
  return {
    tenant,
    ids,
    account_id,
    channel_id,
    admin,
    file,
    filed: async (bytes, body) => {
      const answer = await file(bytes, body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
    get: async ({ document_id }) => (await tenant.get(`${path}/${document_id}`)).body.data,
    take: ({ document_id }) => tenant.post(`${path}/${document_id}/take`),
    order: async (order_id) => (await tenant.get(`/api/v1/sales/orders/${order_id}`)).body.data,
    exceptions: async (type, id) =>
      (await admin.get(`/api/v1/exceptions?is_open=true&limit=100&subject_type=${type}&subject_id=${id}`)).body.data
        .rows,
    events: async () => {
      const rows = await sql`
        select event from webhook_events where organization_id = ${organization_id} order by event_id`
      return rows.map(({ event }) => event)
    },
  }
}
