/** A merchant with accounts that trade over EDI, and the workers of the engine on their own connections. */
import { openDatabase } from '../../db/client/database.ts'
import type { Sql } from '../../server/contract/call.ts'
import { ownIdentity } from '../../server/edi/control_numbers.ts'
import { type EdiParty, type Interchange } from '../../server/edi/x12/envelope.ts'
import { readInterchanges } from '../../server/edi/x12/read_envelope.ts'
import type { InventoryAdvice846 } from '../../server/edi/documents/inventory_advice_846.ts'
import { type Outgoing, type OutgoingSet, writeInterchange } from '../../server/edi/x12/write_interchange.ts'
import type { EdiDocumentHandler } from '../../server/interchanges/handler.ts'
import { startEdiInterchanges } from '../../server/interchanges/inbound/worker.ts'
import { startEdiDocuments } from '../../server/interchanges/outbound/worker.ts'
import { startEdiConnections } from '../../server/interchanges/polling/worker.ts'
import { queueEdiDocument } from '../../server/interchanges/queue_document.ts'
import { openTransports } from '../../server/interchanges/transports/transports.ts'
import { addressRules } from '../../server/outbox/webhook_tools.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { together, type Worker } from '../../server/queue/worker.ts'
import { testDatabase } from '../support/database.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { testService } from '../support/service/service.ts'
import { newTenant, type Tenant, type TenantOptions } from '../support/service/tenant.ts'

export const accountsPath = '/api/v1/wholesale/accounts'
export const documentsPath = '/api/v1/wholesale/edi/documents'
export const interchangesPath = '/api/v1/wholesale/edi/interchanges'

export const everyDocument = ['810', '846', '855', '856', '865', '997']

export interface Partner {
  trading_partner_id: string
  name: string
  party: EdiParty
}

export interface Shop {
  tenant: Tenant
  member: Session
  admin: Session
  own: EdiParty
  account: (name: string, profile?: object) => Promise<Partner>
  documents: (query?: string) => Promise<any[]>
  exceptions: (query?: string) => Promise<any[]>
  upload: (text: string | Uint8Array, file_name?: string) => Promise<any>
}

let accounts = 0

export async function shop(options: TenantOptions = {}): Promise<Shop> {
  const tenant = await newTenant(options)
  const [member, admin] = await Promise.all([newSession(tenant, { role: 'member' }), newSession(tenant)])
  const rows = async (path: string) => (await member.get(path)).body.data.rows as any[]
  return {
    tenant,
    member,
    admin,
    own: ownIdentity(tenant.organization_id, { edi_qualifier: null, edi_id: null }),
    account: async (name, profile = {}) => {
      const made = await member.post(accountsPath, { name })
      const { trading_partner_id } = made.body.data
      const party = { qualifier: 'ZZ', id: `PARTNER${++accounts}` }
      const saved = await admin.put(`${accountsPath}/${trading_partner_id}/edi-profile`, {
        edi_qualifier: party.qualifier,
        edi_id: party.id,
        version: '5010',
        documents_taken: everyDocument,
        ...profile,
      })
      if (saved.status !== 200) throw new Error(saved.text)
      return { trading_partner_id, name, party }
    },
    documents: async (query = '') =>
      (await tenant.get(`${documentsPath}?limit=1000${query}`)).body.data.rows.toReversed(),
    exceptions: async (query = '') => (await rows(`/api/v1/exceptions?is_open=true&limit=100${query}`)).toReversed(),
    upload: async (text, file_name = 'po.edi') => {
      const answer = await member.post(`${interchangesPath}?file_name=${file_name}`, undefined, {
        raw: typeof text === 'string' ? Buffer.from(text, 'latin1') : text,
        headers: { 'Content-Type': 'application/edi-x12' },
      })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data.interchanges
    },
  }
}

