/** A supplier with its terms, as every operation answers it and as requests write it. */
import type { TOptional, TUnsafe } from '@sinclair/typebox'
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  currency_code,
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
import { order_channels, suppliersTable } from './suppliers_table.ts'

export const incoterms = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const

export const SupplierPath = Type.Object({ supplier_id: Id('The supplier.') })

export const SupplierVariant = Shape({
  variant_id: OwnId('The variant.'),
  product_id: OwnId('Its product.'),
  sku: Nullable(Text('Stock keeping unit.')),
  product_title: Text("The product's title."),
  variant_title: Nullable(Text("The variant's title.")),
  supplier_sku: Nullable(Text("The supplier's own number for it.", { examples: ['QK-0041-M'] })),
  unit_cost: Nullable(Num("What a unit costs, in the supplier's currency.", { examples: [31.5] })),
  min_order_quantity: Nullable(Whole('Fewest units of it in an order.')),
  batch_size: Nullable(Whole('It is ordered in multiples of this.')),
  lead_time_days: Nullable(Whole("Days it takes; the supplier's where it has none of its own.")),
  is_primary: Flag('Whether it is bought here first; a variant has at most one primary supplier.'),
})
export type SupplierVariant = Static<typeof SupplierVariant>

export const Supplier = Shape(
  {
    ...suppliersTable.row.properties,
    contacts: Type.Array(Contact, { description: 'Its contacts, the primary first, then by name.' }),
    variants: Type.Array(SupplierVariant, {
      description: `The variants it supplies, by SKU: the first ${limits.supplier_variants_shown_max.toLocaleString('en-US')}; \`variant_count\` says how many there are.`,
    }),
  },
  { description: 'A supplier, whole.' },
)
export type Supplier = Static<typeof Supplier>

const Line = (description: string, maxLength: number, example: string) =>
  Text(description, { minLength: 1, maxLength, examples: [example] })
const Days = (description: string, example: number) =>
  Whole(description, { minimum: 0, maximum: limits.supplier_days_max, examples: [example] })

const name = Line('Name; not blank, and of no other supplier, case ignored.', 200, 'Quay Knitwear')
const currency_words = 'ISO 4217 code.'
const currency = Text(currency_words, { ...currency_code, examples: ['EUR'] })
const order_channel = Choice(order_channels, 'How orders reach the supplier.')
const is_active = Flag('Whether it is ordered from.')

/** What null clears. */
const terms = {
  external_id: Line('Its id in a system of yours.', 200, 'V-1042'),
  country_code: Text('Country, ISO 3166-1 alpha-2.', {
    pattern: '^[A-Z]{2}$',
    'x-rule': 'must be two capital letters, A to Z',
    examples: ['PT'],
  }),
  address: Line('Postal address in one line.', 500, 'Rua do Cais 12, 4800-019 Guimarães'),
  website: Text('http or https address.', {
    pattern: '^https?://\\S+$',
    'x-rule': 'must be an address that begins with http:// or https:// and holds no blanks',
    maxLength: 500,
    examples: ['https://quay-knitwear.example'],
  }),
  lead_time_days: Days('Days from order to receipt.', 30),
  review_period_days: Days('Days between two looks at reordering.', 7),
  min_order_value_cents: Whole('Least value of an order, in hundredths of `currency`.', {
    minimum: 0,
    maximum: 100_000_000_000,
    examples: [150_000],
  }),
  min_order_quantity: Whole('Fewest units of an order.', { minimum: 1, maximum: 1_000_000, examples: [100] }),
  payment_terms: Line('Terms of payment.', 100, 'net_30'),
  deposit_bp: Whole('Share of an order paid ahead, in basis points.', {
    minimum: 0,
    maximum: 10_000,
    examples: [3000],
  }),
  incoterm: Choice(incoterms, 'Delivery term, Incoterms 2020.'),
  order_email: Line('E-mail address that takes orders.', 254, 'orders@quay-knitwear.example'),
  edi_qualifier: Text('Qualifier of its EDI identity; with `edi_id`.', { ...edi_qualifier, examples: ['ZZ'] }),
  edi_id: Text('Its EDI identity; with `edi_qualifier`.', {
    pattern: '^[A-Z0-9 ]{2,15}$',
    'x-rule': 'must be 2 to 15 characters, each A to Z, 0 to 9 or a blank',
    examples: ['QUAYKNIT'],
  }),
}
type Terms = typeof terms
const everyTerm = (of: (schema: Terms[keyof Terms]) => unknown) =>
  Object.fromEntries(Object.entries(terms).map(([field, schema]) => [field, of(schema)]))
const new_terms = everyTerm((schema) => Type.Optional(schema)) as { [K in keyof Terms]: TOptional<Terms[K]> }
const changed_terms = everyTerm((schema) => Type.Optional(Nullable(schema))) as {
  [K in keyof Terms]: TOptional<TUnsafe<Static<Terms[K]> | null>>
}
const text_terms = ['external_id', 'address', 'payment_terms', 'order_email'] as const
export const text_fields = ['name', ...text_terms] as const

const { supplier_id: _supplier, ...contact_fields } = NewContact.properties

export const NewSupplier = Shape(
  {
    name,
    currency: Type.Optional(
      Text(`${currency_words} The organisation's where none is sent.`, { ...currency_code, examples: ['EUR'] }),
    ),
    order_channel: Type.Optional(order_channel),
    is_active: Type.Optional(is_active),
    ...new_terms,
    contacts: Type.Optional(
      Type.Array(
        Shape({
          ...contact_fields,
          is_primary_contact: Type.Optional(Flag('Whether it is the primary contact of the supplier; at most one is.')),
        }),
        { maxItems: limits.supplier_contacts_max, description: 'People at the supplier, made with it.' },
      ),
    ),
  },
  { description: 'A supplier to create.' },
)
export type NewSupplier = Static<typeof NewSupplier>

export const NewSuppliers = Shape(
  {
    suppliers: Type.Array(NewSupplier, {
      minItems: 1,
      maxItems: limits.suppliers_per_call_max,
      description: 'The suppliers to create; all of them are, or none.',
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
    ...changed_terms,
  },
  { examples: [{ lead_time_days: 35, incoterm: null }] },
)
export type SupplierChange = Static<typeof SupplierChange>
