/** Exchanges: what came back, or is to come back, in a return is set against an order that replaces it. */
import { exchangeSettlements } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { cents, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { returns } from './returns.ts'
import { sales_orders } from './sales_orders.ts'

/** The money of both counts in sales by itself: that of the return as its units arrive or are credited, that of the order as a sale. */
export const return_exchanges = pgTable(
  'return_exchanges',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    exchange_id: uuid().notNull(),
    return_id: bigint({ mode: 'number' }).notNull(),
    /** The order that replaces what came back. */
    order_id: uuid().notNull(),
    currency: text().notNull(),
    /** Value of what comes back, and total of the order, taxes and freight included, when the exchange was agreed. */
    returned_cents: cents().notNull(),
    replacement_cents: cents().notNull(),
    settlement: text({ enum: exchangeSettlements }).notNull(),
    created_by: text().notNull(),
    created_at: recordedNow(),
    cancelled_at: instant(),
    cancelled_by: text(),
    cancel_reason: text(),
  },
  (t) => [
    primaryKey({ name: 'return_exchanges_pk', columns: [t.organization_id, t.exchange_id] }),
    uniqueIndex('return_exchanges_one_in_force')
      .on(t.organization_id, t.return_id)
      .where(sql`cancelled_at is null`),
    index('return_exchanges_by_return').on(t.organization_id, t.return_id, t.created_at),
    uniqueIndex('return_exchanges_by_order').on(t.organization_id, t.order_id),
    foreignKey({
      name: 'return_exchanges_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'return_exchanges_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    check('return_exchanges_settlement_known', isOneOf(t.settlement, exchangeSettlements)),
    check('return_exchanges_not_negative', sql`${t.returned_cents} >= 0 and ${t.replacement_cents} >= 0`),
    check(
      'return_exchanges_settled_as_agreed',
      sql`case ${t.settlement} when 'charge' then ${t.replacement_cents} > ${t.returned_cents}
        when 'refund' then ${t.replacement_cents} < ${t.returned_cents}
        when 'none' then ${t.replacement_cents} = ${t.returned_cents} else true end`,
    ),
    check(
      'return_exchanges_cancelled_whole',
      sql`(${t.cancelled_at} is null) = (${t.cancelled_by} is null) and (${t.cancelled_at} is null) = (${t.cancel_reason} is null)`,
    ),
  ],
)
