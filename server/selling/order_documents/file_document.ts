import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Files, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Id, Line, type Static, Text, Type } from '../../contract/schema.ts'
import { servedUpload } from '../../files/remove_after.ts'
import { actorOf } from '../../ledger/actor.ts'
import { orderPaperFormats } from '../known_values.ts'
import { readAccount, readChannel, readLocation } from '../orders/references.store.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { OrderPaperRow } from './model.ts'
import { documentSubject, readRows } from './document.store.ts'
import { orderPapersChannel } from './queue.store.ts'
import { type Format, formatOf } from './reading/format.rules.ts'
import { sourceKey } from './source_file.ts'

const Filing = Type.Object(
  {
    account_id: Id('Id of the trading account that sent the paper; it is never read off the paper itself.'),
    file_name: Type.Optional(
      Line('File name. Required with `content`; if left out, that of the upload.', {
        maxLength: 255,
        examples: ['po-77120.pdf'],
      }),
    ),
    content: Type.Optional(
      Text(`The file as base64, at most ${limits.order_document_bytes_max.toLocaleString('en-US')} bytes unpacked.`, {
        minLength: 1,
        maxLength: Math.ceil(limits.order_document_bytes_max / 3) * 4,
        examples: ['U0tVLFF1YW50aXR5LFVuaXQgcHJpY2UKSlVNUEVSLU0sMjQsODkuMDAK'],
      }),
    ),
    s3_key: Type.Optional(
      Text('Key of an uploaded file; sent in place of `content`.', {
        minLength: 1,
        maxLength: 500,
        examples: ['uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/po-77120.pdf'],
      }),
    ),
    sales_channel_id: Type.Optional(
      Id(
        'Id of the sales channel of the draft. If left out: the only channel in use of the account, else the only wholesale channel of no account.',
      ),
    ),
    location_id: Type.Optional(Id('Id of the location that ships the order. If left out: the only location in use.')),
  },
  {
    $id: 'NewOrderDocument',
    additionalProperties: false,
    examples: [
      {
        account_id: exampleId('account_id'),
        sales_channel_id: exampleId('sales_channel_id'),
        location_id: exampleId('location_id'),
        file_name: 'po-77120.csv',
        content: 'U0tVLFF1YW50aXR5LFVuaXQgcHJpY2UKSlVNUEVSLU0sMjQsODkuMDAK',
      },
    ],
  },
)
type Filing = Static<typeof Filing>

interface SentFile {
  bytes: Uint8Array
  file_name: string
  field: 'content' | 's3_key'
}

async function readSent(
  files: Files,
  organization_id: string,
  { content, s3_key, file_name }: Filing,
): Promise<SentFile> {
  if ((content === undefined) === (s3_key === undefined))
    refuseField('content', 'is required unless s3_key is given; send exactly one of them', ['content', 's3_key'])
  if (content !== undefined) {
    if (file_name === undefined) refuseField('file_name', 'is required with content')
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content) || content.length % 4 !== 0) refuseField('content', 'must be base64')
    return { bytes: Buffer.from(content, 'base64'), file_name, field: 'content' }
  }
  const file = await files.read(organization_id, s3_key!)
  if (file === null) refuseField('s3_key', 'must be an uploaded file of this organisation')
  return { bytes: file.bytes, file_name: file_name ?? file.file_name, field: 's3_key' }
}

function checkFile({ bytes, field }: SentFile): Format {
  if (bytes.byteLength > limits.order_document_bytes_max)
    refuseField(field, 'is too large', [`at most ${limits.order_document_bytes_max} bytes`])
  if (bytes.byteLength === 0) refuseField(field, 'is an empty file')
  return formatOf(bytes) ?? refuseField(field, 'is a file of another format', orderPaperFormats)
}

/** The paper of the account with the same bytes that is queued, or became an order. */
const findSame = (sql: Sql, organization_id: string, trading_partner_id: string, sha256: string) => sql<
  { document_id: string; state: string }[]
>`
  select document_id, state from order_documents
  where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and sha256 = ${sha256}
    and part_number = 1 and state in ('queued', 'read', 'taken')`

