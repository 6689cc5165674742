/** Records that the requests name: one of every kind, many where a list has pages, large ones where a record has lines. */
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { localFiles } from '../../../server/files/local.ts'
import { idsOf } from '../../support/document/foreign.ts'
import { createRecordsAround } from '../../support/fixtures/records/create_records.ts'
import { showProgress } from '../../support/progress.ts'
import type { Client } from './client.ts'

export interface Known {
  /** Values by the name that a field has for them; a list takes the next one for each element. */
  lists: ReadonlyMap<string, readonly string[]>
  variant_ids: readonly string[]
  skus: readonly string[]
  location_ids: readonly string[]
  location_id: string
  supplier_id: string
  sales_channel_id: string
  /** The account of the order book, of the doors and of the reports of sell-out. */
  account_id: string
  doors: readonly string[]
}

const accounts = 1_000
const doors = 500
const bookLines = 10_000
/** Purchase orders in each of some requests, and sales orders and returns: more than a page has. */
const small = limits.page_limit_common_max

const places: [name: string, table: string, column: string, count: number][] = [
  ['variant_id', 'variants', 'variant_id', 20_000],
  ['sku', 'variants', 'sku', 20_000],
  ['product_id', 'products', 'product_id', 20_000],
  ['location_id', 'locations', 'location_id', 4],
  ['sales_channel_id', 'sales_channels', 'sales_channel_id', 5],
  ['category_id', 'categories', 'category_id', 24],
  ['family_id', 'families', 'family_id', 6],
  ['supplier_id', 'suppliers', 'supplier_id', 12],
  ['mfp_id', 'buy_plans', 'mfp_id', 1],
  ['plan_id', 'buy_plans', 'mfp_id', 1],
  ['commitment_id', 'commitments', 'commitment_id', 1],
  ['event_id', 'demand_events', 'event_id', 1],
]

async function listsOf({ sql, organization_id }: Client): Promise<Map<string, string[]>> {
  const lists = places.map(async ([name, table, column, count]) => {
    const rows = await sql.unsafe<{ value: string }[]>(
      `select ${column}::text as value from ${table} where organization_id = $1 order by 1 limit ${count}`,
      [organization_id],
    )
    return [name, rows.map(({ value }) => value)] as const
  })
  return new Map(await Promise.all(lists))
}

