/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** The words of the catalogue. */
export const productStatuses = named('ProductStatus', ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'])

/** Kinds of changes of a product or a variant. */
export const catalogueEventKinds = named('CatalogueEventKind', [
  'created',
  'updated',
  'price_changed',
  'cost_changed',
  'status_changed',
  'supplier_changed',
  'custom_field_changed',
])

export const salesChannelTypes = named('SalesChannelType', ['online', 'store', 'wholesale', 'marketplace'])

export const customFieldTypes = named('CustomFieldType', ['text', 'number', 'date', 'boolean', 'choice'])

/** How a bundle is stocked: put together when it is sold, or kept ready-made on stock of its own. */
export const bundleStockings = named('BundleStocking', ['assembled_when_sold', 'ready_made'])
