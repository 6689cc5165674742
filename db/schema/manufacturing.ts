/** Manufacturing: bills of materials, and the components that manufacturing orders reserve and consume. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { organizationId, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'
import { purchase_orders } from './purchase_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** The components of one unit of a manufactured variant. */
export const bills_of_materials = pgTable(
  'bills_of_materials',
  {
    organization_id: tenant(),
    bom_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    name: text().notNull(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'bills_of_materials_pk', columns: [t.organization_id, t.bom_id] }),
    uniqueIndex('bills_of_materials_one_active')
      .on(t.organization_id, t.variant_id)
      .where(sql`is_active`),
    foreignKey({
      name: 'bills_of_materials_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

export const bill_of_materials_lines = pgTable(
  'bill_of_materials_lines',
  {
    organization_id: tenant(),
    bom_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    /** Units of the component per manufactured unit. */
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'bill_of_materials_lines_pk', columns: [t.organization_id, t.bom_id, t.variant_id] }),
    index('bill_of_materials_lines_by_component').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'bill_of_materials_lines_bom_fk',
      columns: [t.organization_id, t.bom_id],
      foreignColumns: [bills_of_materials.organization_id, bills_of_materials.bom_id],
    }),
    foreignKey({
      name: 'bill_of_materials_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('bill_of_materials_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)

/** Components that a manufacturing order has reserved and consumed. Reserved units are part of `committed` of the level. */
export const purchase_order_components = pgTable(
  'purchase_order_components',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    required_quantity: integer().notNull(),
    reserved_quantity: integer().notNull().default(0),
    consumed_quantity: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({
      name: 'purchase_order_components_pk',
      columns: [t.organization_id, t.purchase_order_id, t.variant_id, t.location_id],
    }),
    index('purchase_order_components_by_level').on(t.organization_id, t.variant_id, t.location_id),
    foreignKey({
      name: 'purchase_order_components_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    foreignKey({
      name: 'purchase_order_components_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check(
      'purchase_order_components_not_negative',
      sql`${t.required_quantity} >= 0 and ${t.reserved_quantity} >= 0 and ${t.consumed_quantity} >= 0`,
    ),
  ],
)
