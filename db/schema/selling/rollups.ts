/**
 * Sums of sales_daily and numbers of rows. Triggers append what each statement changed, a job folds it into the sums,
 * and reads add the sums and what is not folded yet: they are exact at once, and no two writers wait for one row.
 */
import { type ExactFigure, exactFigure, sumNames } from '../../../server/contract/stock.ts'
import { countedTables } from '../../../server/tables/known_values.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { cents, day, exactCents, instant, isOneOf, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

type Sums = Record<Exclude<(typeof sumNames)[number], ExactFigure>, ReturnType<ReturnType<typeof cents>['notNull']>> &
  Record<ExactFigure, ReturnType<ReturnType<typeof exactCents>['notNull']>>

/** Counts, units and cents alike are bigint: a day of a channel adds up many rows of sales_daily. Costs are not rounded. */
const sums = () =>
  Object.fromEntries(
    sumNames.map((name) => [name, (name === exactFigure ? exactCents() : cents()).notNull()]),
  ) as unknown as Sums

/**
 * Changes by statements that no job has folded yet. Zero for lines that changed beside sales_daily: the day is then
 * proven again.
 */
export const sales_deltas = pgTable(
  'sales_deltas',
  {
    /** Triggers make the rows of rows that belong to the organisation, which is never deleted: no foreign key is checked again. */
    organization_id: organizationId(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    product_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ name: 'sales_deltas_pk', columns: [t.organization_id, t.entry] }),
    index('sales_deltas_by_day').on(t.organization_id, t.day),
  ],
)

export const sales_by_channel = pgTable(
  'sales_by_channel',
  {
    organization_id: tenant(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
    /** Counts the changes, so that npm run verify knows which days to prove again. */
    version: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ name: 'sales_by_channel_pk', columns: [t.organization_id, t.day, t.sales_channel_id, t.currency] }),
  ],
)

export const sales_by_product = pgTable(
  'sales_by_product',
  {
    organization_id: tenant(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    product_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sales_by_product_pk',
      columns: [t.organization_id, t.day, t.sales_channel_id, t.product_id, t.currency],
    }),
    index('sales_by_product_by_product').on(t.organization_id, t.product_id, t.day),
  ],
)

/**
 * Sums of the products that sales_product_categories counts in a category; category_id is the nil UUID for products
 * without one. Reads move the sums of products that have changed their category since.
 */
export const sales_by_category = pgTable(
  'sales_by_category',
  {
    organization_id: tenant(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    category_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sales_by_category_pk',
      columns: [t.organization_id, t.day, t.sales_channel_id, t.category_id, t.currency],
    }),
  ],
)

/** The category in which sales_by_category counts a product; a trigger sets is_moved when the product's own changes. */
export const sales_product_categories = pgTable(
  'sales_product_categories',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    category_id: uuid().notNull(),
    is_moved: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'sales_product_categories_pk', columns: [t.organization_id, t.product_id] }),
    index('sales_product_categories_moved')
      .on(t.organization_id, t.product_id)
      .where(sql`is_moved`),
  ],
)

export const row_counts = pgTable(
  'row_counts',
  { organization_id: tenant(), table_name: text().notNull(), row_count: bigint({ mode: 'number' }).notNull() },
  (t) => [
    primaryKey({ name: 'row_counts_pk', columns: [t.organization_id, t.table_name] }),
    check('row_counts_table_known', isOneOf(t.table_name, countedTables)),
  ],
)

export const row_count_deltas = pgTable(
  'row_count_deltas',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    table_name: text().notNull(),
    row_count: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'row_count_deltas_pk', columns: [t.organization_id, t.entry] }),
    index('row_count_deltas_by_table').on(t.organization_id, t.table_name, t.row_count),
    check('row_count_deltas_table_known', isOneOf(t.table_name, countedTables)),
  ],
)

/** Columns by which the list of sales orders counts; nilId where there is no account. */
const orderKinds = () => ({
  lifecycle: text().notNull(),
  origin: text().notNull(),
  is_wholesale: boolean().notNull(),
  sales_channel_id: uuid().notNull(),
  trading_partner_id: uuid().notNull(),
  order_count: bigint({ mode: 'number' }).notNull(),
})

export const order_counts = pgTable('order_counts', { organization_id: tenant(), ...orderKinds() }, (t) => [
  primaryKey({
    name: 'order_counts_pk',
    columns: [t.organization_id, t.lifecycle, t.origin, t.is_wholesale, t.sales_channel_id, t.trading_partner_id],
  }),
])

export const order_count_deltas = pgTable(
  'order_count_deltas',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    ...orderKinds(),
  },
  (t) => [primaryKey({ name: 'order_count_deltas_pk', columns: [t.organization_id, t.entry] })],
)

/**
 * Days for which sales_before has every variant and product_sales_before every product: the first of each month, and
 * some shortly before today.
 */
export const sales_before_days = pgTable(
  'sales_before_days',
  {
    organization_id: tenant(),
    before: day().notNull(),
    /** The instant at which the day begins, where product_stock_before has the movements before it; null where it has not. */
    stock_before_at: instant(),
  },
  (t) => [primaryKey({ name: 'sales_before_days_pk', columns: [t.organization_id, t.before] })],
)

/**
 * All sales of a variant before a day, so that the sales of a long window are the difference of two rows of each
 * variant (server/insight/sales/running_sums). Reads leave out the variants that are in velocity_changes and sum their
 * rows.
 */
export const sales_before = pgTable(
  'sales_before',
  {
    organization_id: tenant(),
    before: day().notNull(),
    variant_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ name: 'sales_before_pk', columns: [t.organization_id, t.before, t.variant_id, t.currency] })],
)

/** The sums of sales_before over the variants of a product. */
export const product_sales_before = pgTable(
  'product_sales_before',
  {
    organization_id: tenant(),
    before: day().notNull(),
    product_id: uuid().notNull(),
    currency: text().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ name: 'product_sales_before_pk', columns: [t.organization_id, t.before, t.product_id, t.currency] }),
  ],
)

/**
 * Units of a product that the ledger moved before a day, and how many of them were received. Movements that are in
 * velocity_changes are not in it yet: reads add them.
 */
export const product_stock_before = pgTable(
  'product_stock_before',
  {
    organization_id: tenant(),
    before: day().notNull(),
    product_id: uuid().notNull(),
    moved: bigint({ mode: 'number' }).notNull(),
    received: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'product_stock_before_pk', columns: [t.organization_id, t.before, t.product_id] })],
)
