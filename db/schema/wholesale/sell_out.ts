/**
 * Sales of accounts to consumers, as they report them: weekly units and shelf counts by door and variant. A report of a
 * period replaces the rows of the doors that it covers. Writers of one account hold the lock of its declaration, so
 * triggers keep the sums in place. Where an account reports without doors, its own id is that of the door.
 */
import {
  absenceConventions,
  locationGrains,
  priceTaxBases,
  sellOutFaultReasons,
  sellOutRefusalReasons,
  sellOutSources,
} from '../../../server/partners/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { account_doors, trading_partners } from './accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

const ofAccount = (t: { organization_id: AnyPgColumn; trading_partner_id: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.trading_partner_id],
    foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
  })

/** How to read an account's reports, as a person or the account's own key declared it. */
export const sell_out_declarations = pgTable(
  'sell_out_declarations',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    absence_convention: text({ enum: absenceConventions }).notNull(),
    location_grain: text({ enum: locationGrains }).notNull(),
    currency: text().notNull(),
    price_tax_basis: text({ enum: priceTaxBases }).notNull(),
    /** Last day of the account's weeks, Monday = 0 to Sunday = 6; null where it does not say. */
    week_anchor_dow: smallint(),
    /** Built-in profile by which the account's files are read; null leaves it to the headers. */
    source_profile_key: text(),
    confirmed_at: instant().notNull(),
    confirmed_by: text().notNull(),
    confirmed_by_name: text(),
  },
  (t) => [
    primaryKey({ name: 'sell_out_declarations_pk', columns: [t.organization_id, t.trading_partner_id] }),
    ofAccount(t, 'sell_out_declarations_account_fk'),
    check('sell_out_declarations_absence_known', isOneOf(t.absence_convention, absenceConventions)),
    check('sell_out_declarations_grain_known', isOneOf(t.location_grain, locationGrains)),
    check('sell_out_declarations_tax_basis_known', isOneOf(t.price_tax_basis, priceTaxBases)),
    check('sell_out_declarations_week_day_known', sql`${t.week_anchor_dow} between 0 and 6`),
  ],
)

/** The columns of an account's files as a person confirmed them; the newest version of a fingerprint reads files. */
export const sell_out_profiles = pgTable(
  'sell_out_profiles',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    /** Counts the account's confirmed mappings. */
    version: integer().notNull(),
    /** SHA-256 of the normalised headers, in any order. */
    header_fingerprint: text().notNull(),
    headers: text().array().notNull(),
    /** The mapped columns, in the form of server/imports/profile.ts. */
    mapping: jsonb().$type<object[]>().notNull(),
    confirmed_at: instant().notNull(),
    confirmed_by: text().notNull(),
    confirmed_by_name: text(),
  },
  (t) => [
    primaryKey({ name: 'sell_out_profiles_pk', columns: [t.organization_id, t.trading_partner_id, t.version] }),
    ofAccount(t, 'sell_out_profiles_account_fk'),
    check('sell_out_profiles_version_positive', sql`${t.version} > 0`),
  ],
)

/** A file or an interchange that was imported, with the outcome of its rows. */
export const sell_out_files = pgTable(
  'sell_out_files',
  {
    organization_id: tenant(),
    file_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    source: text({ enum: sellOutSources }).notNull(),
    file_name: text(),
    /** Hash of the bytes; null for rows that came without a file. */
    sha256: text(),
    /** Profile and version that read it. */
    recognised_as: text(),
    rows_submitted: integer().notNull(),
    rows_added: integer().notNull(),
    rows_changed: integer().notNull(),
    rows_unchanged: integer().notNull(),
    rows_removed: integer().notNull(),
    rows_refused: integer().notNull(),
    imported_at: instant().notNull(),
    imported_by: text().notNull(),
    /** An import for the wrong account or weeks was undone; importing the same file again clears it. */
    undone_at: instant(),
    undone_by: text(),
  },
  (t) => [
    primaryKey({ name: 'sell_out_files_pk', columns: [t.organization_id, t.file_id] }),
    index('sell_out_files_by_account').on(t.organization_id, t.trading_partner_id, t.imported_at),
    ofAccount(t, 'sell_out_files_account_fk'),
    check('sell_out_files_source_known', isOneOf(t.source, sellOutSources)),
  ],
)

/** A period that an account reported for a door, even without a row. Its currency is that of the rows' sales. */
export const sell_out_reports = pgTable(
  'sell_out_reports',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    period_start: day().notNull(),
    /** Last day of the period. */
    period_end: day().notNull(),
    door_id: uuid().notNull(),
    account_door_id: uuid().generatedAlwaysAs(sql`nullif(door_id, trading_partner_id)`),
    currency: text().notNull(),
    file_id: uuid(),
    reported_at: recordedNow(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_reports_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.door_id],
    }),
    index('sell_out_reports_by_door').on(t.organization_id, t.account_door_id),
    ofAccount(t, 'sell_out_reports_account_fk'),
    foreignKey({
      name: 'sell_out_reports_door_fk',
      columns: [t.organization_id, t.account_door_id],
      foreignColumns: [account_doors.organization_id, account_doors.door_id],
    }),
    check('sell_out_reports_period_in_order', sql`${t.period_start} <= ${t.period_end}`),
  ],
)

/**
 * One variant of a report. Kept narrow, without foreign keys of its own: the triggers write sums for each row, and
 * those refer to the report and to the variant.
 */