export const fileOrderPaper = operation({
  id: 'orders.file_document',
  route: 'POST /api/v1/sales/orders/documents',
  summary: 'File an order paper',
  desc: ({ file_name }) => `Paper ${file_name} filed; it is queued to be read.`,
  description: `Files one order paper of a retailer, as PDF, CSV, workbook (XLSX or XLS, also a page in HTML that was saved as XLS), or photographed page (JPEG or PNG), and queues its reading. The format is found from the content. The account is the one that \`account_id\` names. Lines are matched by your SKU, the account's SKU, the barcode, or style, colour and size. If every line is sure, the draft order is created without a person and the paper is \`read\`; otherwise it is \`refused\` with its reasons, and can be taken as a draft all the same. At most ${limits.order_document_pages_max} pages, ${limits.order_document_scanned_pages_max} of them scanned. A file that is queued for the account, or has become an order of it, is refused with \`conflict\` and its \`document_id\`; one that was refused or failed can be filed again, which resolves what is open about it. A file with a column of order numbers becomes one paper and one draft for each number. The file is kept with the paper and can be downloaded; the upload that it came in is deleted.`,
  capability: 'trading-partner connectivity',
  status: 201,
  body: Filing,
  body_bytes_max: limits.order_document_body_bytes_max,
  answer: OrderPaperRow,
  refusals: ['conflict'],
  conflict: 'The file is filed for the account already, and is queued or has become an order.',
  emits: ['exception.resolved'],
  async prepare({ sql, caller: { organization_id }, body, files }) {
    const { bytes, ...sent } = await readSent(files, organization_id, body)
    const format = checkFile({ bytes, ...sent })
    const place = await readPlace(sql, organization_id, body)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // Stored under the hash of its content: filing the same file again, or this call again, stores it once.
    await files.store(organization_id, sourceKey(sha256), once(bytes))
    return { ...place, file_name: sent.file_name, byte_count: bytes.byteLength, format, sha256 }
  },
  async run({ sql, caller, now, body, prepared }) {
    const { organization_id } = caller
    const { account_id, sales_channel_id, location_id, file_name, byte_count, format, sha256 } = prepared
    const document_id = uuidv7()
    const { count } = await sql`
      insert into order_documents (organization_id, document_id, trading_partner_id, sales_channel_id, location_id,
        file_name, format, byte_count, sha256, state, next_attempt_at, filed_by, filed_at)
      values (${organization_id}, ${document_id}, ${account_id}, ${sales_channel_id}, ${location_id}, ${file_name},
        ${format}, ${byte_count}, ${sha256}, 'queued', now(), ${actorOf(caller)}, ${now})
      on conflict (organization_id, trading_partner_id, sha256, part_number) where state in ('queued', 'read', 'taken') do nothing`
    if (count === 0) {
      const [same] = await findSame(sql, organization_id, account_id, sha256)
      refuse('conflict', {
        desc: 'This file is filed for the account already, and is queued or has become an order.',
        data: { document_id: same?.document_id ?? null, state: same?.state ?? null },
      })
    }
    await resolveEarlier(sql, { organization_id, now, actor: actorOf(caller) }, { account_id, sha256 })
    if (body.s3_key !== undefined) await servedUpload(sql, organization_id, body.s3_key)
    await sql`select pg_notify(${orderPapersChannel}, '')`
    const [row] = await readRows(
      sql,
      organization_id,
      sql`select document_id, filed_at from order_documents
        where organization_id = ${organization_id} and document_id = ${document_id}`,
    )
    return row!
  },
})

/** What was open about the same file, which was refused or failed before, is open about the new reading if at all. */
async function resolveEarlier(
  sql: Sql,
  { organization_id, now, actor }: { organization_id: string; now: string; actor: string },
  { account_id, sha256 }: { account_id: string; sha256: string },
): Promise<void> {
  const earlier = await sql<{ document_id: string }[]>`
    select document_id from order_documents
    where organization_id = ${organization_id} and trading_partner_id = ${account_id} and sha256 = ${sha256}
      and state in ('refused', 'failed')`
  for (const { document_id } of earlier)
    await resolveExceptions(sql, organization_id, now, {
      kind: 'document_unreadable',
      subject: { type: documentSubject, id: document_id },
      resolution: 'filed_again',
      resolved_by: actor,
    })
}

/** Reads the sales channel and location for the order of the paper. */
async function readPlace(sql: Sql, organization_id: string, named: Filing) {
  const account_id = (await readNamed(sql, organization_id, named.account_id)).trading_partner_id
  const [sales_channel_id, location_id] = await Promise.all([
    readChannel(sql, organization_id, named.sales_channel_id, account_id),
    readLocation(sql, organization_id, named.location_id),
  ])
  return { account_id, sales_channel_id, location_id }
}

async function readNamed(sql: Sql, organization_id: string, account_id: string) {
  const [place] = await sql`
    select from trading_partners where organization_id = ${organization_id} and trading_partner_id = ${account_id}`
  if (place === undefined) refuseField('account_id', 'must be a trading account of this organisation')
  return readAccount(sql, organization_id, account_id)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
