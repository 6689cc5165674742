/** Master data of the organisation: locations, channels, categories, suppliers and custom fields. */
import type { Calendar } from './calendar.ts'
import { commitmentRows } from './purchasing/commitments.ts'
import type { Cell } from './copy.ts'
import type { MakeId, Random } from './random.ts'
import { planSupplier, type Supplier, supplierRows } from './purchasing/suppliers.ts'
import { categories, families } from './vocabulary.ts'

/** In the order used by every list by location. */
export const locations = [
  { name: 'Central warehouse', code: 'CW', kind: 'warehouse', country_code: 'US' },
  { name: 'West warehouse', code: 'WW', kind: 'warehouse', country_code: 'US' },
  { name: 'Flagship store', code: 'FS', kind: 'store', country_code: 'US' },
  { name: 'Outlet store', code: 'OS', kind: 'store', country_code: 'US' },
] as const
export const channels = [
  { name: 'Online store', channel_type: 'online' },
  { name: 'Marketplace', channel_type: 'marketplace' },
  { name: 'Stores', channel_type: 'store' },
  { name: 'Wholesale', channel_type: 'wholesale' },
] as const

export interface CustomField {
  custom_field_id: string
  name: string
  data_type: string
  choices: readonly string[]
}

export interface MasterData {
  location_ids: readonly string[]
  channel_ids: readonly string[]
  category_ids: readonly string[]
  family_ids: ReadonlyMap<string, string>
  suppliers: readonly Supplier[]
  custom_fields: readonly CustomField[]
  subcategoryId: (category: number, subcategory: number) => string
}

const subcategoriesMax = 10

export function planMasterData(makeId: MakeId, random: Random, variant_count: number): MasterData {
  const supplier_count = Math.max(4, Math.min(40, Math.ceil(variant_count / 2_000)))
  const suppliers = Array.from({ length: supplier_count }, (_, i) => planSupplier(makeId, random, i))
  const field = (index: number, name: string, data_type: string, choices: string[] = []) => ({
    custom_field_id: makeId('custom_field', index),
    name,
    data_type,
    choices,
  })
  return {
    location_ids: locations.map((_, i) => makeId('location', i)),
    channel_ids: channels.map((_, i) => makeId('sales_channel', i)),
    category_ids: categories.map((_, i) => makeId('category', i)),
    family_ids: new Map(families.map(({ name }, i) => [name, makeId('family', i)])),
    suppliers,
    custom_fields: [
      field(0, 'Buyer', 'choice', ['Ana', 'Jonas', 'Mei', 'Sofia']),
      field(1, 'Story', 'text'),
      field(2, 'Lining weight g', 'number'),
    ],
    subcategoryId: (category, subcategory) => makeId('subcategory', category * subcategoriesMax + subcategory),
  }
}

export type Rows = { table: string; columns: string; rows: readonly (readonly Cell[])[] }

/** The rows, in the order that foreign keys require. */
export function masterDataRows(masterData: MasterData, makeId: MakeId, calendar: Calendar, currency: string): Rows[] {
  const since = `${calendar.days[0]} 00:00:00+00`
  return [
    {
      table: 'locations',
      columns: 'location_id name kind country_code created_at',
      rows: locations.map(({ name, kind, country_code }, i) => [
        masterData.location_ids[i],
        name,
        kind,
        country_code,
        since,
      ]),
    },
    {
      table: 'sales_channels',
      columns: 'sales_channel_id name channel_type created_at',
      rows: channels.map(({ name, channel_type }, i) => [masterData.channel_ids[i], name, channel_type, since]),
    },
    {
      table: 'categories',
      columns: 'category_id name',
      rows: categories.map(({ name }, i) => [masterData.category_ids[i], name]),
    },
    {
      table: 'subcategories',
      columns: 'subcategory_id category_id name is_active',
      rows: categories.flatMap(({ subcategories }, i) =>
        subcategories.map((name, j) => [masterData.subcategoryId(i, j), masterData.category_ids[i], name, true]),
      ),
    },
    {
      table: 'families',
      columns: 'family_id name',
      rows: families.map(({ name }) => [masterData.family_ids.get(name), name]),
    },
    {
      table: 'family_attributes',
      columns: 'family_id attribute attribute_group required position',
      rows: families.flatMap(({ name, attributes }) =>
        attributes.map(([attribute, group, required], i) => [
          masterData.family_ids.get(name),
          attribute,
          group,
          required,
          i,
        ]),
      ),
    },
    supplierRows(masterData.suppliers, since, currency),
    commitmentRows(makeId, calendar, currency),
    {
      table: 'custom_fields',
      columns: 'custom_field_id name data_type choices description created_at updated_at',
      rows: masterData.custom_fields.map(({ custom_field_id, name, data_type, choices }) => [
        custom_field_id,
        name,
        data_type,
        `{${choices.map((choice) => `"${choice}"`).join(',')}}`,
        `${name} of the variant.`,
        since,
        since,
      ]),
    },
  ]
}
