/** A shop whose account trades documents over EDI: texts in, records of documents and rows out. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { readEdiDocument } from '../../../server/edi/documents/read_document.ts'
import { readProblems } from '../../../server/edi/understood/read_problems.ts'
import { sentAt } from '../../../server/edi/x12/envelope.ts'
import { readInterchanges } from '../../../server/edi/x12/read_envelope.ts'
import type { HandlerOutcome } from '../../../server/interchanges/handler.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { openOrderShop, type OrderShop, path } from '../support/orders.ts'

export interface EdiShop extends OrderShop {
  /** Hands the sets of an interchange to their handlers, each in the transaction that records it. */
  receive: (...sets: string[][]) => Promise<HandlerOutcome[]>
  /** Receives one 850 and answers its draft. */
  drafted: (...segments: string[]) => Promise<any>
  /** Open exceptions about a subject as [kind, sentence]. */
  exceptions: (subject: string) => Promise<[string, string][]>
  /** Queued documents of a type, oldest first. */
  queued: (document_type: string) => Promise<{ document_id: number; record: any; order_id: string; state: string }[]>
  take: (documents: readonly string[]) => Promise<void>
  ship: (order: { order_id: string }, body: object) => Promise<any>
  /** Takes or declines the newest document of a type that is held. */
  decide: (document_type: string, decision: 'take' | 'decline') => Promise<any>
}

let controlNumber = 0

/** An interchange of the account around sets, each without ST and SE. */
export function interchange(...sets: string[][]): string {
  controlNumber += 1
  const number = String(controlNumber).padStart(9, '0')
  const isa = `ISA*00*          *00*          *ZZ*NORDHAUS       *ZZ*MERCHANT       *261121*0930*U*00401*${number}*0*P*>`
  const groups = sets.flatMap((segments, i) => {
    const set = String(i + 1).padStart(4, '0')
    const [type, ...body] = segments
    return [`ST*${type}*${set}`, ...body, `SE*${body.length + 2}*${set}`]
  })
  return [
    isa,
    `GS*PO*NORDHAUS*MERCHANT*20261121*0930*${controlNumber}*X*004010`,
    ...groups,
    `GE*${sets.length}*${controlNumber}`,
    `IEA*1*${number}`,
  ]
    .map((segment) => `${segment}~`)
    .join('\n')
}

export const order850 = (number: string, ...lines: string[]): string[] => [
  '850',
  `BEG*00*SA*${number}**20261101`,
  'CUR*BY*USD',
  ...lines,
  `CTT*${lines.filter((line) => line.startsWith('PO1')).length}`,
]

const gtin = '4006381333931'

