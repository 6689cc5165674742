/** Orders of accounts as they arrived over EDI: their words, and what they refer to. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { edi_order_lines, edi_orders } from '../../../db/schema/selling/edi_orders.ts'
import { account_doors } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { variantsInAnyCase } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { gtinOf } from '../../edi/documents/items.ts'
import type { ItemIds, OrderHeader, OrderLine } from '../../edi/documents/record.ts'
import { itemsInAnyCase } from '../../records/account_items.store.ts'
import { bareBarcode } from '../../records/variant_names.rules.ts'
import { type OrderedVariant, readVariants } from '../orders/references.store.ts'
import { type DescribedItem, describesOf } from './described_item.rules.ts'
import type { KnownItems } from './inbound/find_item.rules.ts'
import type { BuyerLine } from './inbound/read_lines.rules.ts'
import { type Numbers, numbersOf } from './numbers.rules.ts'

/** A line of the buyer at its place in the order. */
export interface StoredLine {
  position: number
  line: BuyerLine
  fault: string | null
}

export interface EdiOrder {
  order_id: string
  number: string
  release_number: string
  header: OrderHeader
  answered_at: string | null
  is_split_off: boolean
  lines: StoredLine[]
}

const orderColumns = selection(edi_orders, 'e', [
  'order_id',
  'number',
  'release_number',
  'header',
  'answered_at',
  'is_split_off',
])
const lineColumns = selection(edi_order_lines, 'l', ['position', 'line', 'fault'])

/** null for an order that did not arrive over EDI. */
export async function readEdiOrder(sql: Sql, organization_id: string, order_id: string): Promise<EdiOrder | null> {
  const [[order], lines] = await Promise.all([
    sql<RowOf<typeof orderColumns>[]>`
      select ${orderColumns} from edi_orders e
      where e.organization_id = ${organization_id} and e.order_id = ${order_id}`,
    sql<RowOf<typeof lineColumns>[]>`
      select ${lineColumns} from edi_order_lines l
      where l.organization_id = ${organization_id} and l.order_id = ${order_id} order by l.position`,
  ])
  if (order === undefined) return null
  return {
    ...order,
    header: order.header as OrderHeader,
    lines: lines.map((one) => ({ ...one, line: one.line as BuyerLine })),
  }
}

export interface Named {
  trading_partner_id: string
  number: string
  release_number: string | null
}

/** Documents and requests about one order of an account wait for each other. */
export const lockNumber = (
  sql: Sql,
  organization_id: string,
  { trading_partner_id, number }: Pick<Named, 'trading_partner_id' | 'number'>,
) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`edi order ${organization_id} ${trading_partner_id} ${number}`}, 0))`

interface FoundOrder {
  order_id: string
  name: string
  is_edi: boolean
}

/** The order that has the number already: one that arrived over EDI, else one with the number as its reference. */
export async function findByNumber(
  sql: Sql,
  organization_id: string,
  { trading_partner_id, number, release_number }: Named,
): Promise<FoundOrder | null> {
  const [order] = await sql<FoundOrder[]>`
    select o.order_id as order_id, o.name as name, true as is_edi from edi_orders e
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = e.order_id
    where e.organization_id = ${organization_id} and e.trading_partner_id = ${trading_partner_id}
      and e.number = ${number} and e.release_number = ${release_number ?? ''} and not e.is_split_off
    union all
    select o.order_id, o.name, false from sales_orders o
    where o.organization_id = ${organization_id} and o.trading_partner_id = ${trading_partner_id}
      and o.reference = ${number} and o.lifecycle <> 'cancelled' and ${release_number}::text is null
      and not exists (select from edi_orders e where e.organization_id = ${organization_id} and e.order_id = o.order_id)
    limit 1`
  return order ?? null
}

const lineRows = recordset(edi_order_lines, ['position', 'line', 'fault'])

export async function insertEdiOrder(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  order: Named & { order_id: string; header: OrderHeader },
  lines: readonly StoredLine[],
): Promise<void> {
  const { order_id, trading_partner_id, number, release_number, header } = order
  await sql`
    insert into edi_orders (organization_id, order_id, trading_partner_id, number, release_number, header, created_at)
    values (${organization_id}, ${order_id}, ${trading_partner_id}, ${number}, ${release_number ?? ''},
      ${JSON.stringify(header)}::text::jsonb, ${now}::timestamptz)`
  await saveEdiLines(sql, organization_id, order_id, lines)
}

/** What the buyer says about its order as a whole, as a change leaves it. */
export const saveEdiHeader = (sql: Sql, organization_id: string, order_id: string, header: OrderHeader) => sql`
  update edi_orders set header = ${JSON.stringify(header)}::text::jsonb
  where organization_id = ${organization_id} and order_id = ${order_id}`

/** Adds lines of the buyer, and replaces those that changed. */
export const saveEdiLines = (sql: Sql, organization_id: string, order_id: string, lines: readonly StoredLine[]) => sql`
  insert into edi_order_lines (organization_id, order_id, ${lineRows.names})
  select ${organization_id}, ${order_id}, ${lineRows.values} from ${lineRows.from(lines.map((one) => ({ ...one })))}
  order by n.position
  on conflict on constraint edi_order_lines_pk do update set line = excluded.line, fault = excluded.fault`

/** An order that is split off keeps the words of the buyer, under the same number. */
export async function splitEdiOrder(sql: Sql, organization_id: string, from: string, into: string): Promise<void> {
  await sql`
    insert into edi_orders (organization_id, order_id, trading_partner_id, number, release_number, header, answered_at,
      is_split_off, created_at)
    select ${organization_id}, ${into}, e.trading_partner_id, e.number, e.release_number, e.header, e.answered_at, true,
      e.created_at
    from edi_orders e where e.organization_id = ${organization_id} and e.order_id = ${from}`
  await copyEdiLines(sql, organization_id, [from], into)
}

/** The buyer's lines of which lines of an order are parts. */
const copyEdiLines = (sql: Sql, organization_id: string, from: readonly string[], into: string) => sql`
  insert into edi_order_lines (organization_id, order_id, position, line, fault)
  select distinct on (b.position) ${organization_id}::uuid, ${into}::uuid, b.position, b.line, b.fault
  from edi_order_lines b
  where b.organization_id = ${organization_id} and b.order_id = any(${arrayLiteral(from)}::uuid[])
    and exists (select from order_lines l where l.organization_id = ${organization_id} and l.order_id = ${into}
      and l.edi_position = b.position)
  order by b.position
  on conflict on constraint edi_order_lines_pk do nothing`

/** An order that is merged with those that were split off from it takes the buyer's lines of theirs. */
export const mergeEdiOrders = (sql: Sql, organization_id: string, into: string, from: readonly string[]) =>
  copyEdiLines(sql, organization_id, from, into)

/** The other orders into which the buyer's order was split, without cancelled ones. */
export async function readSiblings(sql: Sql, organization_id: string, order_id: string): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    select s.order_id from edi_orders e
    join edi_orders s on s.organization_id = ${organization_id} and s.trading_partner_id = e.trading_partner_id
      and s.number = e.number and s.release_number = e.release_number and s.order_id <> e.order_id
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = s.order_id
      and o.lifecycle <> 'cancelled'
    where e.organization_id = ${organization_id} and e.order_id = ${order_id}
    order by s.order_id`
  return rows.map((row) => row.order_id)
}

