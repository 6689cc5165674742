/** The accounts' own ids of the variants that they buy. */
import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { trading_partners } from './accounts.ts'

/** One SKU of an account names one variant; several of its SKUs may name the same one. */
export const account_items = pgTable(
  'account_items',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    trading_partner_id: uuid().notNull(),
    buyer_sku: text().notNull(),
    variant_id: uuid().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'account_items_pk', columns: [t.organization_id, t.trading_partner_id, t.buyer_sku] }),
    // Documents over EDI name items in any case.
    index('account_items_by_lower_sku').on(t.organization_id, t.trading_partner_id, sql`lower(${t.buyer_sku})`),
    index('account_items_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'account_items_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'account_items_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)
