/** Suppliers, the variants they supply, and their contacts. */
import { preferredContactMethods, orderChannels } from '../../server/purchasing/known_values.ts'
import { unitsOfMeasure } from '../../server/contract/units_of_measure.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { cents, isOneOf, organizationId, packingChecks, recordedNow, unitCost } from './columns.ts'
import { organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const suppliers = pgTable(
  'suppliers',
  {
    organization_id: tenant(),
    supplier_id: uuid().notNull(),
    name: text().notNull(),
    external_id: text(),
    currency: text().notNull(),
    country_code: text(),
    /** Address in one line for documents: street, town, postcode. */
    address: text(),
    website: text(),
    lead_time_days: integer(),
    /** Days between reorder reviews; with the lead time, the limit below which stock has the health `caution`. */
    review_period_days: integer(),
    min_order_value_cents: cents(),
    min_order_quantity: integer(),
    /** Payment terms, e.g. net_30. */
    payment_terms: text(),
    /** Deposit as a share of the order, in basis points. */
    deposit_bp: integer(),
    incoterm: text(),
    /** Channel of orders to the supplier: mail with the document attached, EDI, or a link that a person passes on. */
    order_channel: text({ enum: orderChannels }).notNull().default('email'),
    order_email: text(),
    /** EDI interchange id of the supplier: qualifier and id. */
    edi_qualifier: text(),
    edi_id: text(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'suppliers_pk', columns: [t.organization_id, t.supplier_id] }),
    uniqueIndex('suppliers_by_name').on(t.organization_id, sql`lower(${t.name})`),
    index('suppliers_in_order_of_name').on(t.organization_id, t.name, t.supplier_id),
    check('suppliers_channel_known', isOneOf(t.order_channel, orderChannels)),
    check('suppliers_deposit_is_a_share', sql`${t.deposit_bp} between 0 and 10000`),
    check('suppliers_days_not_negative', sql`${t.lead_time_days} >= 0 and ${t.review_period_days} >= 0`),
  ],
)

/** Numbers contacts across all organisations. */
export const contactNumbers = pgSequence('contact_numbers')

export const contacts = pgTable(
  'contacts',
  {
    organization_id: tenant(),
    /** Public id, derived by a trigger from the next number of contact_numbers. */
    contact_id: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    city: text(),
    country: text(),
    description: text(),
    role: text(),
    department: text(),
    preferred_contact_method: text({ enum: preferredContactMethods }).notNull(),
    supplier_id: uuid(),
    is_primary: boolean().notNull().default(false),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'contacts_pk', columns: [t.organization_id, t.contact_id] }),
    uniqueIndex('contacts_by_email').on(t.organization_id, sql`lower(${t.email})`),
    index('contacts_by_name').on(t.organization_id, t.name, t.contact_id),
    index('contacts_by_supplier').on(t.organization_id, t.supplier_id),
    uniqueIndex('contacts_one_primary')
      .on(t.organization_id, t.supplier_id)
      .where(sql`is_primary and supplier_id is not null`),
    foreignKey({
      name: 'contacts_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    check('contacts_method_known', isOneOf(t.preferred_contact_method, preferredContactMethods)),
  ],
)

export const contact_notes = pgTable(
  'contact_notes',
  {
    organization_id: tenant(),
    note_id: uuid().notNull(),
    contact_id: bigint({ mode: 'number' }).notNull(),
    title: text().notNull(),
    body: text().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'contact_notes_pk', columns: [t.organization_id, t.note_id] }),
    index('contact_notes_by_contact').on(t.organization_id, t.contact_id, t.created_at),
    foreignKey({
      name: 'contact_notes_contact_fk',
      columns: [t.organization_id, t.contact_id],
      foreignColumns: [contacts.organization_id, contacts.contact_id],
    }).onDelete('cascade'),
  ],
)

export const supplier_variants = pgTable(
  'supplier_variants',
  {
    organization_id: tenant(),
    supplier_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    supplier_sku: text(),
    unit_cost: unitCost(),
    /** The unit in which the supplier sells the variant, and the single units in it; in an inner pack, if it has any. */
    purchase_unit: text({ enum: unitsOfMeasure }).notNull().default('EA'),
    purchase_unit_factor: integer().notNull().default(1),
    inner_pack_quantity: integer(),
    min_order_quantity: integer(),
    batch_size: integer(),
    lead_time_days: integer(),
    is_primary: boolean().notNull().default(true),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'supplier_variants_pk', columns: [t.organization_id, t.supplier_id, t.variant_id] }),
    index('supplier_variants_by_variant').on(t.organization_id, t.variant_id),
    uniqueIndex('supplier_variants_one_primary')
      .on(t.organization_id, t.variant_id)
      .where(sql`is_primary`),
    foreignKey({
      name: 'supplier_variants_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    foreignKey({
      name: 'supplier_variants_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    ...packingChecks('supplier_variants', t),
  ],
)
