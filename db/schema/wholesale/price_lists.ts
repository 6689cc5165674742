/** The prices of price lists; the lists themselves are in accounts.ts, which the catalogue imports. */
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { price_lists } from './accounts.ts'
import { variants } from '../catalogue.ts'
import { cents, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

/** Unit price for the accounts of a list, in the list's currency. */
export const price_list_prices = pgTable(
  'price_list_prices',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    price_list_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    price_cents: cents().notNull(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'price_list_prices_pk', columns: [t.organization_id, t.price_list_id, t.variant_id] }),
    index('price_list_prices_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'price_list_prices_list_fk',
      columns: [t.organization_id, t.price_list_id],
      foreignColumns: [price_lists.organization_id, price_lists.price_list_id],
    }),
    foreignKey({
      name: 'price_list_prices_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('price_list_prices_not_negative', sql`${t.price_cents} >= 0`),
  ],
)
