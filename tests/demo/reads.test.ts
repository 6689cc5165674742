/** Every read with a key shows something on the demo: no list that a response has stays empty for all ids. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { publicOperations } from '../../server/boot/operations.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { startSeparateService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(600_000)

const oneCurrency = 'all trade of the demo is in one currency'
/** The groups of sales analytics: the categories that sold. */
const groups = 'Overall Accessories Dresses Footwear Knitwear Outerwear Shirts T-shirts Trousers'.split(' ')

/** Lists that the demo leaves empty, and why. */
const empty: Record<string, string> = {
  'sales.get_net_sales .data.coverage.conversions': oneCurrency,
  'sales.list_sales .data.coverage.conversions': oneCurrency,
  'sales.get_new_overview .coverage.conversions': oneCurrency,
  ...Object.fromEntries(
    groups.map((group) => [`sales.get_analytics .data.${group}.basis.coverage.conversions`, oneCurrency]),
  ),
  'sales.get_forecast_config .data.variants': 'lists only variants that the request names',
  'order_book.list_account_styles .data.styles[].commitment_ids': 'booked lines of the demo name no commitment',
  'accounts.list_edi_documents .data.rows[].not_understood':
    'the accounts of the demo send nothing that is not understood',
  'orders.get .data.allowances_apart': 'no buyer of the demo bills back',
  'orders.get_invoice .data.allowances_apart': 'no buyer of the demo bills back',
  'orders.list_invoices .data.rows[].allowances_apart': 'no buyer of the demo bills back',
  'orders.get .data.lines_without_goods': 'orders of the demo were not imported',
  'returns.get .data.credit.credit_notes': 'returns of the demo were refunded, not credited',
  'returns.list .data.rows[].credit.credit_notes': 'returns of the demo were refunded, not credited',
  'returns.get .data.lines[].receipts[].inspections': 'no unit of the demo was inspected',
  'returns.list .data.rows[].lines[].receipts[].inspections': 'no unit of the demo was inspected',
  'orders.get .data.related_orders': 'no order of the demo was split, merged or duplicated',
  'orders.get .data.voided_shipments': 'no shipment of the demo was recorded in error',
  'returns.get .data.exchanges': 'no return of the demo was exchanged',
  'returns.list .data.rows[].exchanges': 'no return of the demo was exchanged',
  'orders.get_document .data.reading.corrected': 'no paper of the demo was read wrong',
  'orders.get_document .data.reading.lines[].corrected': 'no paper of the demo was read wrong',
  'orders.get_document .data.reading.lines[].derived': 'every line of the papers of the demo states its price',
  'orders.get_document .data.reading.learned': 'no correction of a paper was there to learn from',
  'orders.get_document .data.reading.lines[].learned': 'no correction of a paper was there to learn from',
  'planning.list_commitment_accounts .data.accounts': 'booked lines of the demo name no commitment',
}

const idsEach = 400
const reads = publicOperations.filter(({ method }) => method === 'GET')
let tenant: Tenant
let ids: Map<string, string>

beforeAll(async () => {
  const service = await startSeparateService('demo_reads')
  tenant = await newTenant({ plan: 'pro', service })
  const { organization_id } = tenant
  const secrets = secretBox(service.settings)
  const files = { store: async () => {} }
  await fillDemo(service.database.url, {
    organization_id,
    variants: 600,
    seed: 5,
    today: '2026-11-20',
    secrets,
    files: files as never,
  })
  ids = await idsOf(tenant)
})
afterAll(() => tenant.service.stop())

const columnOf: Record<string, string> = {
  account_id: 'trading_partner_id',
  retailer_id: 'trading_partner_id',
  partner_id: 'trading_partner_id',
  shipment_id: 'fulfilment_id',
  order_document_id: 'document_id',
}

