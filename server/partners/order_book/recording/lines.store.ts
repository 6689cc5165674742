/** SQL of recording lines of the book. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { order_book_lines, order_book_revisions } from '../../../../db/schema/wholesale/order_book.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { namedVariants } from '../../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../../contract/call.ts'
import type { BookedLine } from './lines.model.ts'
import { doorKey } from './line_keys.rules.ts'
import { seasonCodeOf } from '../season.rules.ts'

const stateFields = [
  'product_id',
  'variant_id',
  'size',
  'quantity',
  'unit_price_cents',
  'ship_window_start',
  'ship_window_end',
  'door_id',
  'commitment_id',
  'booking_type',
  'held_by',
  'held_by_name',
  'held_at',
  'is_cancelled',
  'cancel_reason',
  'verdict',
  'order_line_id',
] as const

const stateColumns = selection(order_book_revisions, 'b', [
  'product_id',
  'variant_id',
  'size',
  'quantity',
  'unit_price_cents::float8',
  'ship_window_start',
  'ship_window_end',
  'door_id',
  'commitment_id',
  'booking_type',
  'held_by',
  'held_by_name',
  'held_at',
  'is_cancelled',
  'cancel_reason',
  'verdict',
  'order_line_id',
])
/** State of a line as a revision records it. */
export type LineState = RowOf<typeof stateColumns>

const standingColumns = selections(
  selection(order_book_lines, 'a', ['book_line_id', 'trading_partner_id', 'season_code', 'line_reference', 'currency']),
  stateColumns,
  selection(order_book_revisions, 'b', ['revision', 'booked_on']),
)
export type StandingLine = RowOf<typeof standingColumns>

export interface BookingAccount {
  trading_partner_id: string
  name: string
  currency: string
  archived_at: string | null
}

/** Locks the accounts, which serialises the writers of their books. */
export const lockAccounts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<BookingAccount[]>`
  select trading_partner_id, name, currency, archived_at from trading_partners
  where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(ids)}::uuid[])
  order by trading_partner_id for no key update`

const keyRows = recordset(order_book_lines, ['trading_partner_id', 'season_code', 'line_reference'])

/** The lines that the keys name, as they stand. */
export const readStanding = (
  sql: Sql,
  organization_id: string,
  keys: readonly { trading_partner_id: string; season_code: string; line_reference: string }[],
) => sql<StandingLine[]>`
  select ${standingColumns}
  from ${keyRows.from(keys)}
  join order_book_lines a on a.organization_id = ${organization_id} and a.trading_partner_id = n.trading_partner_id
    and a.season_code = n.season_code and a.line_reference = n.line_reference
  cross join lateral (
    select r.* from order_book_revisions r
    where r.organization_id = ${organization_id} and r.book_line_id = a.book_line_id
    order by r.revision desc limit 1
  ) b`

interface BookedVariant {
  product_id: string
  variant_id: string
  sku: string
  size: string | null
}

const readVariants = (sql: Sql, organization_id: string, ids: readonly string[], skus: readonly string[]) => sql<
  BookedVariant[]
>`
  select v.product_id, v.variant_id, v.sku, (
      select o.value from jsonb_each_text(v.option_values) o where lower(o.key) = 'size' order by o.key limit 1
    ) as size
  from (${namedVariants(sql, organization_id, { ids, skus })}) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id`

const readProducts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ product_id: string }[]>`
  select product_id from products
  where organization_id = ${organization_id} and product_id = any(${arrayLiteral(ids)}::uuid[])`

const readDoors = (
  sql: Sql,
  organization_id: string,
  accounts: readonly string[],
  references: readonly string[],
) => sql<{ trading_partner_id: string; door_id: string; door_reference: string }[]>`
  select trading_partner_id, door_id, door_reference from account_doors
  where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(accounts)}::uuid[])
    and lower(door_reference) = any(${references as string[]}::text[])`

const readCommitments = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<
  { commitment_id: string; season_code: string | null }[]
>`
  select commitment_id, season_code from commitments
  where organization_id = ${organization_id} and commitment_id = any(${arrayLiteral(ids)}::uuid[])`

interface OrderLine {
  line_id: string
  trading_partner_id: string | null
  verdict: LineState['verdict']
  /** Agreed units. */
  quantity: number
  /** The booking that names the order line now. */
  book_line_id: string | null
}

