/** Schemas of a supplier and its terms, in requests and responses. */
import { named } from '../../contract/openapi/named.ts'
import { orderChannels } from '../known_values.ts'
import type { TOptional, TUnsafe } from '@sinclair/typebox'
import { guard } from '../../records/unchanged.ts'
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  currencyCode,
  edi_qualifier,
  Flag,
  Id,
  Nullable,
  Num,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { Contact, NewContact } from '../contacts/contact.model.ts'
import { packingShown } from '../purchase_units/purchase_unit.model.ts'
import { suppliersTable } from './suppliers_table.ts'

export const incoterms = named('Incoterm', [
  'EXW',
  'FCA',
  'CPT',
  'CIP',
  'DAP',
  'DPU',
  'DDP',
  'FAS',
  'FOB',
  'CFR',
  'CIF',
])

export const SupplierPath = Type.Object({ supplier_id: Id('The supplier.') })

export const SupplierVariant = Shape(
  {
    variant_id: OwnId('The variant.'),
    product_id: OwnId('The product of the variant.'),
    sku: Nullable(Text('Stock keeping unit.')),
    product_title: Text('Title of the product.'),
    variant_title: Nullable(Text('Title of the variant.')),
    supplier_sku: Nullable(
      Text("The supplier's own SKU for the variant; null if unknown.", { examples: ['QK-0041-M'] }),
    ),
    unit_cost: Nullable(Num("Cost of one unit in the supplier's currency; null if unknown.", { examples: [31.5] })),
    ...packingShown,
    inner_pack_quantity: Nullable(Whole('Single units in one inner pack of the purchase unit; null if it has none.')),
    purchase_unit_cost: Nullable(
      Num("Cost of one purchase unit in the supplier's currency; null if unknown.", { examples: [378] }),
    ),
    min_order_quantity: Nullable(Whole('Minimum order quantity of the variant, in units; null if none.')),
    batch_size: Nullable(Whole('Batch size in units, of which orders must be a multiple; null if none.')),
    lead_time_days: Nullable(
      Whole("Lead time in days; the supplier's if the variant has none of its own, null if neither is known."),
    ),
    is_primary: Flag("Whether this is the variant's primary supplier; a variant has at most one."),
  },
  { $id: 'SupplierVariant' },
)
export type SupplierVariant = Static<typeof SupplierVariant>

export const Supplier = Shape(
  {
    ...suppliersTable.row.properties,
    contacts: Type.Array(Contact, {
      description: 'Contacts of the supplier, the primary contact first, then by name.',
    }),
    variants: Type.Array(SupplierVariant, {
      description: `The first ${limits.supplier_variants_shown_max.toLocaleString('en-US')} variants attached to the supplier, sorted by SKU; \`variant_count\` is their total number.`,
    }),
  },
  { $id: 'Supplier', description: 'A supplier with its contacts and variants.' },
)
export type Supplier = Static<typeof Supplier>

const Line = (description: string, maxLength: number, example: string) =>
  Text(description, { minLength: 1, maxLength, examples: [example] })
const Days = (description: string, example: number) =>
  Whole(description, { minimum: 0, maximum: limits.supplier_days_max, examples: [example] })

const name = Line(
  'Name of the supplier; must not be blank and must be unique (case-insensitive).',
  200,
  'Quay Knitwear',
)
const currencyDescription = "Currency of the supplier's prices and orders, as an ISO 4217 code"
const currency = Text(`${currencyDescription}.`, { ...currencyCode, examples: ['EUR'] })
const order_channel = Choice(orderChannels, 'Channel by which orders are sent to the supplier.')
const is_active = Flag('Whether orders can be placed with the supplier.')

