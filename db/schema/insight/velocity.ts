/**
 * Velocity of variants over the weeks before a day, as server/insight/velocity/measured.ts measures it. Triggers append
 * the variants whose sales or stock changed, a job measures those again, and reads measure them meanwhile.
 */
import { velocityBases, velocityRowTypes } from '../../../server/insight/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { products, variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * Change against the window before, in percent; null where the windows are not comparable: on another basis, or with
 * wholesale in one of them only, as it shipped once in the other.
 */
const trend = () =>
  numeric({ precision: 24, scale: 1 }).generatedAlwaysAs(
    sql`case when basis = previous_basis and (once_shipped = 0) = (previous_once_shipped = 0) and previous_units_per_day <> 0
      then round((units_per_day - previous_units_per_day) * 100 / previous_units_per_day, 1) end`,
  )

/**
 * The parts of a velocity (server/insight/velocity/demand.sql.ts): consumers by the locations at which they buy, and
 * wholesale, which has a rate from two shipping days on.
 */
const demandColumns = () => ({
  consumer_units: bigint({ mode: 'number' }).notNull().default(0),
  consumer_days: numeric({ precision: 18, scale: 2 }).notNull().default('0'),
  consumer_units_per_day: numeric({ precision: 24, scale: 4 }),
  consumer_basis: text().notNull().default('as_sold'),
  /** Locations at which consumers bought in the window before, without stock on any day of this one. */
  unmeasured_locations: integer().notNull().default(0),
  shipping_days: integer().notNull().default(0),
  wholesale_units_per_day: numeric({ precision: 24, scale: 4 }),
  /** Variants with one shipping day in the window, and in the one before. */
  once_shipped: integer().notNull().default(0),
  previous_once_shipped: integer().notNull().default(0),
})

/** The day before which every variant of the organisation is measured; its windows end the day before. */
export const velocity_windows = pgTable(
  'velocity_windows',
  { organization_id: tenant(), end_exclusive: day().notNull(), measured_at: recordedNow() },
  (t) => [primaryKey({ name: 'velocity_windows_pk', columns: [t.organization_id] })],
)

/** A variant without a row is new and has neither sales nor ledger rows. Rows of a later day are being prepared. */
export const variant_velocity = pgTable(
  'variant_velocity',
  {
    organization_id: tenant(),
    end_exclusive: day().notNull(),
    weeks: smallint().notNull(),
    variant_id: uuid().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
    /** Null if the variant was out of stock throughout, or if all that it sold is one wholesale shipment. */
    units_per_day: numeric({ precision: 18, scale: 4 }),
    basis: text().notNull(),
    in_stock_days: integer().notNull(),
    stockout_days: integer().notNull(),
    /** Days before the variant's first ledger row. */
    untracked_days: integer().notNull(),
    /** Null if the velocity is as sold or null. */
    lost_units: numeric({ precision: 18, scale: 2 }),
    /** In the organisation's currency; null also if nothing sold in it. */
    lost_cents: cents(),
    /** Null if the variant also sold in another currency. */
    net_cents: cents(),
    /** Units sold in the window before. */
    previous_units: bigint({ mode: 'number' }).notNull(),
    previous_units_per_day: numeric({ precision: 18, scale: 4 }),
    previous_basis: text().notNull(),
    ...demandColumns(),
    trend_percentage: trend(),
  },
  (t) => [
    primaryKey({
      name: 'variant_velocity_pk',
      columns: [t.organization_id, t.end_exclusive, t.weeks, t.variant_id],
    }),
    index('variant_velocity_by_pace').on(
      t.organization_id,
      t.end_exclusive,
      t.weeks,
      t.units_per_day.desc(),
      t.variant_id.desc(),
    ),
    index('variant_velocity_by_net').on(t.organization_id, t.end_exclusive, t.weeks, t.net_cents.desc(), t.variant_id),
    foreignKey({
      name: 'variant_velocity_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check(
      'variant_velocity_bases_known',
      sql`${isOneOf(t.basis, velocityBases)} and ${isOneOf(t.previous_basis, velocityBases)}`,
    ),
  ],
)

/**
 * The sums over the variants of a product. Rows are made with those of the variants; reads leave out the products of
 * changed variants and sum these again.
 */
export const product_velocity = pgTable(
  'product_velocity',
  {
    organization_id: tenant(),
    end_exclusive: day().notNull(),
    weeks: smallint().notNull(),
    product_id: uuid().notNull(),
    variants: integer().notNull(),
    /** Variants whose lost units are known. */
    measured: integer().notNull(),
    /** Variants without a velocity: out of stock on every tracked day. */
    unknown_velocities: integer().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
    units_per_day: numeric({ precision: 24, scale: 4 }),
    /** Sum of the rounded rates of the variants. */
    as_sold_units_per_day: numeric({ precision: 24, scale: 4 }).notNull(),
    basis: text().notNull(),
    in_stock_days: bigint({ mode: 'number' }).notNull(),
    stockout_days: bigint({ mode: 'number' }).notNull(),
    untracked_days: bigint({ mode: 'number' }).notNull(),
    lost_units: numeric({ precision: 24, scale: 2 }),
    lost_cents: cents(),
    net_cents: cents(),
    previous_units: bigint({ mode: 'number' }).notNull(),
    previous_units_per_day: numeric({ precision: 24, scale: 4 }),
    previous_basis: text().notNull(),
    ...demandColumns(),
    /** Variants without a velocity because all that they sold is one wholesale shipment. */
    unrated_variants: integer().notNull().default(0),
    trend_percentage: trend(),
  },
  (t) => [
    primaryKey({
      name: 'product_velocity_pk',
      columns: [t.organization_id, t.end_exclusive, t.weeks, t.product_id],
    }),
    index('product_velocity_by_pace').on(
      t.organization_id,
      t.end_exclusive,
      t.weeks,
      t.units_per_day.desc(),
      t.product_id.desc(),
    ),
    index('product_velocity_by_net').on(
      t.organization_id,
      t.end_exclusive,
      t.weeks,
      t.net_cents.desc(),
      t.product_id.desc(),
    ),
    foreignKey({
      name: 'product_velocity_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
  ],
)

/** Net sales from which on a variant or a product is in class A or B, as of the last measurement. */
export const velocity_classes = pgTable(
  'velocity_classes',
  {
    organization_id: tenant(),
    row_type: text().notNull(),
    weeks: smallint().notNull(),
    total_cents: cents(),
    a_from_cents: cents(),
    b_from_cents: cents(),
  },
  (t) => [
    primaryKey({ name: 'velocity_classes_pk', columns: [t.organization_id, t.row_type, t.weeks] }),
    check('velocity_classes_row_type_known', isOneOf(t.row_type, velocityRowTypes)),
  ],
)

/**
 * Variants that are new, or whose sales or stock changed since they were measured; one may come several times. A movement
 * has its units, which product_stock_before does not have yet; a new stock level has none, and no time.
 */
export const velocity_changes = pgTable(
  'velocity_changes',
  {
    /** As that of sales_deltas: a mark is of a variant of the organisation, and costs no foreign key of its own. */
    organization_id: organizationId(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    variant_id: uuid().notNull(),
    occurred_at: instant(),
    moved: bigint({ mode: 'number' }),
    received: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'velocity_changes_pk', columns: [t.organization_id, t.entry] }),
    index('velocity_changes_by_variant').on(t.organization_id, t.variant_id),
  ],
)
