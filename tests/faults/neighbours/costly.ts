/** The costliest requests that one organisation may send, each kind again and again on one connection. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { findOrganization } from '../../../server/boot/import_command/organizations.ts'
import { jsonBytes, openImportSession } from '../../../server/boot/import_command/session.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { limits } from '../../../server/contract/limits.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { openFiles } from '../../../server/files/files.ts'
import { localFiles } from '../../../server/files/local.ts'
import { measuresOf } from '../../../server/insight/metrics/dictionary.ts'
import { accountFolder } from '../../../server/interchanges/transports/folder.ts'
import { openImportData, salesFile } from '../../bench/fixtures/import_data.ts'
import { wideMeasures } from '../../bench/loop/requests.ts'
import { ask, type Rig } from '../rig.ts'

type Service = Parameters<typeof ask>[0]

export interface Costly {
  name: string
  /** One request, or one file, to its end; answers whether it succeeded. */
  send: (service: Service, key: string) => Promise<boolean>
}

const today = new Date().toISOString().slice(0, 10)
const salesDays = 100
/** Rows of the imported file. */
const importRows = 60_000

async function fill({ sql }: Rig, organization_id: string): Promise<string> {
  const trading_partner_id = uuidv7()
  await sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units,
      gross_sales_cents)
    select v.organization_id, v.variant_id, ${addDays(today, -1)}::date - n, c.sales_channel_id, l.location_id, 'USD', 1, 1000
    from variants v, generate_series(0, ${salesDays - 1}) n,
      (select sales_channel_id from sales_channels where organization_id = ${organization_id} limit 1) c,
      (select location_id from locations where organization_id = ${organization_id} limit 1) l
    where v.organization_id = ${organization_id}`
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${trading_partner_id}, 'COSTLY')`
  await sql`
    insert into account_edi_profiles (organization_id, trading_partner_id, edi_qualifier, edi_id, version,
      documents_taken, transport)
    values (${organization_id}, ${trading_partner_id}, 'ZZ', 'COSTLY', '5010', array['855'], 'folder')`
  await sql`
    insert into edi_connections (organization_id, trading_partner_id, transport, settings, state, next_attempt_at)
    values (${organization_id}, ${trading_partner_id}, 'folder', '{}', 'polled', now())`
  await sql`vacuum (analyze)`
  return trading_partner_id
}

const isSuccess = (reply: Awaited<ReturnType<typeof ask>>) => typeof reply === 'object' && reply.status < 300

const metricQueries: Costly = {
  name: 'metric queries',
  async send(service, key) {
    const query = {
      domain: 'sales',
      measures: wideMeasures(measuresOf('sales')),
      dimensions: ['sales_channel', 'category', 'product'],
      grain: 'day',
      time_range: { kind: 'absolute', start: addDays(today, -salesDays), end: addDays(today, -1) },
      limit: 4_000,
    }
    return isSuccess(await ask(service, 'POST', '/api/v1/metrics/query', key, { query }, 40_000))
  },
}

const pages: Costly = {
  name: 'pages of 10,000 rows',
  send: async (service, key) =>
    isSuccess(
      await ask(service, 'GET', `/api/v1/variants/table?limit=${limits.page_limit_max}`, key, undefined, 40_000),
    ),
}

const exports: Costly = {
  name: 'exports',
  async send(service, key) {
    const link = await ask(service, 'GET', '/api/v1/sales/table?export=true', key)
    if (!isSuccess(link) || typeof link !== 'object') return false
    const url = new URL(link.body.data.export_url)
    const response = await fetch(`${service.base_url}${url.pathname}`)
    await response.arrayBuffer()
    return response.ok
  },
}

const previewRows = Array.from(
  { length: 120_000 },
  (_, i) => `Door ${i % 400},P${i % 500}-1,2026-11-15,${i % 9},${i % 40}`,
)
const previewFile = `Store,Style,Week ending,Units sold,On hand\n${previewRows.join('\n')}\n`