/** Terms that null clears. */
const terms = {
  external_id: Line('ID of the supplier in your system.', 200, 'V-1042'),
  country_code: Text('Country, as an ISO 3166-1 alpha-2 code.', {
    pattern: '^[A-Z]{2}$',
    'x-rule': 'must be two capital letters, A to Z',
    examples: ['PT'],
  }),
  address: Line('Postal address in one line.', 500, 'Rua do Cais 12, 4800-019 Guimarães'),
  website: Text('URL of the website, with http or https.', {
    pattern: '^https?://\\S+$',
    'x-rule': 'must be a URL that starts with http:// or https:// and contains no spaces',
    maxLength: 500,
    examples: ['https://quay-knitwear.example'],
  }),
  lead_time_days: Days('Lead time from order to receipt, in days.', 30),
  review_period_days: Days('Review period: days between two replenishment reviews.', 7),
  min_order_value_cents: Whole('Minimum order value, in hundredths of `currency`.', {
    minimum: 0,
    maximum: 100_000_000_000,
    examples: [150_000],
  }),
  min_order_quantity: Whole('Minimum order quantity, in units.', { minimum: 1, maximum: 1_000_000, examples: [100] }),
  payment_terms: Line('Payment terms.', 100, 'net_30'),
  deposit_bp: Whole('Deposit: share of an order paid in advance, in basis points; 3000 is 30 %.', {
    minimum: 0,
    maximum: 10_000,
    examples: [3000],
  }),
  incoterm: Choice(incoterms, 'Delivery term, as an Incoterms 2020 code.'),
  order_email: Line('E-mail address for orders.', 254, 'orders@quay-knitwear.example'),
  edi_qualifier: Text("Qualifier of the supplier's EDI identity; required with `edi_id`.", {
    ...edi_qualifier,
    examples: ['ZZ'],
  }),
  edi_id: Text('EDI id of the supplier; required with `edi_qualifier`.', {
    pattern: '^[A-Z0-9 ]{2,15}$',
    'x-rule': 'must be 2 to 15 characters, each A to Z, 0 to 9 or a space',
    examples: ['QUAYKNIT'],
  }),
}
type Terms = typeof terms
const everyTerm = (of: (schema: Terms[keyof Terms]) => unknown) =>
  Object.fromEntries(Object.entries(terms).map(([field, schema]) => [field, of(schema)]))
const newTerms = everyTerm((schema) => Type.Optional(schema)) as { [K in keyof Terms]: TOptional<Terms[K]> }
const changedTerms = everyTerm((schema) => Type.Optional(Nullable(schema))) as {
  [K in keyof Terms]: TOptional<TUnsafe<Static<Terms[K]> | null>>
}

const { supplier_id: _supplier, ...contact_fields } = NewContact.properties

export const NewSupplier = Shape(
  {
    name,
    currency: Type.Optional(
      Text(`${currencyDescription}; defaults to the organisation's.`, { ...currencyCode, examples: ['EUR'] }),
    ),
    order_channel: Type.Optional(order_channel),
    is_active: Type.Optional(is_active),
    ...newTerms,
    contacts: Type.Optional(
      Type.Array(
        Shape({
          ...contact_fields,
          is_primary_contact: Type.Optional(
            Flag("Whether this is the supplier's primary contact; at most one can be."),
          ),
        }),
        { maxItems: limits.supplier_contacts_max, description: 'Contacts to create with the supplier.' },
      ),
    ),
  },
  { $id: 'NewSupplier', description: 'A supplier to create.' },
)
export type NewSupplier = Static<typeof NewSupplier>

export const NewSuppliers = Shape(
  {
    suppliers: Type.Array(NewSupplier, {
      minItems: 1,
      maxItems: limits.suppliers_per_call_max,
      description: 'The suppliers to create, all or none.',
    }),
  },
  {
    examples: [
      {
        suppliers: [
          {
            name: 'Bay Outerwear',
            currency: 'EUR',
            lead_time_days: 45,
            payment_terms: 'net_30',
            contacts: [
              {
                name: 'Deniz Kaya',
                preferred_contact_method: 'EMAIL',
                email: 'deniz@bay-outerwear.example',
                is_primary_contact: true,
              },
            ],
          },
        ],
      },
    ],
  },
)

export const SupplierChange = Shape(
  {
    name: Type.Optional(name),
    currency: Type.Optional(currency),
    order_channel: Type.Optional(order_channel),
    is_active: Type.Optional(is_active),
    ...changedTerms,
    ...guard('supplier'),
  },
  { $id: 'SupplierChange', examples: [{ lead_time_days: 35, incoterm: null }] },
)
export type SupplierChange = Static<typeof SupplierChange>
