/** Orders that arrived over EDI, as the buyer states them: every acknowledgement repeats the buyer's words. */
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { trading_partners } from '../wholesale/accounts.ts'
import { sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const edi_orders = pgTable(
  'edi_orders',
  {
    organization_id: tenant(),
    order_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** The buyer's number, and its release of a blanket order, empty where it is none. */
    number: text().notNull(),
    release_number: text().notNull().default(''),
    /** The document above its lines, as the mapping of the 850 reads it. */
    header: jsonb().$type<object>().notNull(),
    /** When the order was acknowledged: confirmed, or cancelled as a draft. */
    answered_at: instant(),
    /** A part of the buyer's order that became an order of its own; documents about the number concern the other one. */
    is_split_off: boolean().notNull().default(false),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'edi_orders_pk', columns: [t.organization_id, t.order_id] }),
    uniqueIndex('edi_orders_by_number')
      .on(t.organization_id, t.trading_partner_id, t.number, t.release_number)
      .where(sql`not is_split_off`),
    index('edi_orders_of_account').on(t.organization_id, t.trading_partner_id, t.created_at),
    index('edi_orders_of_number').on(t.organization_id, t.trading_partner_id, t.number, t.release_number),
    foreignKey({
      name: 'edi_orders_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'edi_orders_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
  ],
)

/**
 * One line of the buyer. It became lines of the order, one for each door and variant, unless `fault` says why not: then
 * no line of the order has its position, and the acknowledgement rejects it.
 */
export const edi_order_lines = pgTable(
  'edi_order_lines',
  {
    organization_id: tenant(),
    order_id: uuid().notNull(),
    /** Place in the order, from 1. */
    position: integer().notNull(),
    /** As the mapping of the 850 reads it. */
    line: jsonb().$type<object>().notNull(),
    fault: text(),
  },
  (t) => [
    primaryKey({ name: 'edi_order_lines_pk', columns: [t.organization_id, t.order_id, t.position] }),
    foreignKey({
      name: 'edi_order_lines_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [edi_orders.organization_id, edi_orders.order_id],
    }),
    check('edi_order_lines_position_positive', sql`${t.position} > 0`),
  ],
)