/** An advice of one item, as its mapping takes it. */
export const advice = (reference = 'INV-1'): InventoryAdvice846 => ({
  purpose: 'original',
  reference,
  advised_on: '2026-11-22',
  advised_at: null,
  vendor_number: null,
  supplier: null,
  buyer: null,
  warehouse: null,
  items: [
    {
      buyer_sku: 'J-S',
      buyer_sku_qualifier: 'IN',
      supplier_sku: null,
      gtin: null,
      other_ids: [],
      line_reference: '1',
      title: null,
      unit: 'EA',
      available: 12,
      on_hand: null,
      on_order: null,
      available_on: null,
    },
  ],
})

/** The segments of an order of one line, as text; numbers name it. */
export const orderSet = (number: string, more: readonly string[] = []): OutgoingSet => ({
  type: '850',
  segments: [
    `BEG*00*SA*${number}**20261122`,
    'N1*ST*North store*92*0117',
    ...more,
    'PO1*1*12*EA*31.5**IN*J-S',
    'CTT*1*12',
  ].map((text) => text.split('*')),
})

let lastQueued = 0

/** Queues a document as a domain does, in a transaction and at a millisecond of its own: lists sort by the time. */
export async function queue(
  { tenant }: Shop,
  partner: Partner,
  document_type: '855' | '846' | '810' | '856' | '865',
  record: object,
): Promise<number> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  lastQueued = Math.max(Date.now(), lastQueued + 1)
  const now = new Date(lastQueued).toISOString()
  const { trading_partner_id } = partner
  return sql.begin(async (tx) => {
    const queued = await queueEdiDocument(
      tx as unknown as Sql,
      { organization_id, now },
      { document_type, trading_partner_id, record },
    )
    return queued!.document_id
  })
}

export interface EdiRig {
  worker: Worker
  stop: () => Promise<void>
}

/** Workers of the engine with these handlers. */
export async function startWorkers(handlers: readonly EdiDocumentHandler[] = []): Promise<EdiRig> {
  const database = await testDatabase()
  const service = await testService()
  const db = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
  const rules = addressRules(service.settings)
  const tools = { db, secrets: secretBox(service.settings), transports: openTransports(database.data_dir, rules) }
  const all = [startEdiConnections(tools), startEdiInterchanges({ ...tools, handlers }), startEdiDocuments(tools)]
  const worker = together(all)
  // What is fetched is read, and what is read is answered.
  const settle = async () => {
    for (const one of all) await one.settle()
  }
  return {
    worker: { ...worker, settle },
    stop: async () => {
      await worker.stop()
      await db.close()
    },
  }
}

let numbers = 100

/** An interchange from the partner, in which each set is as given. */
export const written = (
  { own }: Shop,
  { party }: Partner,
  transactions: readonly OutgoingSet[],
  more: Partial<Outgoing> = {},
): string =>
  writeInterchange({
    sender: party,
    receiver: own,
    usage: 'T',
    control_number: ++numbers,
    now: '2026-11-22T10:00:00Z',
    transactions,
    ...more,
  })

/** What was archived of an outbound document, read again. */
export async function archived({ tenant }: Shop, document_id: number): Promise<{ text: string; read: Interchange }> {
  const [row] = await tenant.service.database.sql<{ content: Uint8Array }[]>`
    select i.content from edi_documents d
    join edi_interchanges i using (organization_id, interchange_id)
    where d.organization_id = ${tenant.organization_id} and d.document_id = ${document_id}`
  const text = Buffer.from(row!.content).toString('latin1')
  return { text, read: readInterchanges(text)[0]! }
}

/** Brings the waiting jobs of the organisation forward by so many seconds. */
export async function advance({ tenant }: Shop, seconds: number): Promise<void> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  for (const table of ['edi_documents', 'edi_interchanges', 'edi_connections'])
    await sql`
      update ${sql(table)} set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
        leased_until = leased_until - make_interval(secs => ${seconds})
      where organization_id = ${organization_id} and next_attempt_at is not null`
}
