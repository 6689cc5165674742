/** The order book: what accounts booked for a season, line by line, with every revision of each line. */
import { bookHolders, bookingTypes, bookVerdicts } from '../../../server/partners/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { products, variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId } from '../columns.ts'
import { commitments } from '../commitments.ts'
import { organizations } from '../organizations.ts'
import { order_lines } from '../selling/sales_orders.ts'
import { account_doors, trading_partners } from './accounts.ts'

/** The permanent identity of a line: the account, the season and the account's reference of the line. */
export const order_book_lines = pgTable(
  'order_book_lines',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    book_line_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** In capital letters. */
    season_code: text().notNull(),
    line_reference: text().notNull(),
    /** The account's when the line was first recorded. */
    currency: text().notNull(),
    /** When the line was first recorded, and on which day of the organisation. */
    booked_at: instant().notNull(),
    booked_on: day().notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_book_lines_pk', columns: [t.organization_id, t.book_line_id] }),
    uniqueIndex('order_book_lines_by_reference').on(
      t.organization_id,
      t.trading_partner_id,
      t.season_code,
      t.line_reference,
    ),
    foreignKey({
      name: 'order_book_lines_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
  ],
)

type Referring =
  | 'organization_id'
  | 'book_line_id'
  | 'trading_partner_id'
  | 'product_id'
  | 'variant_id'
  | 'door_id'
  | 'commitment_id'
  | 'order_line_id'

const referencesOf = (t: Record<Referring, AnyPgColumn>) => [
  foreignKey({
    name: 'order_book_revisions_line_fk',
    columns: [t.organization_id, t.book_line_id],
    foreignColumns: [order_book_lines.organization_id, order_book_lines.book_line_id],
  }),
  foreignKey({
    name: 'order_book_revisions_account_fk',
    columns: [t.organization_id, t.trading_partner_id],
    foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
  }),
  foreignKey({
    name: 'order_book_revisions_product_fk',
    columns: [t.organization_id, t.product_id],
    foreignColumns: [products.organization_id, products.product_id],
  }),
  foreignKey({
    name: 'order_book_revisions_variant_fk',
    columns: [t.organization_id, t.variant_id],
    foreignColumns: [variants.organization_id, variants.variant_id],
  }),
  foreignKey({
    name: 'order_book_revisions_door_fk',
    columns: [t.organization_id, t.door_id],
    foreignColumns: [account_doors.organization_id, account_doors.door_id],
  }),
  foreignKey({
    name: 'order_book_revisions_commitment_fk',
    columns: [t.organization_id, t.commitment_id],
    foreignColumns: [commitments.organization_id, commitments.commitment_id],
  }),
  foreignKey({
    name: 'order_book_revisions_order_line_fk',
    columns: [t.organization_id, t.order_line_id],
    foreignColumns: [order_lines.organization_id, order_lines.line_id],
  }),
]

type Checked =
  | 'revision'
  | 'quantity'
  | 'unit_price_cents'
  | 'ship_window_start'
  | 'ship_window_end'
  | 'booking_type'
  | 'held_by'
  | 'held_by_name'
  | 'held_at'
  | 'is_cancelled'
  | 'cancel_reason'
  | 'verdict'

const checksOf = (t: Record<Checked, AnyPgColumn>) => [
  check('order_book_revisions_numbered', sql`${t.revision} >= 1`),
  check('order_book_revisions_quantity_positive', sql`${t.quantity} > 0`),
  check('order_book_revisions_price_not_negative', sql`${t.unit_price_cents} >= 0`),
  check('order_book_revisions_ship_window_in_order', sql`${t.ship_window_start} <= ${t.ship_window_end}`),
  check('order_book_revisions_type_known', isOneOf(t.booking_type, bookingTypes)),
  check('order_book_revisions_holder_known', isOneOf(t.held_by, bookHolders)),
  check(
    'order_book_revisions_held_when',
    sql`(${t.held_by} is null) = (${t.held_at} is null) and (${t.held_by} is null) = (${t.held_by_name} is null)`,
  ),
  check('order_book_revisions_verdict_known', isOneOf(t.verdict, bookVerdicts)),
  check('order_book_revisions_reason_of_cancelled', sql`${t.is_cancelled} or ${t.cancel_reason} is null`),
]

/**
 * The states of each line, numbered from 1; the database refuses to change or delete one. A read takes the last
 * revision that was recorded by its moment. What never changes is repeated from the line, so that a read needs this
 * table alone.
 */
export const order_book_revisions = pgTable(
  'order_book_revisions',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    book_line_id: uuid().notNull(),
    revision: integer().notNull(),
    /** Never before that of the revision that it follows. */
    recorded_at: instant().notNull(),
    recorded_by: text().notNull(),
    trading_partner_id: uuid().notNull(),
    season_code: text().notNull(),
    currency: text().notNull(),
    booked_on: day().notNull(),
    product_id: uuid().notNull(),
    variant_id: uuid(),
    /** Null while the booking is for the style as a whole. */
    size: text(),
    quantity: integer().notNull(),
    /** Null while the price is open. */
    unit_price_cents: cents(),
    ship_window_start: day(),
    ship_window_end: day(),
    door_id: uuid(),
    commitment_id: uuid(),
    /** Null: follows from the day of the booking and the start of the season. */
    booking_type: text(),
    held_by: text(),
    held_by_name: text(),
    held_at: instant(),
    is_cancelled: boolean().notNull().default(false),
    cancel_reason: text(),
    verdict: text(),
    /** The line of a sales order that the booking became. */
    order_line_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'order_book_revisions_pk', columns: [t.organization_id, t.book_line_id, t.revision] }),
    /** For the lines that were revised within a window, which are read from the index alone. */
    index('order_book_revisions_by_recording').on(
      t.organization_id,
      t.season_code,
      t.recorded_at,
      t.revision,
      t.book_line_id,
    ),
    index('order_book_revisions_held')
      .on(t.organization_id, t.season_code, t.book_line_id)
      .where(sql`held_by is not null and not is_cancelled`),
    index('order_book_revisions_unconfirmed')
      .on(t.organization_id, t.season_code, t.ship_window_start, t.book_line_id)
      .where(sql`verdict is null and not is_cancelled and ship_window_start is not null`),
    index('order_book_revisions_by_account').on(
      t.organization_id,
      t.trading_partner_id,
      t.season_code,
      t.book_line_id,
      t.revision.desc(),
    ),
    index('order_book_revisions_by_product').on(t.organization_id, t.product_id, t.book_line_id),
    /** For deletions of what a revision names. */
    index('order_book_revisions_by_variant').on(t.organization_id, t.variant_id),
    index('order_book_revisions_by_door')
      .on(t.organization_id, t.door_id)
      .where(sql`door_id is not null`),
    index('order_book_revisions_by_order_line')
      .on(t.organization_id, t.order_line_id)
      .where(sql`order_line_id is not null`),
    ...referencesOf(t),
    ...checksOf(t),
  ],
)

