/** Trading accounts with their doors, contacts, price lists and EDI identities, and the channels of sales. */
import { salesChannelTypes } from '../../../server/catalogue/known_values.ts'
import {
  accountContactTypes,
  cancellationTerms,
  doorKinds,
  eachPrices,
  itemQualifiers,
  weightUnits,
  characterSets,
  ediDocumentsTaken,
  ediTransports,
  ediVersions,
  storeLayouts,
} from '../../../server/partners/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** Wholesale prices in one currency, for as many accounts as use the list; its prices are in price_lists.ts. */
export const price_lists = pgTable(
  'price_lists',
  {
    organization_id: tenant(),
    price_list_id: uuid().notNull(),
    name: text().notNull(),
    currency: text().notNull(),
    valid_from: day(),
    /** Last day on which it is valid. */
    valid_to: day(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'price_lists_pk', columns: [t.organization_id, t.price_list_id] }),
    uniqueIndex('price_lists_by_name').on(t.organization_id, sql`lower(${t.name})`),
    check('price_lists_valid_in_order', sql`${t.valid_from} <= ${t.valid_to}`),
  ],
)

/** A trading account: a retailer that the organisation sells to. */
export const trading_partners = pgTable(
  'trading_partners',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    name: text().notNull(),
    /** The organisation's own number of the account. */
    account_reference: text(),
    /** Id by which the retailer names itself in its orders, e.g. the number of its buying organisation. */
    buyer_id: text(),
    account_tier: text(),
    payment_terms: text(),
    currency: text().notNull().default('USD'),
    fill_rate_target_pct: numeric({ precision: 5, scale: 2 }),
    cancellation_term: text(),
    cancellation_notice_days: integer(),
    cancellation_term_note: text(),
    transit_time_days: integer(),
    auto_release_holds: boolean().notNull().default(false),
    /** Days ahead for which its orders hold stock; null for those of the organisation. */
    allocation_horizon_days: integer(),
    price_list_id: uuid(),
    /** Addresses as they are printed, with line breaks. */
    bill_to_address: text(),
    ship_to_address: text(),
    tax_id: text(),
    archived_at: instant(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'trading_partners_pk', columns: [t.organization_id, t.trading_partner_id] }),
    uniqueIndex('trading_partners_by_name').on(t.organization_id, sql`lower(${t.name})`),
    uniqueIndex('trading_partners_by_reference').on(t.organization_id, sql`lower(${t.account_reference})`),
    index('trading_partners_by_price_list').on(t.organization_id, t.price_list_id),
    foreignKey({
      name: 'trading_partners_price_list_fk',
      columns: [t.organization_id, t.price_list_id],
      foreignColumns: [price_lists.organization_id, price_lists.price_list_id],
    }),
    check('trading_partners_cancellation_term_known', isOneOf(t.cancellation_term, cancellationTerms)),
    check(
      'trading_partners_notice_days_of_notice_period',
      sql`(${t.cancellation_notice_days} is not null) = (${t.cancellation_term} is not distinct from 'notice_period')`,
    ),
    check('trading_partners_allocation_horizon_in_range', sql`${t.allocation_horizon_days} between 0 and 730`),
    check('trading_partners_fill_rate_is_a_share', sql`${t.fill_rate_target_pct} between 0 and 100`),
    check(
      'trading_partners_days_not_negative',
      sql`${t.cancellation_notice_days} >= 0 and ${t.transit_time_days} >= 0`,
    ),
  ],
)

const partner = (t: { organization_id: AnyPgColumn; trading_partner_id: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.trading_partner_id],
    foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
  })

/** A place of an account that goods are shipped to or sold in. */
export const account_doors = pgTable(
  'account_doors',
  {
    organization_id: tenant(),
    door_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** The retailer's own number of the door. */
    door_reference: text().notNull(),
    name: text().notNull(),
    kind: text().notNull(),
    country_code: text(),
    region: text(),
    /** As it is printed, with line breaks. */
    address: text(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'account_doors_pk', columns: [t.organization_id, t.door_id] }),
    uniqueIndex('account_doors_by_reference').on(
      t.organization_id,
      t.trading_partner_id,
      sql`lower(${t.door_reference})`,
    ),
    partner(t, 'account_doors_account_fk'),
    check('account_doors_kind_known', isOneOf(t.kind, doorKinds)),
  ],
)

