/** Order papers that were filed for an account, their reading and the draft order that came of it. */
import { orderPaperFormats, storedOrderPaperStates } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
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
import { instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { locations, organizations } from '../organizations.ts'
import { sales_channels, trading_partners } from '../wholesale/accounts.ts'
import { sales_orders } from './sales_orders.ts'

/** A job of the queue until it is read. Its file is stored under its hash (server/selling/order_documents/source_file.ts). */
export const order_documents = pgTable(
  'order_documents',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    document_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** Sales channel of the draft order. */
    sales_channel_id: uuid().notNull(),
    location_id: uuid(),
    file_name: text().notNull(),
    format: text({ enum: orderPaperFormats }).notNull(),
    byte_count: integer().notNull(),
    sha256: text().notNull(),
    state: text().notNull(),
    ...queueColumns(),
    page_count: integer(),
    line_count: integer(),
    matched_line_count: integer(),
    /** Why no draft was created automatically: [{ code, line_number, sentence }]. */
    problems: jsonb().$type<{ code: string; line_number: number | null; sentence: string }[]>().notNull().default([]),
    /** Everything that was read, with its place and confidence (server/selling/order_documents/model.ts). */
    reading: jsonb().$type<object>(),
    /** Fingerprint of the headers of its table: papers of an account with the same ones are read alike. Null before it is read. */
    layout: text(),
    /** When a person last corrected what was read; later papers of the layout learn from it. */
    corrected_at: instant(),
    order_id: uuid(),
    /** The paper as it was filed, of a further order in its file; parts are numbered in the order of the file. */
    part_of: uuid(),
    part_number: integer().notNull().default(1),
    filed_by: text().notNull(),
    filed_at: recordedNow(),
    read_at: instant(),
    taken_by: text(),
    taken_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'order_documents_pk', columns: [t.organization_id, t.document_id] }),
    index('order_documents_newest').on(t.organization_id, t.filed_at, t.document_id),
    index('order_documents_by_account').on(t.organization_id, t.trading_partner_id, t.filed_at, t.document_id),
    index('order_documents_by_state').on(t.organization_id, t.state, t.filed_at, t.document_id),
    index('order_documents_due')
      .on(t.organization_id, t.trading_partner_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('order_documents_corrected')
      .on(t.organization_id, t.trading_partner_id, t.layout, t.corrected_at)
      .where(sql`${t.corrected_at} is not null`),
    uniqueIndex('order_documents_by_order').on(t.organization_id, t.order_id),
    /** A file, or each order in it, becomes one order of an account; after a refusal or a failure it can be filed again. */
    uniqueIndex('order_documents_once')
      .on(t.organization_id, t.trading_partner_id, t.sha256, t.part_number)
      .where(sql`state in ('queued', 'read', 'taken')`),
    foreignKey({
      name: 'order_documents_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'order_documents_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'order_documents_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    index('order_documents_by_paper')
      .on(t.organization_id, t.part_of)
      .where(sql`${t.part_of} is not null`),
    foreignKey({
      name: 'order_documents_part_fk',
      columns: [t.organization_id, t.part_of],
      foreignColumns: [t.organization_id, t.document_id],
    }),
    foreignKey({
      name: 'order_documents_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    check('order_documents_format_known', isOneOf(t.format, orderPaperFormats)),
    check('order_documents_state_known', isOneOf(t.state, storedOrderPaperStates)),
    check('order_documents_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
    check('order_documents_order_when_read', sql`(${t.state} in ('read', 'taken')) = (${t.order_id} is not null)`),
    check('order_documents_taken_when', sql`(${t.state} = 'taken') = (${t.taken_at} is not null)`),
  ],
)