const sellOutPreviews: Costly = {
  name: 'sell-out previews',
  async send(service, key) {
    const response = await fetch(`${service.base_url}/api/v1/sell-out/preview?file_name=report.csv`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv' },
      body: previewFile,
      signal: AbortSignal.timeout(40_000),
    })
    await response.arrayBuffer()
    // A report in a format that nobody confirmed costs as much and may be refused.
    return response.status < 500
  },
}

function orderPapers(account_id: string, sales_channel_id: string, location_id: string): Costly {
  return {
    name: 'order papers',
    async send(service, key) {
      const lines = Array.from({ length: 30_000 }, (_, i) => `P${i % 500}-${1 + (i % 4)},${1 + (i % 40)},10.00`)
      const text = `SKU,Quantity,Unit price\n${lines.join('\n')}\nNOTE ${crypto.randomUUID()},,\n`
      const body = {
        account_id,
        sales_channel_id,
        location_id,
        file_name: 'order.csv',
        content: Buffer.from(text).toString('base64'),
      }
      return isSuccess(await ask(service, 'POST', '/api/v1/sales/orders/documents', key, body, 40_000))
    },
  }
}

function ediFiles({ sql }: Rig, data_dir: string, organization_id: string, trading_partner_id: string): Costly {
  const inbox = join(accountFolder(data_dir, { organization_id, trading_partner_id }), 'in')
  mkdirSync(inbox, { recursive: true })
  let control_number = 0
  const segments = [
    ['AK1', 'IB', '1'],
    ['AK9', 'A', '1', '1', '1'],
  ]
  return {
    name: 'EDI files',
    async send() {
      const name = `file_${++control_number}.edi`
      const file = writeInterchange({
        sender: { qualifier: 'ZZ', id: 'COSTLY' },
        receiver: ownIdentity(organization_id, { edi_qualifier: null, edi_id: null }),
        usage: 'T',
        control_number,
        now: '2026-11-22T10:00:00Z',
        transactions: Array.from({ length: 9_999 }, () => ({ type: '997', segments })),
      })
      writeFileSync(join(inbox, name), file)
      const until = performance.now() + 20_000
      while (readdirSync(inbox).includes(name)) {
        if (performance.now() > until) return false
        await sql`update edi_connections set next_attempt_at = now() where organization_id = ${organization_id}`
        await Bun.sleep(200)
      }
      return true
    },
  }
}

/** An organisation with much of everything, and what it may ask for. */
export async function openCostly(rig: Rig, data_dir: string) {
  const { shop: organization_id } = await openImportData(rig.sql, rig.cluster.url, {
    folder: data_dir,
    sales: importRows,
  })
  const trading_partner_id = await fill(rig, organization_id)
  const [place] = await rig.sql<{ location_id: string; sales_channel_id: string }[]>`
    select (select location_id from locations where organization_id = ${organization_id} limit 1),
      (select sales_channel_id from sales_channels where organization_id = ${organization_id} limit 1)`
  const db = openDatabase(rig.cluster.url, { autocommit_connections: 1 })
  const session = openImportSession(
    db,
    openFiles(localFiles(join(data_dir, 'files')), db),
    await findOrganization(db.reads, organization_id),
  )
  const imports: Costly = {
    name: 'imports',
    async send() {
      const { file_key } = await session.upload(join(data_dir, salesFile), 'sales.csv')
      const { import_id, columns } = await session.create({ file_key, kind: 'daily_sales' })
      const mapped = columns.flatMap(({ header, field }) => (field === null ? [] : [{ header, field }]))
      await session.setMapping(import_id, jsonBytes({ mapping: { columns: mapped } }))
      await session.preview(import_id)
      const until = performance.now() + 30_000
      while ((await session.get(import_id)).progress.is_queued) {
        if (performance.now() > until) break
        await Bun.sleep(100)
      }
      await session.cancel(import_id)
      await session.deleteFile(file_key)
      return true
    },
  }
  const kinds: Costly[] = [
    metricQueries,
    pages,
    exports,
    imports,
    sellOutPreviews,
    ediFiles(rig, data_dir, organization_id, trading_partner_id),
    orderPapers(trading_partner_id, place!.sales_channel_id, place!.location_id),
  ]
  return { organization_id, kinds, close: () => db.close() }
}
