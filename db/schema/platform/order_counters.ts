/** Numbers of purchase orders and sales orders. */
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { orderKinds } from '../../../server/records/known_values.ts'
import { isOneOf, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

/**
 * A write takes the lowest counter that no other transaction has locked, so that orders of one organisation do not wait
 * for each other; a number is the counter's value times the number of counters, plus the counter's own number. Numbers are
 * unique, and almost without gaps.
 */
export const order_counters = pgTable(
  'order_counters',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    order_kind: text({ enum: orderKinds }).notNull(),
    counter: smallint().notNull(),
    last_value: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_counters_pk', columns: [t.organization_id, t.order_kind, t.counter] }),
    check('order_counters_kind_known', isOneOf(t.order_kind, orderKinds)),
    check('order_counters_not_negative', sql`${t.counter} >= 0 and ${t.last_value} >= 0`),
  ],
)
