/** Products, variants, categories, families, attributes, custom fields and bundles. */
import { bundleStockings, customFieldTypes, productStatuses } from '../../server/catalogue/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  bareBarcode,
  cents,
  day,
  foldedSku,
  instant,
  isOneOf,
  organizationId,
  recordedNow,
  statedCost,
} from './columns.ts'
import { sales_channels } from './wholesale/accounts.ts'
import { organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const categories = pgTable(
  'categories',
  {
    organization_id: tenant(),
    category_id: uuid().notNull(),
    name: text().notNull(),
    is_active: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: 'categories_pk', columns: [t.organization_id, t.category_id] }),
    uniqueIndex('categories_by_name').on(t.organization_id, sql`lower(${t.name})`),
  ],
)

export const subcategories = pgTable(
  'subcategories',
  {
    organization_id: tenant(),
    subcategory_id: uuid().notNull(),
    category_id: uuid().notNull(),
    name: text().notNull(),
    is_active: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: 'subcategories_pk', columns: [t.organization_id, t.subcategory_id] }),
    uniqueIndex('subcategories_by_name').on(t.organization_id, t.category_id, sql`lower(${t.name})`),
    foreignKey({
      name: 'subcategories_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
  ],
)

/** A family is a template of product data: the attributes that its products should have. */
export const families = pgTable(
  'families',
  {
    organization_id: tenant(),
    family_id: uuid().notNull(),
    name: text().notNull(),
    is_active: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: 'families_pk', columns: [t.organization_id, t.family_id] }),
    uniqueIndex('families_by_name').on(t.organization_id, sql`lower(${t.name})`),
  ],
)

export const family_attributes = pgTable(
  'family_attributes',
  {
    organization_id: tenant(),
    family_id: uuid().notNull(),
    attribute: text().notNull(),
    attribute_group: text().notNull(),
    required: boolean().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'family_attributes_pk', columns: [t.organization_id, t.family_id, t.attribute] }),
    foreignKey({
      name: 'family_attributes_family_fk',
      columns: [t.organization_id, t.family_id],
      foreignColumns: [families.organization_id, families.family_id],
    }),
  ],
)

export const products = pgTable(
  'products',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    /** The product's reference in another system, such as a shop's handle. */
    handle: text(),
    title: text().notNull(),
    description: text(),
    vendor: text(),
    category_id: uuid(),
    subcategory_id: uuid(),
    family_id: uuid(),
    /** A merchandising class chosen by the organisation, e.g. fashion, core. */
    class: text(),
    status: text().notNull(),
    /** Status that the product gets back when it is restored. */
    status_before_archive: text(),
    country_of_origin: text(),
    hs_code: text(),
    currency: text().notNull(),
    image_url: text(),
    gallery_images: text().array().notNull().default([]),
    /** [{ name, values: [] }] in display order. */
    options: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    tags: text().array().notNull().default([]),
    platform_tags: text().array().notNull().default([]),
    /** Season codes, e.g. SS27. */
    seasons: text().array().notNull().default([]),
    is_managed: boolean().notNull().default(true),
    is_seasonal: boolean().notNull().default(false),
    launch_date: day(),
    created_at: recordedNow(),
    last_updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'products_pk', columns: [t.organization_id, t.product_id] }),
    uniqueIndex('products_by_handle').on(t.organization_id, t.handle),
    index('products_by_title').on(t.organization_id, t.title, t.product_id),
    // An order paper names a style in any letter case.
    index('products_by_folded_title').on(t.organization_id, sql`lower(${t.title})`),
    index('products_by_folded_handle').on(t.organization_id, sql`lower(${t.handle})`),
    index('products_by_category').on(t.organization_id, t.category_id),
    index('products_by_family').on(t.organization_id, t.family_id),
    foreignKey({
      name: 'products_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
    foreignKey({
      name: 'products_subcategory_fk',
      columns: [t.organization_id, t.subcategory_id],
      foreignColumns: [subcategories.organization_id, subcategories.subcategory_id],
    }),
    foreignKey({
      name: 'products_family_fk',
      columns: [t.organization_id, t.family_id],
      foreignColumns: [families.organization_id, families.family_id],
    }),
    check('products_status_known', isOneOf(t.status, productStatuses)),
    check('products_status_before_archive_known', isOneOf(t.status_before_archive, productStatuses)),
  ],
)

