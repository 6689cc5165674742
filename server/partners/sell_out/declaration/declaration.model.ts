/** How an account's reports are read. */
import {
  Choice,
  currencyCode,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { absenceConventions, locationGrains, priceTaxBases } from '../../known_values.ts'
import type { DeclarationRow, NamedAccount } from './declaration.store.ts'
import { sellOutProfiles } from '../reading/profiles.ts'

export const service = 'sell_out'

export const AccountQuery = Type.Object(
  { account_id: Id('The trading account; never inferred from the key or from a file.') },
  { additionalProperties: false },
)

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const DeclarationBody = Shape(
  {
    absence_convention: Choice(
      absenceConventions,
      'What a variant without a row in the report of a door means. `row_omitted`: nothing was sold. `explicit_zero`: not known, since the account writes zeros.',
    ),
    currency: Text('Currency of the sales values, as an ISO 4217 code.', { ...currencyCode, examples: ['EUR'] }),
    location_grain: Choice(
      locationGrains,
      'The places that the account reports for: its stores, its distribution centres, or none, for the account as a whole.',
    ),
    price_tax_basis: Choice(priceTaxBases, 'Whether the sales values contain sales tax.'),
    week_anchor_dow: Type.Optional(
      Nullable(
        Whole("Day on which the account's weeks end, Monday = 0 to Sunday = 6.", {
          minimum: 0,
          maximum: 6,
          examples: [6],
        }),
      ),
    ),
    source_profile_key: Type.Optional(
      Nullable(Choice(profileKeys(), 'The built-in format of its files; without one, the headers decide.')),
    ),
  },
  {
    $id: 'NewSellOutDeclaration',
    description: 'All answers; they replace the earlier ones.',
    examples: [
      {
        absence_convention: 'row_omitted',
        currency: 'EUR',
        location_grain: 'store',
        price_tax_basis: 'inclusive',
        week_anchor_dow: 6,
      },
    ],
  },
)
export type DeclarationBody = Static<typeof DeclarationBody>

function profileKeys() {
  return sellOutProfiles.map(({ name }) => name)
}

export const Declaration = Shape(
  {
    account: Text('Name of the account.', { examples: ['Meridian'] }),
    account_id: OwnId('The account.'),
    absence_convention: OpenChoice(absenceConventions, 'What a variant without a row means.'),
    location_grain: OpenChoice(locationGrains, 'The places that the account reports for.'),
    currency: Text('Currency of the sales values, as an ISO 4217 code.', { examples: ['EUR'] }),
    price_tax_basis: OpenChoice(priceTaxBases, 'Whether the sales values contain sales tax.'),
    week_anchor_dow: Nullable(
      Whole('Day on which its weeks end, Monday = 0 to Sunday = 6; null if not declared.', { examples: [6] }),
    ),
    week_ends_on: Nullable(
      Text('Name of the day on which its weeks end; null if not declared.', { examples: ['Sunday'] }),
    ),
    source_profile_key: Nullable(
      Text('The built-in format of its files; null leaves it to the headers.', { examples: ['weekly_sell_out'] }),
    ),
    covers: Text('What a report covers, as a sentence.', { examples: ['One row for each store and variant.'] }),
    missing_row_means: Text('What a missing row means, as a sentence.', {
      examples: ['A variant without a row sold nothing in that store.'],
    }),
    prices_are: Text('How sales values are read, as a sentence.', {
      examples: ['Sales values are in EUR and contain sales tax.'],
    }),
    confirmed_at: Instant('When it was declared.'),
    confirmed_by: Text('Who declared it: a user or an API key.', { examples: ['user:Ana Costa'] }),
    confirmed_by_name: Nullable(Text('Name of the user or of the key.', { examples: ['Ana Costa'] })),
  },
  { $id: 'SellOutDeclaration' },
)
export type Declaration = Static<typeof Declaration>

const places = { store: 'store', dc: 'distribution centre', none: 'account' } as const

export function describeDeclaration({ trading_partner_id, name }: NamedAccount, row: DeclarationRow): Declaration {
  const place = places[row.location_grain]
  const { week_anchor_dow: dow, price_tax_basis } = row
  return {
    account: name,
    account_id: trading_partner_id,
    ...row,
    week_ends_on: dow === null ? null : weekdays[dow]!,
    covers:
      row.location_grain === 'none'
        ? 'One row for each variant, for the account as a whole.'
        : `One row for each ${place} and variant.`,
    missing_row_means:
      row.absence_convention === 'row_omitted'
        ? `A variant without a row sold nothing in a ${place} that reported the period. A ${place} without rows has not reported.`
        : `A variant without a row was not reported; it is not counted as zero. A ${place} without rows has not reported.`,
    prices_are: `Sales values are in ${row.currency} and ${price_tax_basis === 'inclusive' ? 'contain' : 'do not contain'} sales tax.`,
  }
}
