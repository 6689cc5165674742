/** Exchange rates that an organisation set, by currency and day. */
import { sql } from 'drizzle-orm'
import { check, index, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, organizationId, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'

export const exchange_rates = pgTable(
  'exchange_rates',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    /** The foreign currency, as an ISO 4217 code. */
    currency: text().notNull(),
    /** The first day on which the rate applies. */
    rate_date: day().notNull(),
    /** Units of the organisation's currency for one unit of the foreign currency. */
    organization_currency_per_unit: numeric({ precision: 20, scale: 10 }).notNull(),
    set_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'exchange_rates_pk', columns: [t.organization_id, t.currency, t.rate_date] }),
    index('exchange_rates_newest').on(t.organization_id, t.rate_date.desc(), t.currency),
    check('exchange_rates_positive', sql`${t.organization_currency_per_unit} > 0`),
  ],
)