export const variants = pgTable(
  'variants',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    product_id: uuid().notNull(),
    sku: text().notNull(),
    /** SKU in the system that it came from, which other variants have there too. */
    shared_sku: text(),
    barcode: text(),
    title: text().notNull(),
    /** { Size: 'M', Colour: 'Navy' } */
    option_values: jsonb().$type<Record<string, string>>().notNull().default({}),
    position: integer().notNull().default(1),
    price_cents: cents(),
    compare_at_price_cents: cents(),
    unit_cost: statedCost(),
    weight_kg: numeric({ precision: 12, scale: 4 }),
    carton_quantity: integer(),
    carton_cbm: numeric({ precision: 12, scale: 6 }),
    carton_weight_kg: numeric({ precision: 12, scale: 4 }),
    /** Used where neither supplier terms nor the supplier state one. */
    lead_time_days: integer(),
    /** An archived variant keeps its stock and its documents; null while it is in use. */
    archived_at: instant(),
    created_at: recordedNow(),
    last_updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'variants_pk', columns: [t.organization_id, t.variant_id] }),
    index('variants_by_barcode').on(t.organization_id, bareBarcode(t.barcode)),
    uniqueIndex('variants_by_sku').on(t.organization_id, t.sku),
    index('variants_by_shared_sku')
      .on(t.organization_id, t.shared_sku)
      .where(sql`shared_sku is not null`),
    index('variants_by_product').on(t.organization_id, t.product_id, t.position),
    // Order papers that were recognised look for SKUs that could be confused.
    index('variants_by_folded_sku').on(t.organization_id, foldedSku(t.sku)),
    foreignKey({
      name: 'variants_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
  ],
)

/** A product's value of an attribute. Owned: this system, not the store platform, is the source of the value. */
export const product_attributes = pgTable(
  'product_attributes',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    attribute: text().notNull(),
    value: jsonb(),
    owned: boolean().notNull().default(false),
    /** Changed here and not yet written back to the store platform. */
    awaiting_write_back: boolean().notNull().default(false),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'product_attributes_pk', columns: [t.organization_id, t.product_id, t.attribute] }),
    foreignKey({
      name: 'product_attributes_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
  ],
)

export const product_metafields = pgTable(
  'product_metafields',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    namespace: text().notNull(),
    key: text().notNull(),
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'product_metafields_pk', columns: [t.organization_id, t.product_id, t.namespace, t.key] }),
    index('product_metafields_by_key').on(t.organization_id, t.namespace, t.key, t.value),
    foreignKey({
      name: 'product_metafields_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
  ],
)

export const product_channels = pgTable(
  'product_channels',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    sales_channel_id: uuid().notNull(),
    listed_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'product_channels_pk', columns: [t.organization_id, t.product_id, t.sales_channel_id] }),
    foreignKey({
      name: 'product_channels_product_fk',
      columns: [t.organization_id, t.product_id],
      foreignColumns: [products.organization_id, products.product_id],
    }),
    foreignKey({
      name: 'product_channels_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)

/** Fields that the organisation has defined for its variants. */
export const custom_fields = pgTable(
  'custom_fields',
  {
    organization_id: tenant(),
    custom_field_id: uuid().notNull(),
    name: text().notNull(),
    data_type: text().notNull(),
    /** The choices of a field of type choice. */
    choices: text().array().notNull().default([]),
    description: text(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'custom_fields_pk', columns: [t.organization_id, t.custom_field_id] }),
    uniqueIndex('custom_fields_by_name').on(t.organization_id, sql`lower(${t.name})`),
    check('custom_fields_type_known', isOneOf(t.data_type, customFieldTypes)),
  ],
)

export const custom_field_values = pgTable(
  'custom_field_values',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    custom_field_id: uuid().notNull(),
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'custom_field_values_pk', columns: [t.organization_id, t.variant_id, t.custom_field_id] }),
    index('custom_field_values_by_value').on(t.organization_id, t.custom_field_id, t.value),
    foreignKey({
      name: 'custom_field_values_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'custom_field_values_field_fk',
      columns: [t.organization_id, t.custom_field_id],
      foreignColumns: [custom_fields.organization_id, custom_fields.custom_field_id],
    }),
  ],
)

/** A variant that is sold as a set of other variants. */
export const bundles = pgTable(
  'bundles',
  {
    organization_id: tenant(),
    bundle_variant_id: uuid().notNull(),
    is_active: boolean().notNull().default(true),
    /** Whether a sale takes the components, or units of the bundle that were put together before. */
    stocking: text().notNull().default('assembled_when_sold'),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    check('bundles_stocking_known', isOneOf(t.stocking, bundleStockings)),
    primaryKey({ name: 'bundles_pk', columns: [t.organization_id, t.bundle_variant_id] }),
    foreignKey({
      name: 'bundles_variant_fk',
      columns: [t.organization_id, t.bundle_variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

export const bundle_components = pgTable(
  'bundle_components',
  {
    organization_id: tenant(),
    bundle_variant_id: uuid().notNull(),
    component_variant_id: uuid().notNull(),
    /** Units in one bundle. */
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'bundle_components_pk',
      columns: [t.organization_id, t.bundle_variant_id, t.component_variant_id],
    }),
    index('bundle_components_by_component').on(t.organization_id, t.component_variant_id),
    foreignKey({
      name: 'bundle_components_bundle_fk',
      columns: [t.organization_id, t.bundle_variant_id],
      foreignColumns: [bundles.organization_id, bundles.bundle_variant_id],
    }),
    foreignKey({
      name: 'bundle_components_variant_fk',
      columns: [t.organization_id, t.component_variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('bundle_components_quantity_positive', sql`${t.quantity} > 0`),
    check('bundle_components_not_itself', sql`${t.component_variant_id} <> ${t.bundle_variant_id}`),
  ],
)