const readOrderLines = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<OrderLine[]>`
  select l.line_id, o.trading_partner_id, l.verdict, l.quantity, b.book_line_id
  from order_lines l
  join sales_orders o on o.organization_id = l.organization_id and o.order_id = l.order_id
  left join lateral (
    select r.book_line_id from order_book_revisions r
    where r.organization_id = l.organization_id and r.order_line_id = l.line_id
      and not exists (select from order_book_revisions n where n.organization_id = r.organization_id
        and n.book_line_id = r.book_line_id and n.revision > r.revision
        and n.order_line_id is distinct from r.order_line_id)
    order by r.recorded_at desc limit 1
  ) b on true
  where l.organization_id = ${organization_id} and l.line_id = any(${arrayLiteral(ids)}::uuid[])`

export interface BookReferences {
  /** By id and by SKU. */
  variants: ReadonlyMap<string, { product_id: string; variant_id: string; size: string | null }>
  products: ReadonlySet<string>
  /** By account and reference. */
  doors: ReadonlyMap<string, string>
  commitments: ReadonlyMap<string, { season_code: string | null }>
  order_lines: ReadonlyMap<string, OrderLine>
}

/** Reads the records that the lines of a request refer to, each kind with one statement. */
export async function readReferences(
  sql: Sql,
  organization_id: string,
  accounts: readonly string[],
  lines: readonly BookedLine[],
): Promise<BookReferences> {
  const named = <T>(pick: (line: BookedLine) => T | null | undefined): T[] => [
    ...new Set(lines.flatMap((line) => pick(line) ?? [])),
  ]
  const [variants, products, doors, commitments, orderLines] = await Promise.all([
    readVariants(
      sql,
      organization_id,
      named((line) => line.variant_id),
      named((line) => line.sku),
    ),
    readProducts(
      sql,
      organization_id,
      named((line) => line.product_id),
    ),
    readDoors(
      sql,
      organization_id,
      accounts,
      named((line) => line.door_reference?.trim().toLowerCase()),
    ),
    readCommitments(
      sql,
      organization_id,
      named((line) => line.commitment_id),
    ),
    readOrderLines(
      sql,
      organization_id,
      named((line) => line.order_line_item_id),
    ),
  ])
  return {
    variants: new Map(
      variants.flatMap(({ sku, ...variant }) => [
        [variant.variant_id, variant],
        [sku, variant],
      ]),
    ),
    products: new Set(products.map(({ product_id }) => product_id)),
    doors: new Map(doors.map((door) => [doorKey(door.trading_partner_id, door.door_reference), door.door_id])),
    commitments: new Map(
      commitments.map(({ commitment_id, season_code }) => [
        commitment_id,
        { season_code: season_code === null ? null : seasonCodeOf(season_code) },
      ]),
    ),
    order_lines: new Map(orderLines.map((line) => [line.line_id, line])),
  }
}

const lineRows = recordset(order_book_lines, [
  'book_line_id',
  'trading_partner_id',
  'season_code',
  'line_reference',
  'currency',
  'booked_on',
])
const revisionRows = recordset(order_book_revisions, [
  'book_line_id',
  'revision',
  'trading_partner_id',
  'season_code',
  'currency',
  'booked_on',
  ...stateFields,
])

export interface NewRevision extends LineState {
  book_line_id: string
  revision: number
  trading_partner_id: string
  season_code: string
  line_reference: string
  currency: string
  booked_on: string
}

/** A revision is never recorded before the one that it follows, so that the last known one is the one with most. */
export async function writeRevisions(
  sql: Sql,
  { organization_id, now, actor }: { organization_id: string; now: string; actor: string },
  revisions: readonly NewRevision[],
): Promise<void> {
  const first = revisions.filter(({ revision }) => revision === 1)
  if (first.length > 0) {
    const rows = first.map(
      ({ book_line_id, trading_partner_id, season_code, line_reference, currency, booked_on }) => ({
        book_line_id,
        trading_partner_id,
        season_code,
        line_reference,
        currency,
        booked_on,
      }),
    )
    await sql`
      insert into order_book_lines (organization_id, booked_at, ${lineRows.names})
      select ${organization_id}, ${now}, ${lineRows.values} from ${lineRows.from(rows)}`
  }
  if (revisions.length === 0) return
  const rows = revisions.map(({ line_reference: _reference, ...revision }) => revision)
  await sql`
    insert into order_book_revisions (organization_id, recorded_by, recorded_at, ${revisionRows.names})
    select ${organization_id}, ${actor}, greatest(${now}::timestamptz, (
        select max(r.recorded_at) from order_book_revisions r
        where r.organization_id = ${organization_id} and r.book_line_id = n.book_line_id)),
      ${revisionRows.values}
    from ${revisionRows.from(rows)}`
}
