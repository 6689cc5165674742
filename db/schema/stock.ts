/** Stock levels, the ledger and how far it is verified, and adjustments. Only server/ledger writes levels and movements. */
import { adjustedStocks, rateBases, rateLacks } from '../../server/contract/stock.ts'
import { adjustmentReasons } from '../../server/stock/known_values.ts'
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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { day, instant, isOneOf, organizationId, recordedNow, unitCost } from './columns.ts'
import { locations, organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * One row for each variant at each location. Cover and health are generated columns, so that they can be
 * indexed and always agree with the stock in the same row.
 */
export const stock_levels = pgTable(
  'stock_levels',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    on_hand: integer().notNull().default(0),
    committed: integer().notNull().default(0),
    incoming: integer().notNull().default(0),
    /** Moving average cost of the units on hand; null while no cost is known. */
    average_cost: unitCost(),
    /** What the cost of units that arrived lacks (server/ledger/costs/lacks.rules.ts). The average is unknown as long. */
    unrated_currency: text(),
    /** Sequence of the last ledger row; the ledger of a pair is numbered without gaps. */
    sequence: integer().notNull().default(0),
    /**
     * The rate of cover and order quantities: what the newest forecast expects over the lead time and the review period, or
     * without a forecast the units sold a day. Null if there is neither. Stored with 16 decimals, and quotients are rounded
     * to 9, so that 13 units at 2 in 28 days are exactly 182 days.
     */
    units_per_day: numeric({ precision: 30, scale: 16 }),
    rate_basis: text().notNull().default('sold'),
    /** Why no units were sold a day when it was measured last; null if there were. */
    rate_lack: text().default('not_measured'),
    /** If the rate is a forecast: units sold a day over the trailing 28 days, in-stock days only; null if none. */
    sold_units_per_day: numeric({ precision: 30, scale: 16 }),
    lead_time_days: integer().notNull().default(14),
    review_period_days: integer().notNull().default(7),
    available: integer().generatedAlwaysAs(sql`on_hand - committed`),
    days_of_cover: numeric({ precision: 14, scale: 1 }).generatedAlwaysAs(
      sql`case when units_per_day > 0 then round(round(greatest(on_hand - committed, 0) / units_per_day, 9), 1) end`,
    ),
    health: text().generatedAlwaysAs(sql`case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end`),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'stock_levels_pk', columns: [t.organization_id, t.variant_id, t.location_id] }),
    index('stock_levels_by_health').on(t.organization_id, t.health, t.days_of_cover, t.variant_id, t.location_id),
    /** The variant comes before the units, so that looking up one level reads only that row, whatever the statistics. */
    index('stock_levels_by_location').on(t.organization_id, t.location_id, t.variant_id, t.on_hand),
    /** A covering index for the units available of each variant over all locations, and for those in stock. */
    index('stock_levels_available').on(t.organization_id, t.variant_id, t.available),
    foreignKey({
      name: 'stock_levels_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'stock_levels_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('stock_levels_committed_not_negative', sql`${t.committed} >= 0`),
    check('stock_levels_rate_basis_known', isOneOf(t.rate_basis, rateBases)),
    check('stock_levels_rate_lack_known', isOneOf(t.rate_lack, rateLacks)),
  ],
)

/** Append-only: the database refuses update, delete and truncate (see the migration). */
export const stock_movements = pgTable(
  'stock_movements',
  {
    organization_id: tenant(),
    /** Public id, derived from `entry` by a trigger, so that ids do not reveal other organisations' volume. */
    movement_id: bigint({ mode: 'number' }).notNull(),
    /** The order in which rows were recorded, across all organisations. Never published. */
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    sequence: integer().notNull(),
    kind: text().notNull(),
    quantity_delta: integer().notNull(),
    on_hand_after: integer().notNull(),
    occurred_at: instant().notNull(),
    /** The instant from which counts include the units; null where that is `occurred_at`. */
    counted_from: instant(),
    recorded_at: recordedNow(),
    unit_cost: unitCost(),
    landed_unit_cost: unitCost(),
    /** Of a cost stated in another currency: the cost there, and the rate at which it was converted; null while unknown. */
    stated_currency: text(),
    stated_unit_cost: unitCost(),
    stated_rate: numeric({ precision: 20, scale: 10 }),
    stated_rate_date: day(),
    /** What the cost lacked when the row was booked, so that it is unknown. */
    unrated_currency: text(),
    currency: text(),
    cost_basis: text(),
    document_type: text().notNull(),
    document_id: text().notNull(),
    document_name: text().notNull(),
    document_line_id: text(),
    actor: text().notNull(),
    evidence: text(),
    source_system: text(),
    reverses_movement_id: bigint({ mode: 'number' }),
    /** Only for cost adjustments, which move no units: units concerned, total cost change, and whether they are on hand. */
    adjusted_quantity: integer(),
    adjusted_cost: unitCost(),
    adjusted_stock: text(),
    /** Value of the units on hand after the row; null while it is unknown, and on rows from before it was kept. */
    value_after: unitCost(),
    /**
     * What the row takes from the value of the stock besides its own: units had left at a cost that it shows to be wrong,
     * such as below zero before an arrival at another cost.
     */
    cost_variance: unitCost(),
  },
  (t) => [
    primaryKey({ name: 'stock_movements_pk', columns: [t.organization_id, t.movement_id] }),
    uniqueIndex('stock_movements_gapless').on(t.organization_id, t.variant_id, t.location_id, t.sequence),
    uniqueIndex('stock_movements_once')
      .on(t.organization_id, t.document_type, t.document_id, t.document_line_id, t.kind, t.variant_id, t.location_id)
      .where(sql`reverses_movement_id is null`),
    uniqueIndex('stock_movements_reversed_once')
      .on(t.organization_id, t.reverses_movement_id)
      .where(sql`reverses_movement_id is not null`),
    /** The first movement of a level is read from its end, in which nulls come first: `order by occurred_at nulls first`. */
    index('stock_movements_by_time').on(
      t.organization_id,
      t.variant_id,
      t.location_id,
      t.occurred_at.desc(),
      t.entry.desc(),
    ),
    index('stock_movements_by_document').on(
      t.organization_id,
      t.document_type,
      t.document_id,
      t.occurred_at.desc(),
      t.entry.desc(),
    ),
    /** A covering index for sums over a period. */
    index('stock_movements_by_instant').on(
      t.organization_id,
      t.occurred_at,
      t.variant_id,
      t.location_id,
      t.quantity_delta,
      t.landed_unit_cost,
      t.kind,
    ),
    index('stock_movements_adjusting_costs')
      .on(t.organization_id, t.occurred_at)
      .where(sql`kind = 'cost_adjustment'`),
    index('stock_movements_varying_costs')
      .on(t.organization_id, t.recorded_at)
      .where(sql`cost_variance is not null`),
    foreignKey({
      name: 'stock_movements_level_fk',
      columns: [t.organization_id, t.variant_id, t.location_id],
      foreignColumns: [stock_levels.organization_id, stock_levels.variant_id, stock_levels.location_id],
    }),
    foreignKey({
      name: 'stock_movements_reverses_fk',
      columns: [t.organization_id, t.reverses_movement_id],
      foreignColumns: [t.organization_id, t.movement_id],
    }),
    check(
      'stock_movements_adjust_costs_alone',
      sql`(${t.kind} = 'cost_adjustment' and ${t.quantity_delta} = 0 and ${t.adjusted_cost} is not null
        and ${t.adjusted_quantity} > 0 and ${isOneOf(t.adjusted_stock, adjustedStocks)})
        or (${t.adjusted_cost} is null and ${t.adjusted_quantity} is null and ${t.adjusted_stock} is null)`,
    ),
  ],
)