export const account_contacts = pgTable(
  'account_contacts',
  {
    organization_id: tenant(),
    contact_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    role: text(),
    department: text(),
    contact_type: text().notNull(),
    is_main: boolean().notNull().default(false),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'account_contacts_pk', columns: [t.organization_id, t.contact_id] }),
    uniqueIndex('account_contacts_by_email').on(t.organization_id, t.trading_partner_id, sql`lower(${t.email})`),
    uniqueIndex('account_contacts_one_main')
      .on(t.organization_id, t.trading_partner_id)
      .where(sql`is_main`),
    partner(t, 'account_contacts_account_fk'),
    check('account_contacts_type_known', isOneOf(t.contact_type, accountContactTypes)),
  ],
)

/** Settings of an account for trading documents over EDI. */
export const account_edi_profiles = pgTable(
  'account_edi_profiles',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    /** Interchange identity of the account; that of its group where it has another. */
    edi_qualifier: text().notNull(),
    edi_id: text().notNull(),
    edi_group_id: text(),
    version: text().notNull(),
    /** X12 numbers of the documents that the account takes. */
    documents_taken: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    transport: text().notNull().default('stored'),
    /** What a price for each (PE) of goods in packs means; null if it is not known. */
    each_price: text({ enum: eachPrices }),
    /** Whether interchanges that the account marks as a test (ISA15 T) are read like any other. */
    takes_tests: boolean().notNull().default(false),
    /** Where an 852 names a store, seen from its quantities; null: as the report itself shows. */
    store_layout: text({ enum: storeLayouts }),
    /** The kind of the account's item numbers, where its order does not say. */
    item_qualifier: text({ enum: itemQualifiers }),
    /** Unit of weights in shipping notices, and whether they have a level for pallets. */
    weight_unit: text({ enum: weightUnits }).notNull().default('KG'),
    has_pallet_level: boolean().notNull().default(false),
    /** The guide that the profile began from; GS08 where it is more than the version; characters of what is written. */
    guide: text(),
    group_version: text(),
    character_set: text({ enum: characterSets }).notNull().default('extended'),
    /** Segment terminator, element separator and component separator; null for ~, * and >. */
    delimiters: jsonb().$type<{ segment: string; element: string; component: string }>(),
    /** What documents must have beyond the standard, as edi/guides/requirements.rules.ts declares it. */
    requirements: jsonb().$type<object[]>().notNull().default([]),
    /** Hours after an order arrives within which its 855, and before a shipment arrives by which its 856 is expected; null for none. */
    acknowledge_within_hours: integer(),
    notice_before_hours: integer(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'account_edi_profiles_pk', columns: [t.organization_id, t.trading_partner_id] }),
    uniqueIndex('account_edi_profiles_by_identity').on(t.organization_id, t.edi_qualifier, t.edi_id),
    partner(t, 'account_edi_profiles_account_fk'),
    check('account_edi_profiles_version_known', isOneOf(t.version, ediVersions)),
    check('account_edi_profiles_each_price_known', isOneOf(t.each_price, eachPrices)),
    check('account_edi_profiles_store_layout_known', isOneOf(t.store_layout, storeLayouts)),
    check('account_edi_profiles_item_qualifier_known', isOneOf(t.item_qualifier, itemQualifiers)),
    check('account_edi_profiles_character_set_known', isOneOf(t.character_set, characterSets)),
    check('account_edi_profiles_weight_unit_known', isOneOf(t.weight_unit, weightUnits)),
    check('account_edi_profiles_transport_known', isOneOf(t.transport, ediTransports)),
    check(
      'account_edi_profiles_documents_known',
      sql`${t.documents_taken} <@ ${sql.raw(`array[${ediDocumentsTaken.map((type) => `'${type}'`).join(', ')}]`)}`,
    ),
  ],
)

export const sales_channels = pgTable(
  'sales_channels',
  {
    organization_id: tenant(),
    sales_channel_id: uuid().notNull(),
    name: text().notNull(),
    channel_type: text().notNull(),
    trading_partner_id: uuid(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'sales_channels_pk', columns: [t.organization_id, t.sales_channel_id] }),
    uniqueIndex('sales_channels_by_name').on(t.organization_id, sql`lower(${t.name})`),
    partner(t, 'sales_channels_trading_partner_fk'),
    check('sales_channels_type_known', isOneOf(t.channel_type, salesChannelTypes)),
  ],
)
