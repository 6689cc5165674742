/** Schemas of price lists. */
import { price_lists } from '../../../db/schema/wholesale/accounts.ts'
import { selection } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  currencyCode,
  Id,
  Instant,
  Name,
  Nullable,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const service = 'wholesale'
export const PriceListPath = Shape({ price_list_id: Id('The price list.') })

export const PriceList = Shape(
  {
    price_list_id: OwnId('The price list.'),
    name: Text('Name of the price list.', { examples: ['Wholesale USD'] }),
    currency: Text('Currency of the prices, as an ISO 4217 code.', { examples: ['USD'] }),
    valid_from: Nullable(CalendarDate('First day on which the prices are valid; null if they always were.')),
    valid_to: Nullable(CalendarDate('Last day on which the prices are valid; null without an end.')),
    price_count: Count('Number of variants with a price.', { examples: [240] }),
    account_count: Count('Number of accounts with this price list, archived ones included.', { examples: [3] }),
    created_at: Instant('When the price list was created.'),
    updated_at: Instant('When the price list, or one of its prices, last changed.'),
  },
  { $id: 'PriceList' },
)
export type PriceList = Static<typeof PriceList>

/** Select list over price_lists p. */
export const listColumns = selection(price_lists, 'p', [
  'price_list_id',
  'name',
  'currency',
  'valid_from',
  'valid_to',
  'created_at',
  'updated_at',
])

const name = Name('Name of the price list; unique in the organisation (case-insensitive).', {
  examples: ['Wholesale USD'],
})
const valid_from = Nullable(CalendarDate('First day on which the prices are valid.'))
const valid_to = Nullable(CalendarDate('Last day on which the prices are valid; must not be before `valid_from`.'))

export const NewPriceList = Shape(
  {
    name,
    currency: Type.Optional(
      Text("Currency of the prices, as an ISO 4217 code; defaults to the organisation's. It cannot be changed.", {
        ...currencyCode,
        examples: ['USD'],
      }),
    ),
    valid_from: Type.Optional(valid_from),
    valid_to: Type.Optional(valid_to),
  },
  { examples: [{ name: 'Wholesale USD', valid_from: '2026-12-01', valid_to: '2027-11-30' }] },
)

export const PriceListChange = Shape(
  { name: Type.Optional(name), valid_from: Type.Optional(valid_from), valid_to: Type.Optional(valid_to) },
  { examples: [{ valid_to: '2027-06-30' }] },
)

export const Price = Shape(
  {
    variant_id: OwnId('The variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    price_cents: Whole("Price of a unit, in hundredths of the list's currency.", { examples: [4_450] }),
    updated_at: Instant('When the price last changed.'),
  },
  { $id: 'ListedPrice' },
)
export type Price = Static<typeof Price>

export const SubmittedPrices = Shape(
  {
    prices: Type.Array(
      Shape({
        variant_id: Type.Optional(Id('The variant; required unless `sku` is given.')),
        sku: Type.Optional(
          Text('SKU of the variant, as it is spelled in the catalogue; required unless `variant_id` is given.', {
            minLength: 1,
            maxLength: 200,
            examples: ['JUMPER-M'],
          }),
        ),
        price_cents: Nullable(
          Whole("Price of a unit, in hundredths of the list's currency; null removes the price.", {
            minimum: 0,
            maximum: limits.price_list_price_cents_max,
            examples: [4_450],
          }),
        ),
      }),
      {
        minItems: 1,
        maxItems: limits.price_list_prices_per_call_max,
        description: 'Prices to set or remove, each variant at most once.',
      },
    ),
  },
  { examples: [{ prices: [{ variant_id: sampleId, price_cents: 4_450 }] }] },
)
