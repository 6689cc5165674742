/** What changed on sales orders, and who changed it. */
import { orderChangeKinds } from '../../../server/selling/known_values.ts'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, isOneOf, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { sales_orders } from './sales_orders.ts'

/**
 * One row for each write that changed an order. What documents of their own record is not repeated here: shipments, holds,
 * invoices and requests to warehouses.
 */
export const order_changes = pgTable(
  'order_changes',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    order_change_id: uuid().notNull(),
    order_id: uuid().notNull(),
    kind: text({ enum: orderChangeKinds }).notNull(),
    changed_at: instant().notNull(),
    changed_by: text().notNull(),
    /** Fields of the order, and of its lines, with the values before and after as text. */
    changes: jsonb()
      .$type<
        {
          field: string
          line_item_id: string | null
          sku: string | null
          previous_value: string | null
          value: string | null
        }[]
      >()
      .notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_changes_pk', columns: [t.organization_id, t.order_change_id] }),
    index('order_changes_by_order').on(t.organization_id, t.order_id, t.changed_at),
    foreignKey({
      name: 'order_changes_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    check('order_changes_kind_known', isOneOf(t.kind, orderChangeKinds)),
  ],
)
