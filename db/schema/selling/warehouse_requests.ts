/** Requests to warehouses to ship, their reports, and the numbers of cartons. */
import {
  warehouseReportKinds,
  warehouseRequestStates,
  warehouseRequestStatuses,
} from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { warehouse_connections } from '../warehouses.ts'
import { sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * A request to ship an order, and the message that states it: a job of the queue. A changed request has the next revision
 * and is sent again; the revision that it replaces is not. `status` is that of the request, `state` that of the message.
 */
export const warehouse_requests = pgTable(
  'warehouse_requests',
  {
    organization_id: tenant(),
    request_id: uuid().notNull(),
    order_id: uuid().notNull(),
    connection_id: uuid().notNull(),
    location_id: uuid().notNull(),
    revision: integer().notNull(),
    status: text().notNull(),
    state: text().notNull(),
    /** The message of this revision. */
    message: jsonb().$type<object>().notNull(),
    /** Result of the last attempt: status of the response, and its beginning or why there was none. */
    last_status: smallint(),
    last_detail: text(),
    ...queueColumns(),
    completed_at: instant(),
    created_by: text().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'warehouse_requests_pk', columns: [t.organization_id, t.request_id] }),
    uniqueIndex('warehouse_requests_one_open')
      .on(t.organization_id, t.order_id, t.location_id)
      .where(sql`status = 'requested'`),
    index('warehouse_requests_by_order').on(t.organization_id, t.order_id, t.created_at),
    index('warehouse_requests_due')
      .on(t.organization_id, t.connection_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    foreignKey({
      name: 'warehouse_requests_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'warehouse_requests_connection_fk',
      columns: [t.organization_id, t.connection_id],
      foreignColumns: [warehouse_connections.organization_id, warehouse_connections.connection_id],
    }),
    check('warehouse_requests_status_known', isOneOf(t.status, warehouseRequestStatuses)),
    check('warehouse_requests_state_known', isOneOf(t.state, warehouseRequestStates)),
    check('warehouse_requests_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
    check('warehouse_requests_completed_when', sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`),
  ],
)

/** A report of a warehouse, with its response: a repeated one gets the same response and changes nothing. */
export const warehouse_reports = pgTable(
  'warehouse_reports',
  {
    organization_id: tenant(),
    connection_id: uuid().notNull(),
    report_id: text().notNull(),
    kind: text().notNull(),
    /** SHA-256 of the body. */
    digest: text().notNull(),
    answer: jsonb().$type<object>(),
    recorded_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'warehouse_reports_pk', columns: [t.organization_id, t.connection_id, t.report_id] }),
    foreignKey({
      name: 'warehouse_reports_connection_fk',
      columns: [t.organization_id, t.connection_id],
      foreignColumns: [warehouse_connections.organization_id, warehouse_connections.connection_id],
    }),
    check('warehouse_reports_kind_known', isOneOf(t.kind, warehouseReportKinds)),
  ],
)

/**
 * Serial numbers of cartons under a GS1 company prefix. As with the numbers of orders, a write takes the lowest counter
 * that is free, so that shipments do not wait for each other.
 */
export const sscc_counters = pgTable(
  'sscc_counters',
  {
    organization_id: tenant(),
    gs1_company_prefix: text().notNull(),
    counter: smallint().notNull(),
    last_value: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'sscc_counters_pk', columns: [t.organization_id, t.gs1_company_prefix, t.counter] }),
    check('sscc_counters_not_negative', sql`${t.counter} >= 0 and ${t.last_value} >= 0`),
  ],
)