export const sell_out_rows = pgTable(
  'sell_out_rows',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    door_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    /** Sold less returned; null where the period has a shelf count but no sales figure. */
    units: integer(),
    on_hand: integer(),
    /** In the report's currency, with or without tax as declared; null where the file has no values. */
    sales_cents: cents(),
    /** The 852 that states the figure; null where a file does. */
    units_document_id: bigint({ mode: 'number' }),
    on_hand_document_id: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_rows_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.variant_id, t.door_id],
    }),
    check('sell_out_rows_say_something', sql`num_nonnulls(${t.units}, ${t.on_hand}) > 0`),
  ],
)

const sums = () => ({
  row_count: bigint({ mode: 'number' }).notNull(),
  /** Rows with a sales figure; units is zero without any. */
  units_rows: bigint({ mode: 'number' }).notNull(),
  units: bigint({ mode: 'number' }).notNull(),
  /** Rows with a shelf count. */
  on_hand_rows: bigint({ mode: 'number' }).notNull(),
  on_hand: bigint({ mode: 'number' }).notNull(),
})

export const sell_out_by_door = pgTable(
  'sell_out_by_door',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    door_id: uuid().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_by_door_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.door_id],
    }),
    foreignKey({
      name: 'sell_out_by_door_report_fk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.door_id],
      foreignColumns: [
        sell_out_reports.organization_id,
        sell_out_reports.trading_partner_id,
        sell_out_reports.period_start,
        sell_out_reports.period_end,
        sell_out_reports.door_id,
      ],
    }),
  ],
)

export const sell_out_by_variant = pgTable(
  'sell_out_by_variant',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    variant_id: uuid().notNull(),
    /** The category in which the sums count the rows; the nil UUID without one. */
    category_id: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_by_variant_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.variant_id],
    }),
    index('sell_out_by_variant_by_variant').on(t.organization_id, t.variant_id, t.trading_partner_id, t.period_start),
    ofAccount(t, 'sell_out_by_variant_account_fk'),
    foreignKey({
      name: 'sell_out_by_variant_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

export const sell_out_by_period = pgTable(
  'sell_out_by_period',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    /** Variants with a row. */
    variants: integer().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_by_period_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end],
    }),
    ofAccount(t, 'sell_out_by_period_account_fk'),
  ],
)

/** The variants that sell_out_by_variant counts in a category, added up. */
export const sell_out_by_category = pgTable(
  'sell_out_by_category',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    category_id: uuid().notNull(),
    /** Variants with a row. */
    variants: integer().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_by_category_pk',
      columns: [t.organization_id, t.trading_partner_id, t.period_start, t.period_end, t.category_id],
    }),
    ofAccount(t, 'sell_out_by_category_account_fk'),
  ],
)

/** Their rows by door. The key has the category before the period: a read takes one range of it. */
export const sell_out_by_category_and_door = pgTable(
  'sell_out_by_category_and_door',
  {
    organization_id: organizationId(),
    trading_partner_id: uuid().notNull(),
    category_id: uuid().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    door_id: uuid().notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_by_category_and_door_pk',
      columns: [t.organization_id, t.trading_partner_id, t.category_id, t.period_start, t.period_end, t.door_id],
    }),
  ],
)

/** Products whose category changed, or that got variants of another one, since the sums were last moved. */
export const sell_out_category_changes = pgTable(
  'sell_out_category_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    product_id: uuid().notNull(),
  },
  (t) => [primaryKey({ name: 'sell_out_category_changes_pk', columns: [t.organization_id, t.entry] })],
)

/** Refused rows of a report. Those whose item or door is not on file are read again once it is; the others never are. */
export const sell_out_refusals = pgTable(
  'sell_out_refusals',
  {
    organization_id: tenant(),
    file_id: uuid().notNull(),
    row_number: integer().notNull(),
    trading_partner_id: uuid().notNull(),
    reason: text({ enum: [...sellOutRefusalReasons, ...sellOutFaultReasons] }).notNull(),
    /** null where the row could not be read. */
    period_start: day(),
    period_end: day(),
    /** As the file names the door and the item. */
    door_reference: text(),
    buyer_sku: text(),
    gtin: text(),
    sku: text(),
    units: integer(),
    on_hand: integer(),
    sales_cents: cents(),
    currency: text().notNull(),
    /** Invalid field of the mapping, with the text of the file; a row is refused for its first fault. */
    field: text(),
    value: text(),
    rule: text(),
    allowed: text().array(),
  },
  (t) => [
    primaryKey({ name: 'sell_out_refusals_pk', columns: [t.organization_id, t.file_id, t.row_number] }),
    index('sell_out_refusals_by_period').on(
      t.organization_id,
      t.trading_partner_id,
      t.period_start,
      t.period_end,
      t.door_reference,
    ),
    index('sell_out_refusals_newest').on(t.organization_id, t.trading_partner_id, t.file_id, t.row_number),
    foreignKey({
      name: 'sell_out_refusals_file_fk',
      columns: [t.organization_id, t.file_id],
      foreignColumns: [sell_out_files.organization_id, sell_out_files.file_id],
    }),
    check('sell_out_refusals_reason_known', isOneOf(t.reason, [...sellOutRefusalReasons, ...sellOutFaultReasons])),
  ],
)

/** Rows of the import in progress; UNLOGGED, and deleted in the transaction that wrote them. */
export const sell_out_staging = pgTable(
  'sell_out_staging',
  {
    organization_id: organizationId(),
    file_id: uuid().notNull(),
    row_number: integer().notNull(),
    period_start: day().notNull(),
    period_end: day().notNull(),
    door_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    units: integer(),
    on_hand: integer(),
    sales_cents: cents(),
  },
  (t) => [
    primaryKey({
      name: 'sell_out_staging_pk',
      columns: [t.organization_id, t.file_id, t.period_start, t.period_end, t.door_id, t.row_number],
    }),
  ],
)
