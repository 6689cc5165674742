/** Warehouses that are notified of inbound orders, and what was sent to each. */
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, organizationId, recordedNow } from './columns.ts'
import { locations, organizations } from './organizations.ts'
import { purchase_orders } from './purchase_orders.ts'
import { user } from './sign_in.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** The endpoint of the warehouse system at a location. Its token is encrypted; see server/secrets/secret_box.ts. */
export const warehouse_connections = pgTable(
  'warehouse_connections',
  {
    organization_id: tenant(),
    connection_id: uuid().notNull(),
    name: text().notNull(),
    location_id: uuid().notNull(),
    url: text().notNull(),
    encrypted_token: bytes().notNull(),
    /** URL that requests to ship sales orders are posted to; null if the warehouse takes none. */
    fulfilment_url: text(),
    /** The secret with which the warehouse signs its reports; null until one was created. */
    encrypted_report_secret: bytes(),
    is_active: boolean().notNull().default(true),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    deactivated_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'warehouse_connections_pk', columns: [t.organization_id, t.connection_id] }),
    uniqueIndex('warehouse_connections_one_active')
      .on(t.organization_id, t.location_id)
      .where(sql`is_active`),
    foreignKey({
      name: 'warehouse_connections_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('warehouse_connections_active_or_ended', sql`${t.is_active} = (${t.deactivated_at} is null)`),
  ],
)

/** An order as sent to the warehouse at one location: a permanent id, and a revision number for each change sent. */
export const warehouse_inbounds = pgTable(
  'warehouse_inbounds',
  {
    organization_id: tenant(),
    inbound_id: uuid().notNull(),
    purchase_order_id: uuid().notNull(),
    location_id: uuid().notNull(),
    revision: integer().notNull(),
    is_called_off: boolean().notNull().default(false),
    /** Hash of the last revision's content and recipient. */
    fingerprint: text().notNull(),
    /** The document that the last revision was sent with. */
    document_id: uuid().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'warehouse_inbounds_pk', columns: [t.organization_id, t.inbound_id] }),
    uniqueIndex('warehouse_inbounds_one_a_place').on(t.organization_id, t.purchase_order_id, t.location_id),
    foreignKey({
      name: 'warehouse_inbounds_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    foreignKey({
      name: 'warehouse_inbounds_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)