/** Some ids of a kind from each table that names it, what has an exception first. */
async function someIds(name: string): Promise<string[]> {
  const { sql } = tenant.service.database
  const column = columnOf[name] ?? name
  const { organization_id } = tenant
  const subjects = await sql<{ id: string }[]>`
    select subject_id as id from exceptions
    where organization_id = ${organization_id} and subject_type || '_id' = ${column} limit ${idsEach}`
  const places = await sql<{ table: string; column: string }[]>`
    select a.table_name as table, a.column_name as column from information_schema.columns a
    join information_schema.columns o using (table_schema, table_name)
    where a.table_schema = 'public' and o.column_name = 'organization_id'
      and (a.column_name = ${column} or right(a.column_name, length(${column}) + 1) = ${`_${column}`}) order by 1, 2`
  const found = await Promise.all(
    places.map(
      (at) => sql<{ id: string }[]>`
        select distinct ${sql(at.column)}::text as id from ${sql(at.table)}
        where organization_id = ${organization_id} and ${sql(at.column)} is not null limit ${idsEach}`,
    ),
  )
  const byPlace = [subjects, ...found]
  const turns = Array.from({ length: idsEach }, (_, i) => byPlace.flatMap((rows) => rows[i]?.id ?? []))
  return [...new Set(turns.flat())]
}

type Lists = Map<string, boolean>

/** Notes each list of a response by its path, and whether it has an item in any response. */
function note(value: unknown, path: string, lists: Lists): void {
  if (Array.isArray(value)) {
    lists.set(path, lists.get(path) === true || value.length > 0)
    for (const one of value) note(one, `${path}[]`, lists)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) note(one, `${path}.${name}`, lists)
}

/** The id that decides what is read: the last of the path, else the first that the query needs. */
function decidingId(operation: Operation): string | undefined {
  const { path, query } = operation
  const last = /\{(\w+)\}[^{]*$/.exec(path)?.[1]
  if (last !== undefined && last !== 'organization_id') return last
  return (query?.required as string[] | undefined)?.find((name) => name.endsWith('_id'))
}

/** A delivery is read under its own order. */
async function orderOf(delivery_id: string): Promise<string | undefined> {
  const [row] = await tenant.service.database.sql<{ purchase_order_id: string }[]>`
    select purchase_order_id from purchase_order_deliveries
    where organization_id = ${tenant.organization_id} and delivery_id = ${delivery_id}`
  return row?.purchase_order_id
}

/** The lists that are empty for every id, or null if no id is found. */
async function emptyLists(operation: Operation): Promise<string[] | null> {
  const deciding = decidingId(operation)
  const candidates = deciding === undefined ? [undefined] : await someIds(kindIn(operation, deciding))
  const lists: Lists = new Map()
  const isDelivery = deciding === 'delivery_id'
  let found = false
  for (const id of candidates) {
    const order_id = isDelivery ? await orderOf(id!) : undefined
    const fill = (name: string) =>
      name === deciding
        ? id
        : ((name === 'purchase_order_id' ? order_id : undefined) ?? idFor(ids, kindIn(operation, name)))
    const { status, body } = await tenant.get(targetOf(planRequest(operation, tenant.organization_id, fill)))
    if (status !== operation.status) continue
    found = true
    note(body, '', lists)
    if ([...lists].every(([path, isFilled]) => isFilled || `${operation.id} ${path}` in empty)) break
  }
  return found ? [...lists].filter(([, isFilled]) => !isFilled).map(([path]) => path) : null
}

test('no list of a read with a key is empty, except those with a reason', async () => {
  const seen: string[] = []
  const unread: string[] = []
  for (const operation of reads) {
    // An operation may try hundreds of ids, more than a key may read in a minute.
    await tenant.service.database.sql`delete from allowances`
    const lists = await emptyLists(operation)
    if (lists === null) unread.push(operation.id)
    else seen.push(...lists.map((path) => `${operation.id} ${path}`))
  }
  expect(unread).toEqual([])
  expect(seen.toSorted()).toEqual(Object.keys(empty).toSorted())
})

test('documents of every type and transport, and customers of accounts, are there', async () => {
  const { sql } = tenant.service.database
  const of = async (table: string, column: string, where = 'true') => {
    const rows = await sql.unsafe(
      `select distinct ${column} as value from ${table} where organization_id = $1 and ${where} order by 1`,
      [tenant.organization_id],
    )
    return rows.map(({ value }) => value)
  }
  expect(await of('edi_documents', 'document_type')).toEqual(['810', '846', '850', '852', '855', '856', '997'])
  expect(await of('edi_documents', 'document_type', "state = 'processed'")).toEqual(['850', '852', '997'])
  expect(await of('account_edi_profiles', 'transport')).toEqual(['folder', 'http', 'sftp', 'stored'])
  expect(await of('customers', 'kind')).toEqual(['account', 'consumer'])
  expect(await of('invoices i join edi_documents d using (organization_id, invoice_id)', 'd.document_type')).toEqual([
    '810',
  ])
})
