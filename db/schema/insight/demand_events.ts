/**
 * Periods that changed demand, and what they concern. Variants and categories together select goods: a variant is
 * concerned if it is listed or if its product's category is; no row of either concerns all goods. Channels narrow
 * that: no row concerns all channels. Readers: server/insight/velocity, and forecasts as regressors.
 */
import { demandEventKinds } from '../../../server/insight/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { categories, variants } from '../catalogue.ts'
import { day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { sales_channels } from '../wholesale/accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const demand_events = pgTable(
  'demand_events',
  {
    organization_id: tenant(),
    event_id: uuid().notNull(),
    name: text().notNull(),
    kind: text().notNull(),
    starts_on: day().notNull(),
    /** The last day, included. */
    ends_on: day().notNull(),
    note: text(),
    /** The author, as in stock_adjustments. */
    created_by: text().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
    /** An archived event explains no sales; null while it does. */
    archived_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'demand_events_pk', columns: [t.organization_id, t.event_id] }),
    index('demand_events_by_time').on(t.organization_id, t.starts_on.desc(), t.event_id, t.ends_on),
    check('demand_events_kind_known', isOneOf(t.kind, demandEventKinds)),
    check('demand_events_not_reversed', sql`${t.ends_on} >= ${t.starts_on}`),
  ],
)

const event = () => ({ organization_id: tenant(), event_id: uuid().notNull() })

export const demand_event_variants = pgTable(
  'demand_event_variants',
  { ...event(), variant_id: uuid().notNull() },
  (t) => [
    primaryKey({ name: 'demand_event_variants_pk', columns: [t.organization_id, t.event_id, t.variant_id] }),
    index('demand_event_variants_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'demand_event_variants_event_fk',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [demand_events.organization_id, demand_events.event_id],
    }),
    foreignKey({
      name: 'demand_event_variants_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

export const demand_event_categories = pgTable(
  'demand_event_categories',
  { ...event(), category_id: uuid().notNull() },
  (t) => [
    primaryKey({ name: 'demand_event_categories_pk', columns: [t.organization_id, t.event_id, t.category_id] }),
    foreignKey({
      name: 'demand_event_categories_event_fk',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [demand_events.organization_id, demand_events.event_id],
    }),
    foreignKey({
      name: 'demand_event_categories_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
  ],
)

export const demand_event_channels = pgTable(
  'demand_event_channels',
  { ...event(), sales_channel_id: uuid().notNull() },
  (t) => [
    primaryKey({ name: 'demand_event_channels_pk', columns: [t.organization_id, t.event_id, t.sales_channel_id] }),
    foreignKey({
      name: 'demand_event_channels_event_fk',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [demand_events.organization_id, demand_events.event_id],
    }),
    foreignKey({
      name: 'demand_event_channels_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)