export async function openEdiShop(time_zone?: string): Promise<EdiShop> {
  const shop = await openOrderShop(time_zone)
  const { tenant, account_id, ids } = shop
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  // One location in use, as an order that names none needs.
  await sql`update locations set is_active = false where organization_id = ${organization_id} and name = 'Store'`
  await sql`update organizations set gs1_company_prefix = '0614141' where organization_id = ${organization_id}`
  await sql`
    update variants set barcode = ${gtin} where organization_id = ${organization_id} and variant_id = ${ids.variants['J-L']!}`
  const prices = await sql`select price_list_id from price_lists where organization_id = ${organization_id}`
  const { price_list_id } = prices[0]!
  await insertRows(tenant, 'price_list_prices', [
    { price_list_id, variant_id: ids.variants['J-M'], price_cents: 3000, updated_at: new Date() },
  ])
  const now = new Date()
  await insertRows(tenant, 'account_items', [
    {
      trading_partner_id: account_id,
      buyer_sku: '771-S',
      variant_id: ids.variants['J-S'],
      created_at: now,
      updated_at: now,
    },
    {
      trading_partner_id: account_id,
      buyer_sku: '771-M',
      variant_id: ids.variants['J-M'],
      created_at: now,
      updated_at: now,
    },
  ])
  await insertRows(
    tenant,
    'account_doors',
    ['0101', '0102', 'DC1'].map((door_reference) => ({
      door_id: uuidv7(),
      trading_partner_id: account_id,
      door_reference,
      name: `Nordhaus ${door_reference}`,
      kind: door_reference === 'DC1' ? 'dc' : 'store',
      is_active: true,
      created_at: now,
      updated_at: now,
    })),
  )
  const take: EdiShop['take'] = async (documents_taken) => {
    await sql`delete from account_edi_profiles where organization_id = ${organization_id}`
    await insertRows(tenant, 'account_edi_profiles', [
      {
        trading_partner_id: account_id,
        edi_qualifier: 'ZZ',
        edi_id: `N${account_id.slice(-10).toUpperCase()}`,
        version: '4010',
        documents_taken: [...documents_taken],
        transport: 'stored',
        created_at: now,
        updated_at: now,
      },
    ])
  }
  await take(['810', '846', '855', '856', '865'])
  const receive: EdiShop['receive'] = async (...sets) => {
    const text = interchange(...sets)
    const [read] = readInterchanges(text)
    const interchange_id = uuidv7()
    await sql`
      insert into edi_interchanges (organization_id, interchange_id, direction, trading_partner_id, state, sentence,
        control_number, content, content_hash)
      values (${organization_id}, ${interchange_id}, 'inbound', ${account_id}, 'read', 'Read.', ${read!.control_number},
        ${Buffer.from(text, 'latin1')}, ${Buffer.from('')})`
    const outcomes: HandlerOutcome[] = []
    const group = read!.groups[0]!.control_number
    for (const transaction of read!.groups.flatMap(({ transactions }) => transactions)) {
      const handler = ediHandlers.find(({ document_type }) => document_type === transaction.type)!
      const outcome = await sql.begin(async (tx) => {
        const [row] = await tx`
          insert into edi_documents (organization_id, document_type, direction, state, sentence, network,
            trading_partner_id, interchange_id, group_control_number, set_control_number, received_at)
          values (${organization_id}, ${transaction.type}, 'inbound', 'received', 'Received.', 'edi_network',
            ${account_id}, ${interchange_id}, ${group}, ${transaction.control_number}, now()) returning document_id::float8 as document_id, now() as now`
        const { document_id, now: at } = row as any
        const context = {
          organization_id,
          actor: 'edi:Nordhaus',
          now: new Date(at).toISOString(),
          currency: 'USD',
          time_zone: time_zone ?? 'UTC',
        }
        const made = await handler.handle(tx as never, context, {
          document_id,
          document_type: transaction.type,
          control_number: read!.control_number,
          sent_at: sentAt(read!),
          account: { trading_partner_id: account_id, name: 'Nordhaus' },
          record: readEdiDocument(transaction)!.record,
          problems: readProblems(transaction),
        })
        await tx`
          update edi_documents set state = ${made.state}, sentence = ${made.sentence}, order_id = ${made.order_id ?? null},
            facts = ${made.facts === undefined ? null : JSON.stringify(made.facts)}::text::jsonb
          where organization_id = ${organization_id} and document_id = ${document_id}`
        return made
      })
      outcomes.push(outcome as HandlerOutcome)
    }
    return outcomes
  }
  return {
    ...shop,
    take,
    receive,
    async drafted(...segments) {
      const [outcome] = await receive(segments)
      expect(outcome?.state).toBe('processed')
      return shop.get({ order_id: outcome!.order_id! })
    },
    exceptions: async (subject) => {
      const { rows } = (await shop.admin.get(`/api/v1/exceptions?is_open=true&subject_id=${subject}`)).body.data
      return rows.map((row: any) => [row.kind, row.sentence]).toSorted()
    },
    queued: async (document_type) => {
      const rows = await sql`
        select document_id::float8 as document_id, record, order_id, state from edi_documents
        where organization_id = ${organization_id} and document_type = ${document_type} and direction = 'outbound'
        order by created_at, document_id`
      return rows.map((row) => ({ ...row })) as any
    },
    async decide(document_type, decision) {
      const [held] = await sql`
        select document_id::float8 as document_id from edi_documents
        where organization_id = ${organization_id} and document_type = ${document_type} and direction = 'inbound'
        order by created_at desc, document_id desc limit 1`
      return shop.admin.post(`/api/v1/wholesale/edi/documents/${held!.document_id}/decision`, { decision })
    },
    async ship({ order_id }, body) {
      const shipped = await shop.admin.post(`${path}/${order_id}/shipments`, body)
      if (shipped.status !== 201) throw new Error(shipped.text)
      return shipped.body.data
    },
  }
}

/** Every line accepted as ordered, with a price where it is open. */
export const acceptAll = (order: any, price?: number) => ({
  lines: order.line_items.map(({ line_item_id, unit_price }: any) => ({
    line_item_id,
    verdict: 'accepted',
    ...(unit_price.cents === null ? { unit_price_cents: price ?? 2500 } : {}),
  })),
})
