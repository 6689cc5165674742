/** F19: workers killed while they exchange interchanges over folders, and one partner's flood beside another partner. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../server/contract/call.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
import type { Acknowledgement855 } from '../../../server/edi/documents/acknowledgement_855.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { readFile } from '../../../server/interchanges/inbound/reading/reader.ts'
import { receiveInterchanges } from '../../../server/interchanges/inbound/receive.ts'
import { queueEdiDocument } from '../../../server/interchanges/queue_document.ts'
import { accountFolder } from '../../../server/interchanges/transports/folder.ts'
import { atMost, exactly, type Figure, figure, type Rig, secretKey } from '../rig.ts'

export const title = 'F19 EDI: workers killed between claim and acknowledgement, and one partner floods its account'
const killAfterMsMax = 600
const killsMax = 12
const lookMs = 100
const neighbourDocuments = 20
const delayMsMax = 2_000

interface Partner {
  organization_id: string
  trading_partner_id: string
  edi_id: string
}

interface Fixture {
  rig: Rig
  data_dir: string
  startWorker: () => ChildProcess
}

async function newOrganization({ sql }: Rig): Promise<string> {
  const organization_id = uuidv7()
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, 'EDI load', 'us', 'pro', true)`
  return organization_id
}

async function newPartner({ sql }: Rig, organization_id: string, edi_id: string): Promise<Partner> {
  const trading_partner_id = uuidv7()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${trading_partner_id}, ${edi_id})`
  await sql`
    insert into account_edi_profiles (organization_id, trading_partner_id, edi_qualifier, edi_id, version,
      documents_taken, transport)
    values (${organization_id}, ${trading_partner_id}, 'ZZ', ${edi_id}, '5010', array['855'], 'folder')`
  await sql`
    insert into edi_connections (organization_id, trading_partner_id, transport, settings, state, next_attempt_at)
    values (${organization_id}, ${trading_partner_id}, 'folder', '{}', 'polled', now())`
  return { organization_id, trading_partner_id, edi_id }
}

const acknowledgement = (number: string): Acknowledgement855 => ({
  number,
  release_number: null,
  ordered_on: '2026-11-20',
  acknowledged_on: '2026-11-22',
  supplier_reference: null,
  vendor_number: null,
  department: null,
  currency: 'USD',
  buyer: null,
  supplier: null,
  ship_to: null,
  lines: [
    {
      buyer_sku: 'J-S',
      buyer_sku_qualifier: 'IN',
      supplier_sku: null,
      gtin: null,
      other_ids: [],
      line_reference: '1',
      ordered_quantity: 12,
      unit: 'EA',
      unit_price: '25',
      title: null,
      answers: [{ status: 'accepted', quantity: 12, ship_on: '2026-12-05' }],
    },
  ],
})

/** Queues acknowledgements in batches of a hundred, each batch in one transaction. */
async function queueDocuments({ sql }: Rig, partner: Partner, count: number): Promise<void> {
  const { organization_id, trading_partner_id } = partner
  for (let first = 0; first < count; first += 100)
    await sql.begin(async (tx) => {
      const now = new Date().toISOString()
      for (let i = first; i < Math.min(first + 100, count); i++) {
        const document = { document_type: '855', trading_partner_id, record: acknowledgement(`PO-${i}`) } as const
        await queueEdiDocument(tx as unknown as Sql, { organization_id, now }, document)
      }
    })
}

/** An interchange from the partner with a document that nothing processes, so that its recording alone is measured. */
const interchangeFrom = ({ organization_id, edi_id }: Partner, control_number: number): string =>
  writeInterchange({
    sender: { qualifier: 'ZZ', id: edi_id },
    receiver: ownIdentity(organization_id, { edi_qualifier: null, edi_id: null }),
    usage: 'T',
    control_number,
    now: '2026-11-22T10:00:00Z',
    transactions: [
      {
        type: '997',
        segments: [
          ['AK1', 'IB', '1'],
          ['AK9', 'A', '1', '1', '1'],
        ],
      },
    ],
  })

async function receive({ sql }: Rig, partner: Partner, first: number, count: number): Promise<void> {
  for (let next = first; next < first + count; next += 100)
    await sql.begin(async (tx) => {
      const numbers = Array.from({ length: Math.min(100, first + count - next) }, (_, i) => next + i)
      const bytes = Buffer.from(numbers.map((number) => interchangeFrom(partner, number)).join('\n'), 'latin1')
      const place = { organization_id: partner.organization_id, now: new Date().toISOString() }
      const read = await readFile(place.organization_id, { bytes })
      await receiveInterchanges(tx as unknown as Sql, place, {
        read,
        file_name: null,
        delivered_by: null,
        encrypt: null,
      })
    })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await Bun.sleep(lookMs)
}

const queues = ['edi_documents', 'edi_interchanges', 'edi_connections']