/** Accounts, and the doors, items, book and profile of one. */
async function fillAccounts({ sql, organization_id }: Client, account_id: string): Promise<void> {
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    select ${organization_id}, gen_random_uuid(), 'Account ' || n from generate_series(1, ${accounts}) n`
  await sql`
    insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind)
    select ${organization_id}, gen_random_uuid(), ${account_id}, 'D' || n, 'Store ' || n, 'store'
    from generate_series(1, ${doors}) n`
  await sql`
    insert into account_items (organization_id, trading_partner_id, buyer_sku, variant_id)
    select ${organization_id}, ${account_id}, 'B-' || sku, variant_id from variants
    where organization_id = ${organization_id} on conflict do nothing`
  await sql`
    insert into account_edi_profiles (organization_id, trading_partner_id, edi_qualifier, edi_id, version, documents_taken)
    values (${organization_id}, ${account_id}, 'ZZ', 'BENCH', '4010', array['846', '856'])
    on conflict on constraint account_edi_profiles_pk do update set documents_taken = excluded.documents_taken`
  await sql.begin(async (tx) => {
    await tx`
      create temp table booked on commit drop as
      select gen_random_uuid() as line, n, p.ids[1 + n % cardinality(p.ids)] as product
      from generate_series(1, ${bookLines}) n,
        (select array_agg(product_id order by title) as ids from products where organization_id = ${organization_id}) p`
    await tx`
      insert into order_book_lines (organization_id, book_line_id, trading_partner_id, season_code, line_reference,
        currency, booked_at, booked_on)
      select ${organization_id}, line, ${account_id}, 'SS27', 'L' || n, 'USD', now() - interval '90 days',
        current_date - 90 from booked`
    await tx`
      insert into order_book_revisions (organization_id, book_line_id, revision, recorded_at, recorded_by,
        trading_partner_id, season_code, currency, booked_on, product_id, size, quantity, unit_price_cents,
        ship_window_start, is_cancelled)
      select ${organization_id}, line, 1, now() - interval '90 days', 'bench', ${account_id}, 'SS27', 'USD',
        current_date - 90, product, (array['S', 'M', 'L', 'XL'])[1 + n % 4], 10 + n % 90, 1000, '2027-02-01', false
      from booked`
  })
}

/** Bills of materials of some variants, each of one other variant. */
const fillBills = ({ sql, organization_id }: Client) => sql`
  with made as (
    select variant_id, lead(variant_id) over (order by variant_id) as component_id, gen_random_uuid() as bom_id
    from (select variant_id from variants where organization_id = ${organization_id} order by variant_id
      limit ${limits.purchase_order_lines_max}) v
    where not exists (select from bills_of_materials b where b.organization_id = ${organization_id}
      and b.variant_id = v.variant_id)
  ), bills as (
    insert into bills_of_materials (organization_id, bom_id, variant_id, name, is_active, created_at)
    select ${organization_id}, bom_id, variant_id, 'Set', true, now() from made where component_id is not null
    returning bom_id
  )
  insert into bill_of_materials_lines (organization_id, bom_id, variant_id, quantity)
  select ${organization_id}, bom_id, component_id, 1 from made join bills using (bom_id)`

async function fillPages({ make, orders }: Client, known: Omit<Known, 'account_id' | 'doors'>): Promise<void> {
  const { location_id, supplier_id, sales_channel_id, variant_ids } = known
  const of = (i: number) => ({ location_id, supplier_id, line_items: [{ variant_id: variant_ids[i], quantity: 24 }] })
  for (let call = 0; call < 3; call++)
    await make('POST', `${orders}/bulk`, { purchase_orders: Array.from({ length: small }, (_, i) => of(i)) })
  for (let i = 0; i < small; i++) {
    showProgress(`loading sales orders and returns: ${i + 1} of ${small}`)
    const variant_id = variant_ids[i]
    const customer = { email: `${uuidv7()}@example.com`, name: `Customer ${i}` }
    const lines = [{ variant_id, quantity: 1, unit_price_cents: 4_900 }]
    await make('POST', '/api/v1/sales/orders', { customer, sales_channel_id, location_id, lines })
    await make('POST', '/api/v1/sales/returns', { location_id, lines: [{ variant_id, expected_quantity: 1 }] })
  }
}

/** Adds the records once to a database that is kept; answers the ids of one record of each kind, and lists of values. */
export async function openRecords(client: Client): Promise<{ known: Known; ids: ReadonlyMap<string, string> }> {
  const { sql, organization_id, tenant, make, orders } = client
  const lists = await listsOf(client)
  const [location_id, supplier_id] = [lists.get('location_id')![0]!, lists.get('supplier_id')![0]!]
  const known = {
    lists,
    variant_ids: lists.get('variant_id')!,
    skus: lists.get('sku')!,
    location_ids: lists.get('location_id')!,
    location_id,
    supplier_id,
    sales_channel_id: lists.get('sales_channel_id')![0]!,
  }
  const findAccount = () => sql<{ account_id: string }[]>`
    select trading_partner_id as account_id from trading_partners
    where organization_id = ${organization_id} and name = 'Retailer'`
  if ((await findAccount()).length === 0) {
    showProgress('loading a record of every kind')
    const [variant_id, set_variant_id] = known.variant_ids.slice(-2) as [string, string]
    const ordered = { location_id, supplier_id, line_items: [{ variant_id, quantity: 24 }] }
    const { id: purchase_order_id } = await make('POST', orders, ordered)
    await make('POST', `${orders}/${purchase_order_id}/approve`)
    await make('POST', `${orders}/${purchase_order_id}/issue`, { channel: 'link' })
    await createRecordsAround(tenant, 'orders.get_invoice', {
      location_id,
      supplier_id,
      product_id: lists.get('product_id')!.at(-1)!,
      variant_id,
      sku: known.skus.at(-1)!,
      set_variant_id,
      purchase_order_id,
      delivered: 6,
      has_plans: true,
    })
    await fillAccounts(client, (await findAccount())[0]!.account_id)
    await fillBills(client)
    await fillPages(client, known)
    await sql`vacuum (analyze)`
  }
  const account_id = (await findAccount())[0]!.account_id
  const doorRows = await sql<{ door_reference: string }[]>`
    select door_reference from account_doors
    where organization_id = ${organization_id} and trading_partner_id = ${account_id} order by door_reference`
  const ids = await idsOf(tenant)
  for (const [name, [first]] of lists) if (first !== undefined) ids.set(name, first)
  ids.set('trading_partner_id', account_id)
  return { known: { ...known, account_id, doors: doorRows.map(({ door_reference }) => door_reference) }, ids }
}

/** Stores a file as an upload does; answers its key. */
export async function putFile(client: Client, name: string, text: string): Promise<string> {
  const { tenant, organization_id, sql } = client
  const file_key = `${uuidv7()}.csv`
  const bytes = new TextEncoder().encode(text)
  await localFiles(join(tenant.service.settings.DATA_DIR, 'files')).put(organization_id, file_key, [bytes])
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  await sql`
    insert into uploads (organization_id, file_key, file_name, content_type, byte_count, sha256, uploaded_at)
    values (${organization_id}, ${file_key}, ${name}, 'text/csv', ${bytes.byteLength}, ${sha256}, now())`
  return file_key
}