export const markAnswered = (sql: Sql, organization_id: string, order_id: string, now: string) => sql`
  update edi_orders set answered_at = ${now}::timestamptz
  where organization_id = ${organization_id} and order_id = ${order_id}`

interface NamedId {
  name: string
  variant_id: string
}
const barcodeColumns = selection(variants, 'v', ['variant_id', 'barcode'])

type NamedItems = ItemIds & Partial<Pick<OrderLine, 'pack'>>

const itemsOf = (line: NamedItems): ItemIds[] => [line, ...(line.pack?.components ?? [])]

/** The variants that the lines name, with the prices of the account's list on the day. */
export async function readKnownItems(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  lines: readonly NamedItems[],
  list: { price_list_id: string | null; currency: string; day: string },
): Promise<KnownItems> {
  const numbers = lines.flatMap(itemsOf).map(numbersOf)
  const named = (of: (one: Numbers) => string[]): string[] => [...new Set(numbers.flatMap(of))]
  // A partner may state our number as its own, and its own as ours.
  const buyerSkus = named(({ own, buyer }) => [...buyer, ...own])
  const skus = named(({ own, buyer }) => [...own, ...buyer])
  const gtins = named(({ gtins: codes }) => codes).map(bareBarcode)
  const [items, own, barcodes] = await Promise.all([
    sql<NamedId[]>`${itemsInAnyCase(sql, organization_id, trading_partner_id, buyerSkus)}`,
    sql<NamedId[]>`${variantsInAnyCase(sql, organization_id, skus)}`,
    sql<RowOf<typeof barcodeColumns>[]>`
      select ${barcodeColumns} from variants v
      where v.organization_id = ${organization_id} and ltrim(v.barcode, '0') = any(${gtins}::text[])
        and v.archived_at is null`,
  ])
  const ids = [...items, ...own, ...barcodes].map(({ variant_id }) => variant_id)
  const [known, described] = await Promise.all([
    readVariants(sql, organization_id, { ids, skus: [] }, list),
    readDescribed(sql, organization_id, ids, lines),
  ])
  const byId = new Map(known.map((variant) => [variant.variant_id, variant]))
  const byName = (rows: readonly NamedId[]) =>
    new Map(
      [...Map.groupBy(rows, ({ name }) => name)].map(([name, all]): [string, OrderedVariant[]] => [
        name,
        [...new Set(all.map(({ variant_id }) => byId.get(variant_id)!))],
      ]),
    )
  const coded = barcodes.map(({ barcode, variant_id }) => ({ name: gtinOf(barcode!), variant_id }))
  return { byBuyerSku: byName(items), bySku: byName(own), byBarcode: byName(coded), described }
}

const describedColumns = selections(
  selection(variants, 'v', ['variant_id', 'option_values as values']),
  selection(products, 'r', ['options']),
)

/** Options of the items, where lines describe theirs by size or colour. */
async function readDescribed(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  lines: readonly NamedItems[],
): Promise<KnownItems['described']> {
  if (!lines.flatMap(itemsOf).some((ids) => describesOf(ids).length > 0)) return new Map()
  const rows = await sql<RowOf<typeof describedColumns>[]>`
    select ${describedColumns} from variants v
    join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
    where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`
  return new Map(rows.map(({ variant_id, ...described }) => [variant_id, described as DescribedItem]))
}

const doorColumns = selection(account_doors, 'd', ['door_reference'])

/** References of the account's doors in use, in lower case. */
export async function readDoors(sql: Sql, organization_id: string, trading_partner_id: string): Promise<Set<string>> {
  const rows = await sql<RowOf<typeof doorColumns>[]>`
    select ${doorColumns} from account_doors d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id} and d.is_active`
  return new Set(rows.map(({ door_reference }) => door_reference.toLowerCase()))
}