/**
 * Sums of the changes by revisions: of each revision the new state is added and the one before is taken away, in the
 * quarter of an hour in which it was recorded, so that the sums up to a moment are the book of that moment. Days of
 * every time zone begin on a quarter. Kept in place by the statement that records: writers of an account's book hold
 * its lock.
 */
export const order_book_sums = pgTable(
  'order_book_sums',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    season_code: text().notNull(),
    trading_partner_id: uuid().notNull(),
    /** Start of the quarter of an hour. */
    recorded_from: instant().notNull(),
    currency: text().notNull(),
    /** The nil UUID without one. */
    commitment_id: uuid().notNull(),
    /** `infinity` while it is open. */
    ship_window_start: day().notNull(),
    /** Date of lines that state how they are booked: `-infinity` for prebook, `infinity` for at-once. */
    booked_on: day().notNull(),
    is_held: boolean().notNull(),
    is_cancelled: boolean().notNull(),
    line_count: integer().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
    value_cents: cents().notNull(),
    /** Lines whose price is open. */
    unpriced_lines: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'order_book_sums_pk',
      columns: [
        t.organization_id,
        t.season_code,
        t.trading_partner_id,
        t.recorded_from,
        t.currency,
        t.commitment_id,
        t.ship_window_start,
        t.booked_on,
        t.is_held,
        t.is_cancelled,
      ],
    }),
    foreignKey({
      name: 'order_book_sums_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
  ],
)
