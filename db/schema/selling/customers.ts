/** Customers: a pseudonym in place of the e-mail address, and what figures need of the rest. */
import { customerKinds } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { trading_partners } from '../wholesale/accounts.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** The key of an organisation's pseudonyms, encrypted; see server/secrets/secret_box.ts. */
export const customer_keys = pgTable(
  'customer_keys',
  { organization_id: tenant(), encrypted_key: bytes().notNull(), created_at: recordedNow() },
  (t) => [primaryKey({ name: 'customer_keys_pk', columns: [t.organization_id] })],
)

/** No address, phone number or e-mail address is ever stored. */
export const customers = pgTable(
  'customers',
  {
    organization_id: tenant(),
    customer_id: uuid().notNull(),
    kind: text().notNull(),
    /** The account of a customer of kind account. */
    trading_partner_id: uuid(),
    /** HMAC-SHA-256 of the normalised e-mail address; null if none was given, and after a redaction. */
    pseudonym: bytes(),
    email_domain: text(),
    /** Shortened: "Ada L."; null if no name was given, and after a redaction. */
    display_name: text(),
    /** The words of the display name in lower case, for search. */
    display_name_words: text().array().notNull().default([]),
    /** ISO 3166-1 alpha-2. */
    country_code: text(),
    /** First-level subdivision (ISO 3166-2) or the first characters of the postcode, whichever was given. */
    region: text(),
    first_order_at: instant(),
    last_order_at: instant(),
    orders_count: integer().notNull().default(0),
    source_system: text(),
    /** Id in the source system; cleared by a redaction. */
    external_id: text(),
    redacted_at: instant(),
    redacted_by: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'customers_pk', columns: [t.organization_id, t.customer_id] }),
    uniqueIndex('customers_by_pseudonym').on(t.organization_id, t.pseudonym),
    uniqueIndex('customers_by_source').on(t.organization_id, t.source_system, t.external_id),
    index('customers_by_last_order').on(
      t.organization_id,
      sql`${t.last_order_at} desc nulls last`,
      t.customer_id.desc(),
    ),
    index('customers_by_account').on(t.organization_id, t.trading_partner_id),
    index('customers_by_word').using('gin', t.display_name_words),
    foreignKey({
      name: 'customers_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('customers_kind_known', isOneOf(t.kind, customerKinds)),
    check('customers_account_is_named', sql`${t.kind} = 'consumer' or ${t.trading_partner_id} is not null`),
    check('customers_orders_not_negative', sql`${t.orders_count} >= 0`),
    check('customers_pseudonym_length', sql`length(${t.pseudonym}) = 32`),
    check('customers_country_code', sql`${t.country_code} ~ '^[A-Z]{2}$'`),
    check(
      'customers_redacted_without_person',
      sql`${t.redacted_at} is null or (${t.pseudonym} is null and ${t.email_domain} is null and ${t.display_name} is null
        and ${t.external_id} is null and ${t.display_name_words} = '{}')`,
    ),
  ],
)