/** Kills each worker a moment after it has claimed something. Its leases end at once instead of after most of a minute. */
function killing({ rig, startWorker }: Fixture): { stop: () => Promise<number> } {
  let kills = 0
  let isOver = false
  let worker = startWorker()
  const isAtWork = async () => {
    const leased = await rig.sql`
      select from edi_documents where leased_until > now()
      union all select from edi_interchanges where leased_until > now()`
    return leased.length > 0
  }
  const work = (async () => {
    while (!isOver) {
      while (!isOver && !(await isAtWork())) await Bun.sleep(5)
      await Bun.sleep((kills * 137) % killAfterMsMax)
      if (isOver || kills >= killsMax) break
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.kill('SIGKILL')
      await ended
      kills++
      for (const table of queues)
        await rig.sql`update ${rig.sql(table)} set leased_until = now() where leased_until is not null`
      await rig.sql`update edi_connections set next_attempt_at = now() where state = 'polled'`
      worker = startWorker()
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await work
      worker.kill('SIGTERM')
      return kills
    },
  }
}

/** Documents to one account and interchanges from another, over folders, while workers are killed. */
async function killedWorkers(fixture: Fixture, documents: number): Promise<Figure[]> {
  const { rig, data_dir } = fixture
  const organization_id = await newOrganization(rig)
  const [to, from] = [await newPartner(rig, organization_id, 'BUYER'), await newPartner(rig, organization_id, 'SENDER')]
  const inbox = join(accountFolder(data_dir, from), 'in')
  mkdirSync(inbox, { recursive: true })
  for (let i = 1; i <= documents; i++) writeFileSync(join(inbox, `po_${i}.edi`), interchangeFrom(from, i))
  await queueDocuments(rig, to, documents)
  const killer = killing(fixture)
  const countOf = async (where: string): Promise<number> => {
    const [row] = await rig.sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from edi_documents where organization_id = '${organization_id}' and ${where}`,
    )
    return row!.count
  }
  let kills = 0
  try {
    await until(async () => (await countOf(`state = 'sent'`)) === documents)
    await until(async () => (await countOf(`direction = 'inbound'`)) >= documents && readdirSync(inbox).length === 0)
  } finally {
    kills = await killer.stop()
  }
  const outbox = join(accountFolder(data_dir, to), 'out')
  const files = readdirSync(outbox).filter((name) => name.endsWith('.edi'))
  const numbers = files.map((name) => Number(/_(\d+)\.edi$/.exec(name)![1])).toSorted((a, b) => a - b)
  const archived = await rig.sql<{ file_name: string; content: Uint8Array }[]>`
    select file_name, content from edi_interchanges
    where organization_id = ${organization_id} and direction = 'outbound'`
  const different = archived.filter(
    ({ file_name, content }) => readFileSync(join(outbox, file_name)).compare(Buffer.from(content)) !== 0,
  )
  const interchanges = await rig.sql`
    select from edi_interchanges where organization_id = ${organization_id} and direction = 'inbound' and state = 'read'`
  return [
    figure('documents, kills', `${documents}, ${kills}`),
    exactly('control numbers missing or doubled', numbers.filter((number, i) => number !== i + 1).length, 0),
    exactly('files that arrived', files.length, documents),
    exactly('interchanges archived', archived.length, documents),
    exactly('files that differ from the archive', different.length, 0),
    exactly('interchanges received once', interchanges.length, documents),
    exactly('inbound documents recorded once', await countOf(`direction = 'inbound'`), documents),
  ]
}

/** The longest time from a commit to the end of a neighbour's document and interchange, in a flood of another partner. */
async function flooded(fixture: Fixture, flood: number): Promise<Figure[]> {
  const { rig, startWorker } = fixture
  const organization_id = await newOrganization(rig)
  const [noisy, quiet] = [
    await newPartner(rig, organization_id, 'NOISY'),
    await newPartner(rig, organization_id, 'QUIET'),
  ]
  await queueDocuments(rig, noisy, flood)
  await receive(rig, noisy, 1, flood)
  const { trading_partner_id } = quiet
  const worker = startWorker()
  try {
    const left = async () => {
      const [row] = await rig.sql<{ count: number }[]>`
        select ((select count(*) from edi_documents where organization_id = ${organization_id} and state = 'queued')
          + (select count(*) from edi_interchanges
             where organization_id = ${organization_id} and state = 'received'))::int as count`
      return row!.count
    }
    const before = await left()
    await until(async () => (await left()) < before)
    for (let i = 1; i <= neighbourDocuments; i++) {
      await queueDocuments(rig, quiet, 1)
      await receive(rig, quiet, i, 1)
      await Bun.sleep(lookMs)
    }
    const unfinished = async () => {
      const [row] = await rig.sql<{ count: number }[]>`
        select ((select count(*) from edi_documents where organization_id = ${organization_id}
            and trading_partner_id = ${trading_partner_id} and state = 'queued')
          + (select count(*) from edi_interchanges where organization_id = ${organization_id}
            and trading_partner_id = ${trading_partner_id} and state = 'received'))::int as count`
      return row!.count
    }
    await until(async () => (await unfinished()) === 0)
    const stillWaiting = await left()
    const [delays] = await rig.sql<{ documents: number; interchanges: number }[]>`
      select (select max(extract(epoch from sent_at - created_at)) * 1000 from edi_documents
          where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
            and direction = 'outbound')::float8 as documents,
        (select max(extract(epoch from ended_at - created_at)) * 1000 from edi_interchanges
          where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
            and direction = 'inbound')::float8 as interchanges`
    return [
      figure('flood each way, still waiting at the end', `${flood}, ${stillWaiting}`),
      atMost("longest delay of a neighbour's 855", delays!.documents, delayMsMax, ' ms'),
      atMost("longest delay of a neighbour's interchange", delays!.interchanges, delayMsMax, ' ms'),
    ]
  } finally {
    worker.kill('SIGTERM')
  }
}

export async function run(
  rig: Rig,
  { documents, flood, progress }: { documents: number; flood: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const data_dir = mkdtempSync(join(tmpdir(), 'merchant-api-edi-'))
  const environment = { DATABASE_URL: rig.cluster.url, DATA_DIR: data_dir, SECRET_KEY: secretKey, LOG_LEVEL: 'off' }
  const startWorker = () =>
    spawn(process.execPath, [rig.deliverer], { env: { ...process.env, ...environment }, stdio: 'ignore' })
  const fixture = { rig, data_dir, startWorker }
  try {
    const killed = await killedWorkers(fixture, documents)
    progress(0.4)
    const delayed = await flooded(fixture, flood)
    progress(1)
    return [...killed, ...delayed]
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
}
