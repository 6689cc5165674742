/** Why people keep orders from shipping, and which orders came out of which. */
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orderHoldReasons, orderLinkKinds } from '../../../server/selling/known_values.ts'
import { instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** A hold of an order: while it lasts, the order is not allocated, released or shipped by a person. */
export const order_holds = pgTable(
  'order_holds',
  {
    organization_id: tenant(),
    hold_id: uuid().notNull(),
    order_id: uuid().notNull(),
    reason: text({ enum: orderHoldReasons }).notNull(),
    note: text(),
    /** Whether the order kept the stock that it held. */
    keeps_stock: boolean().notNull(),
    held_by: text().notNull(),
    held_at: recordedNow(),
    /** null while it lasts. */
    released_at: instant(),
    released_by: text(),
    release_note: text(),
  },
  (t) => [
    primaryKey({ name: 'order_holds_pk', columns: [t.organization_id, t.hold_id] }),
    uniqueIndex('order_holds_one_open')
      .on(t.organization_id, t.order_id)
      .where(sql`released_at is null`),
    index('order_holds_by_order').on(t.organization_id, t.order_id, t.held_at),
    foreignKey({
      name: 'order_holds_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    check('order_holds_reason_known', isOneOf(t.reason, orderHoldReasons)),
    check('order_holds_released_by', sql`(${t.released_at} is null) = (${t.released_by} is null)`),
  ],
)

/** An order that took lines or contents of another: it was split off from it, merged with it, or duplicates it. */
export const order_links = pgTable(
  'order_links',
  {
    organization_id: tenant(),
    order_id: uuid().notNull(),
    from_order_id: uuid().notNull(),
    kind: text({ enum: orderLinkKinds }).notNull(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'order_links_pk', columns: [t.organization_id, t.order_id, t.from_order_id, t.kind] }),
    index('order_links_by_source').on(t.organization_id, t.from_order_id),
    foreignKey({
      name: 'order_links_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'order_links_from_order_fk',
      columns: [t.organization_id, t.from_order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    check('order_links_kind_known', isOneOf(t.kind, orderLinkKinds)),
    check('order_links_of_two_orders', sql`${t.order_id} <> ${t.from_order_id}`),
  ],
)
