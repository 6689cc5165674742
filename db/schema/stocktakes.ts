/** Stocktakes. A posted one can never change: the database refuses it (see the migration). */
import { stocktakeStatuses } from '../../server/stock/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { day, instant, isOneOf, organizationId, recordedNow, unitCost } from './columns.ts'
import { locations, organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** The totals are sums over the lines, updated by every write to them, so that listing stocktakes reads no lines. */
export const stocktakes = pgTable(
  'stocktakes',
  {
    organization_id: tenant(),
    stocktake_id: uuid().notNull(),
    name: text().notNull(),
    counted_on: day().notNull(),
    status: text().notNull().default('open'),
    include_all_variants: boolean().notNull(),
    currency: text().notNull(),
    line_count: integer().notNull().default(0),
    counted_line_count: integer().notNull().default(0),
    system_total: bigint({ mode: 'number' }).notNull().default(0),
    counted_total: bigint({ mode: 'number' }).notNull().default(0),
    variance_total: bigint({ mode: 'number' }).notNull().default(0),
    /** Sum over the lines with a known cost; complete only if uncosted_line_count is zero. */
    variance_value_total: numeric().notNull().default('0'),
    /** Counted lines with a variance and an unknown unit cost. */
    uncosted_line_count: integer().notNull().default(0),
    created_by: text().notNull(),
    created_at: recordedNow(),
    posted_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'stocktakes_pk', columns: [t.organization_id, t.stocktake_id] }),
    index('stocktakes_by_time').on(t.organization_id, t.counted_on.desc(), t.stocktake_id.desc()),
    check('stocktakes_status_known', isOneOf(t.status, stocktakeStatuses)),
    check('stocktakes_posted_when_posted', sql`(${t.status} = 'posted') = (${t.posted_at} is not null)`),
  ],
)

export const stocktake_locations = pgTable(
  'stocktake_locations',
  { organization_id: tenant(), stocktake_id: uuid().notNull(), location_id: uuid().notNull() },
  (t) => [
    primaryKey({ name: 'stocktake_locations_pk', columns: [t.organization_id, t.stocktake_id, t.location_id] }),
    foreignKey({
      name: 'stocktake_locations_stocktake_fk',
      columns: [t.organization_id, t.stocktake_id],
      foreignColumns: [stocktakes.organization_id, stocktakes.stocktake_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'stocktake_locations_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)

/**
 * system_quantity and system_sequence are the ledger's when the line is created, and again each time it is counted, so
 * that the variance compares figures of the same time. Later movements are not part of it.
 */
export const stocktake_lines = pgTable(
  'stocktake_lines',
  {
    organization_id: tenant(),
    stocktake_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    system_quantity: integer().notNull(),
    system_sequence: integer().notNull(),
    counted_quantity: integer(),
    counted_at: instant(),
    unit_cost: unitCost(),
    variance_quantity: integer().generatedAlwaysAs(sql`counted_quantity - system_quantity`),
    /** Units that moved between counting the line and posting; null until posted. */
    moved_quantity: integer(),
  },
  (t) => [
    primaryKey({
      name: 'stocktake_lines_pk',
      columns: [t.organization_id, t.stocktake_id, t.variant_id, t.location_id],
    }),
    /** The counts of a pair, for corrections of earlier deliveries. */
    index('stocktake_lines_by_pair')
      .on(t.organization_id, t.variant_id, t.location_id, t.counted_at)
      .where(sql`counted_at is not null`),
    foreignKey({
      name: 'stocktake_lines_stocktake_fk',
      columns: [t.organization_id, t.stocktake_id],
      foreignColumns: [stocktakes.organization_id, stocktakes.stocktake_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'stocktake_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'stocktake_lines_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('stocktake_lines_counted_not_negative', sql`${t.counted_quantity} >= 0`),
  ],
)