/**
 * Arrivals whose cost was unknown because no rate of a suitable day was on file. Once one is, the cost that they have
 * after all is recorded here; ledger rows stay as they are.
 */
export const unrated_arrivals = pgTable(
  'unrated_arrivals',
  {
    organization_id: tenant(),
    movement_id: bigint({ mode: 'number' }).notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    /** The currency of the stated cost; of units without one, what their cost lacks. */
    currency: text().notNull(),
    /** The day of the arrival in the organisation's time zone. */
    arrived_on: day().notNull(),
    /** Cost of a unit in that currency; null for units that came or were made from stock of unknown cost, or without one. */
    stated_unit_cost: unitCost(),
    /** Cost in the organisation's currency, once known. */
    unit_cost: unitCost(),
    landed_unit_cost: unitCost(),
    known_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'unrated_arrivals_pk', columns: [t.organization_id, t.movement_id] }),
    index('unrated_arrivals_by_pair').on(t.organization_id, t.variant_id, t.location_id),
    index('unrated_arrivals_open')
      .on(t.organization_id, t.currency, t.arrived_on)
      .where(sql`known_at is null`),
    foreignKey({
      name: 'unrated_arrivals_movement_fk',
      columns: [t.organization_id, t.movement_id],
      foreignColumns: [stock_movements.organization_id, stock_movements.movement_id],
    }),
  ],
)

/** The sequence up to which npm run verify has verified each pair; the next run starts there. */
export const ledger_checkpoints = pgTable(
  'ledger_checkpoints',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    sequence: integer().notNull(),
    on_hand: integer().notNull(),
    /** Value at that sequence; null while unknown. */
    value: unitCost(),
    verified_at: recordedNow(),
  },
  (t) => [primaryKey({ name: 'ledger_checkpoints_pk', columns: [t.organization_id, t.variant_id, t.location_id] })],
)

/** A manual adjustment; its lines are its ledger rows. Undone, each of them is reversed. */
export const stock_adjustments = pgTable(
  'stock_adjustments',
  {
    organization_id: tenant(),
    adjustment_id: uuid().notNull(),
    name: text().notNull(),
    reason: text().notNull(),
    note: text(),
    line_count: integer().notNull(),
    units_added: bigint({ mode: 'number' }).notNull(),
    units_removed: bigint({ mode: 'number' }).notNull(),
    created_by: text().notNull(),
    created_at: recordedNow(),
    undone_by: text(),
    undone_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'stock_adjustments_pk', columns: [t.organization_id, t.adjustment_id] }),
    uniqueIndex('stock_adjustments_by_name').on(t.organization_id, t.name),
    index('stock_adjustments_by_time').on(t.organization_id, t.created_at.desc(), t.adjustment_id.desc()),
    check('stock_adjustments_reason_known', isOneOf(t.reason, adjustmentReasons)),
    check('stock_adjustments_have_lines', sql`${t.line_count} > 0`),
    check('stock_adjustments_units_not_negative', sql`${t.units_added} >= 0 and ${t.units_removed} >= 0`),
    check('stock_adjustments_undone_by_someone', sql`(${t.undone_at} is null) = (${t.undone_by} is null)`),
  ],
)

/** The last number that names an adjustment, such as ADJ-1001. */
export const stock_adjustment_numbers = pgTable(
  'stock_adjustment_numbers',
  { organization_id: tenant(), last_number: integer().notNull() },
  (t) => [primaryKey({ name: 'stock_adjustment_numbers_pk', columns: [t.organization_id] })],
)
