/** A brand that a retailer sends files to: bytes in over HTTP, and orders, exceptions and answers out. */
import { readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
import { documentsPath, type EdiRig, interchangesPath, startWorkers } from '../../interchanges/rig.ts'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { path } from '../support/orders.ts'

export const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}.edi`, import.meta.url))

export const startReading = (): Promise<EdiRig> => startWorkers(ediHandlers)

export interface Brand {
  tenant: Tenant
  admin: Session
  account_id: string
  rig: EdiRig
  /** Uploads a file and reads it; answers its document of a type. */
  send: (file: Uint8Array, document_type?: string) => Promise<any>
  /** The draft that a file became. */
  drafted: (file: Uint8Array) => Promise<any>
  /** Open exceptions about a record as [kind, sentence]. */
  exceptions: (subject: string | number) => Promise<[string, string][]>
  /** Records of queued documents of a type. */
  queued: (document_type: string) => Promise<any[]>
  profile: (more?: object) => Promise<void>
}

const at = () => new Date()

/** The account RETAILER01 with stores and a distribution centre; its prices are those of the list. */
export async function openBrand(rig: EdiRig, price_cents = 2400, sandbox = true): Promise<Brand> {
  const tenant = await newTenant({ sandbox })
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  await sql`update organizations set gs1_company_prefix = '0614141' where organization_id = ${organization_id}`
  const own = ownIdentity(organization_id, { edi_qualifier: null, edi_id: null }).id.padEnd(15)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    categories: ['Knitwear'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          { sku: 'JUMPER-M', unit_cost: '10.0000', stock: { Main: { on_hand: 500 } } },
          { sku: 'JUMPER-L', unit_cost: '10.0000', stock: { Main: { on_hand: 500 } } },
        ],
      },
    ],
  })
  const admin = await newSession(tenant)
  const [price_list_id, account_id] = [uuidv7(), uuidv7()]
  const now = at()
  await insertRows(tenant, 'price_lists', [
    { price_list_id, name: 'Wholesale', currency: 'USD', created_at: now, updated_at: now },
  ])
  await insertRows(
    tenant,
    'price_list_prices',
    ['JUMPER-M', 'JUMPER-L'].map((sku) => ({
      price_list_id,
      variant_id: ids.variants[sku],
      price_cents,
      updated_at: now,
    })),
  )
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name, price_list_id, payment_terms, currency)
    values (${organization_id}, ${account_id}, 'Retailer', ${price_list_id}, 'net_30', 'USD')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${organization_id}, ${uuidv7()}, 'Retailer', 'wholesale', ${account_id})`
  await insertRows(tenant, 'account_items', [
    {
      trading_partner_id: account_id,
      buyer_sku: '77-100-M',
      variant_id: ids.variants['JUMPER-M'],
      created_at: now,
      updated_at: now,
    },
  ])
  await insertRows(
    tenant,
    'account_doors',
    ['0101', '0102', '9001'].map((door_reference) => ({
      door_id: uuidv7(),
      trading_partner_id: account_id,
      door_reference,
      name: `Door ${door_reference}`,
      kind: door_reference === '9001' ? 'dc' : 'store',
      is_active: true,
      created_at: now,
      updated_at: now,
    })),
  )
  const profile: Brand['profile'] = async (more = {}) => {
    const saved = await admin.put(`/api/v1/wholesale/accounts/${account_id}/edi-profile`, {
      edi_qualifier: 'ZZ',
      edi_id: 'RETAILER01',
      version: '4010',
      documents_taken: ['810', '855', '856', '865', '997'],
      ...more,
    })
    if (saved.status !== 200) throw new Error(saved.text)
  }
  await profile()
  const send: Brand['send'] = async (file, document_type = '850') => {
    const answer = await admin.post(`${interchangesPath}?file_name=order.edi`, undefined, {
      // Every organisation has an identity of its own.
      raw: Buffer.from(Buffer.from(file).toString('latin1').replace('BRAND01        ', own), 'latin1') as never,
      headers: { 'Content-Type': 'application/edi-x12' },
    })
    if (answer.status !== 201) throw new Error(answer.text)
    await rig.worker.settle()
    const { rows } = (await tenant.get(`${documentsPath}?document_type=${document_type}&direction=inbound`)).body.data
    return rows[0] ?? answer.body.data.interchanges[0]
  }
  return {
    tenant,
    admin,
    account_id,
    rig,
    profile,
    send,
    drafted: async (file) => {
      const document = await send(file)
      if (document.order == null) throw new Error(JSON.stringify(document))
      return (await tenant.get(`${path}/${document.order.order_id}`)).body.data
    },
    exceptions: async (subject) => {
      const { rows } = (await admin.get(`/api/v1/exceptions?is_open=true&subject_id=${subject}`)).body.data
      return rows.map((row: any) => [row.kind, row.sentence]).toSorted()
    },
    queued: async (document_type) => {
      const rows = await sql`
        select record from edi_documents
        where organization_id = ${organization_id} and document_type = ${document_type} and direction = 'outbound'
        order by created_at, document_id`
      return rows.map(({ record }) => record)
    },
  }
}

let numbers = 500

/** An interchange of the account around one set, given without ST and SE. */
export function fileOf(type: string, ...segments: string[]): Buffer {
  numbers += 1
  const number = String(numbers).padStart(9, '0')
  const code = { 850: 'PO', 852: 'PD', 860: 'PC' }[type]!
  const all = [
    `ISA*00*          *00*          *ZZ*RETAILER01     *ZZ*BRAND01        *261120*0930*U*00401*${number}*0*P*>`,
    `GS*${code}*RETAILER01*BRAND01*20261120*0930*${numbers}*X*004010`,
    `ST*${type}*0001`,
    ...segments,
    `SE*${segments.length + 2}*0001`,
    `GE*1*${numbers}`,
    `IEA*1*${number}`,
  ]
  return Buffer.from(all.map((one) => `${one}~`).join('\n'))
}

/** A sample with one of its segments in other words, or without it. */
export const changed = (name: string, segment: string, other: string | null): Buffer => {
  const lines = sample(name)
    .toString('latin1')
    .split('~')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const body = lines.slice(3, -3).flatMap((one) => (one === segment ? (other === null ? [] : other.split('~')) : [one]))
  return fileOf('850', ...body)
}
