/** The timeline of a product or variant: field, previous value, new value and author of each change. */
import { bigint, check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { catalogueEventKinds } from '../../../server/catalogue/known_values.ts'
import { products, variants } from '../catalogue.ts'
import { instant, isOneOf, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const catalogue_events = pgTable(
  'catalogue_events',
  {
    organization_id: tenant(),
    /** Public id, derived from `entry` by a trigger, so that ids do not reveal other organisations' volume. */
    event_id: bigint({ mode: 'number' }).notNull(),
    /** The order in which rows were recorded, across all organisations. Never published. */
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    product_id: uuid().notNull(),
    variant_id: uuid(),
    kind: text().notNull(),
    field: text(),
    previous_value: text(),
    value: text(),
    actor: text().notNull(),
    occurred_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'catalogue_events_pk', columns: [t.organization_id, t.event_id] }),
    index('catalogue_events_by_time').on(t.organization_id, t.occurred_at, t.entry, t.event_id),
    index('catalogue_events_by_variant').on(t.organization_id, t.variant_id, t.occurred_at, t.entry, t.event_id),
    index('catalogue_events_by_product').on(t.organization_id, t.product_id, t.occurred_at, t.entry, t.event_id),
    index('catalogue_events_by_kind').on(t.organization_id, t.kind, t.occurred_at, t.entry, t.event_id),
    foreignKey({
      name: 'catalogue_events_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
    foreignKey({
      name: 'catalogue_events_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('catalogue_events_kind_known', isOneOf(t.kind, catalogueEventKinds)),
  ],
)
