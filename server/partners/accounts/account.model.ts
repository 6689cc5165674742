/** Schemas of trading accounts. */
import type { TOptional, TUnsafe } from '@sinclair/typebox'
import { account_contacts, account_edi_profiles, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Count,
  currencyCode,
  Flag,
  Id,
  Instant,
  Line,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  PostalAddress,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { HttpSettings, SftpSettings } from '../../interchanges/transports/settings.ts'
import { EdiDelimiters, Requirements } from './edi_guide.model.ts'
import {
  accountContactTypes,
  type CancellationTerm,
  cancellationTerms,
  characterSets,
  eachPrices,
  itemQualifiers,
  storeLayouts,
  weightUnits,
  ediDocumentsTaken,
  ediTransports,
  ediVersions,
} from '../known_values.ts'

export const service = 'wholesale'
export const AccountPath = Shape({ trading_partner_id: Id('The trading account.') })

const days = (description: string, example: number) =>
  Whole(description, { minimum: 0, maximum: limits.account_days_max, examples: [example] })

/** Fields of an account that a person writes. Null clears all but the first and the last two. */
export const accountFields = {
  name: Line('Name of the account; unique in the organisation (case-insensitive).', {
    maxLength: 200,
    examples: ['Meridian Stores'],
  }),
  account_reference: Line('Your own number of the account; unique in the organisation (case-insensitive).', {
    maxLength: 100,
    examples: ['C-2041'],
  }),
  buyer_id: Line('Id by which the account identifies itself in its orders.', { maxLength: 100, examples: ['0049217'] }),
  account_tier: Line('Tier of the account, in the words of the organisation.', { maxLength: 40, examples: ['key'] }),
  payment_terms: Line('Payment terms, for example net_30 or 2_10_net_60.', { maxLength: 100, examples: ['net_30'] }),
  fill_rate_target_pct: Num(
    'Fill rate agreed with the account: share of the ordered units to be shipped, in per cent with at most two decimals.',
    { minimum: 0, maximum: 100, examples: [95] },
  ),
  cancellation_term: Choice(
    cancellationTerms,
    'Until when the account can cancel bookings. not_cancellable: not at all. notice_period: until `cancellation_notice_days` before the ship window begins. until_shipped: until the goods are shipped.',
  ),
  cancellation_notice_days: days(
    'Notice in days before the ship window begins; required with `cancellation_term` `notice_period`, and only then.',
    45,
  ),
  cancellation_term_note: Text('Note on the cancellation term.', {
    minLength: 1,
    maxLength: limits.account_note_length_max,
    examples: ['Pre-season only.'],
  }),
  transit_time_days: days('Transit time from the warehouse to the doors of the account, in days.', 4),
  price_list_id: Id('The price list of the account; must be in its currency.'),
  currency: Text('Currency of its orders and invoices, as an ISO 4217 code.', { ...currencyCode, examples: ['USD'] }),
  auto_release_holds: Flag(
    'Whether units that are held back for an order of the account are released when its ship window ends.',
  ),
  bill_to_address: PostalAddress('Address that invoices are made out to, line by line, ending with the country.'),
  ship_to_address: PostalAddress(
    'Address that goods are shipped to, line by line, unless the door has its own. Null for the bill-to address.',
  ),
  tax_id: Line('Tax id of the account, such as its VAT number, as it is printed on documents.', {
    maxLength: limits.tax_id_length_max,
    examples: ['PT509123456'],
  }),
  allocation_horizon_days: days(
    "Days ahead for which orders of the account hold stock: one whose ship window opens later waits. Null for the organisation's.",
    60,
  ),
}

const answered = {
  trading_partner_id: OwnId('The account.'),
  name: Text('Name of the account.', { examples: ['Meridian Stores'] }),
  account_reference: Nullable(Text('Your own number of the account; null if none is set.', { examples: ['C-2041'] })),
  buyer_id: Nullable(
    Text('Id by which the account identifies itself in its orders; null if unknown.', { examples: ['0049217'] }),
  ),
  account_tier: Nullable(Text('Tier of the account; null if none is set.', { examples: ['key'] })),
  payment_terms: Nullable(Text('Payment terms; null if none are agreed.', { examples: ['net_30'] })),
  currency: Text('Currency of its orders and invoices, as an ISO 4217 code.', { examples: ['USD'] }),
  fill_rate_target_pct: Nullable(Num('Agreed fill rate in per cent; null if none is agreed.', { examples: [95] })),
  cancellation_term: Nullable(
    OpenChoice(cancellationTerms, 'Until when the account can cancel bookings; null if nothing is agreed.'),
  ),
  cancellation_notice_days: Nullable(
    Whole('Notice in days before the ship window begins; null without a notice period.', { examples: [45] }),
  ),
  cancellation_term_note: Nullable(
    Text('Note on the cancellation term; null if none.', { examples: ['Pre-season only.'] }),
  ),
  transit_time_days: Nullable(Whole('Transit time in days; null if unknown.', { examples: [4] })),
  bill_to_address: Nullable(
    Text('Address that invoices are made out to, line by line; null if unknown.', {
      examples: ['Praça Velha 3\n4000-099 Porto\nPortugal'],
    }),
  ),
  ship_to_address: Nullable(
    Text('Address that goods are shipped to, line by line; null if it is the bill-to address or unknown.', {
      examples: ['Zona Industrial 8\n4470-177 Maia\nPortugal'],
    }),
  ),
  tax_id: Nullable(Text('Tax id of the account; null if unknown.', { examples: ['PT509123456'] })),
  auto_release_holds: Flag(
    'Whether units that are held back for an order of the account are released when its ship window ends.',
  ),
  allocation_horizon_days: Nullable(
    Whole("Days ahead for which its orders hold stock; null for the organisation's.", { examples: [60] }),
  ),
  price_list: Nullable(
    Shape(
      {
        price_list_id: OwnId('The price list.'),
        name: Text('Name of the price list.', { examples: ['Wholesale USD'] }),
      },
      { description: 'Price list of the account; null if it has none.' },
    ),
  ),
  doors_on_file: Count('Number of doors of the account, inactive ones included.', { examples: [112] }),
  archived_at: Nullable(Instant('When the account was archived; null if it is in use.')),
  created_at: Instant('When the account was created.'),
  updated_at: Instant('When the account last changed.'),
}

export const Account = Shape(answered, {
  $id: 'TradingAccountRow',
  description: 'A trading account: a retailer that the organisation sells to.',
})
export type Account = Static<typeof Account>

export const AccountContact = Shape(
  {
    contact_id: OwnId('The contact.'),
    name: Text('Name of the contact.', { examples: ['Inês Carvalho'] }),
    email: Nullable(Text('E-mail address; null if unknown.', { examples: ['ines@meridian.example'] })),
    phone: Nullable(Text('Phone number; null if unknown.', { examples: ['+351 22 000 0000'] })),
    role: Nullable(Text('Role at the account; null if unknown.', { examples: ['Knitwear buyer'] })),
    department: Nullable(Text('Department; null if unknown.', { examples: ['Buying'] })),
    contact_type: OpenChoice(accountContactTypes, 'What the contact is responsible for.'),
    is_main: Flag("Whether this is the account's main contact; an account has at most one."),
    created_at: Instant('When the contact was created.'),
    updated_at: Instant('When the contact last changed.'),
  },
  { $id: 'AccountContact' },
)
export type AccountContact = Static<typeof AccountContact>

/** Select list over account_contacts c. */
export const contactColumns = selection(account_contacts, 'c', [
  'contact_id',
  'name',
  'email',
  'phone',
  'role',
  'department',
  'contact_type',
  'is_main',
  'created_at',
  'updated_at',
])

export const EdiProfile = Shape(
  {
    edi_qualifier: Text("Qualifier of the account's interchange id.", { examples: ['ZZ'] }),
    edi_id: Text("The account's interchange id.", { examples: ['MERIDIAN'] }),
    edi_group_id: Nullable(
      Text('Id in group headers; null if it is the interchange id.', { examples: ['MERIDIANUS'] }),
    ),
    version: OpenChoice(ediVersions, 'X12 version of the documents.'),
    documents_taken: Type.Array(OpenChoice(ediDocumentsTaken, 'X12 number of a document.'), {
      description: 'Documents that the account takes from the organisation, in ascending order.',
      examples: [['810', '855', '856']],
    }),
    transport: OpenChoice(ediTransports, 'How interchanges travel. stored: kept for a person to fetch.'),
    each_price: Nullable(
      OpenChoice(
        eachPrices,
        'What a price with the basis PE means on a line that is ordered in packs. each: the price of a single unit. ordered_unit: the price of the pack. null: not known; the price counts where it is that of the price list, and stays open otherwise.',
      ),
    ),
    takes_tests: Flag(
      'Whether interchanges that the account marks as a test (ISA15 T) are read like any other, instead of being held.',
    ),
    store_layout: Nullable(
      OpenChoice(
        storeLayouts,
        'Where a report of sell-out (852) names the store of quantities. before: it heads the quantities up to the next store. after: it follows its quantities within an item. null: each report shows it.',
      ),
    ),
    item_qualifier: Nullable(
      OpenChoice(
        itemQualifiers,
        "Kind of the account's item numbers (X12 element 235) in documents about items that it has not ordered over EDI, such as the 846; null for BP.",
      ),
    ),
    weight_unit: OpenChoice(weightUnits, 'Unit of weights in shipping notices (856).'),
    has_pallet_level: Flag('Whether shipping notices name the pallet (tare level) of cartons that stand on one.'),
    guide: Nullable(
      Text('Public guide that the profile began from; null if it began from none.', { examples: ['jcpenney_4030'] }),
    ),
    group_version: Nullable(
      Text('Version in group headers (GS08); null if it is the version alone.', { examples: ['004010VICS'] }),
    ),
    character_set: OpenChoice(characterSets, 'Characters in documents: basic has capital letters alone.'),
    delimiters: Nullable(EdiDelimiters),
    requirements: Requirements('What documents to the account must have beyond the standard.'),
    acknowledge_within_hours: Nullable(
      Whole('Hours after an order arrives within which its acknowledgement (855) is expected; null for none.', {
        examples: [24],
      }),
    ),
    notice_before_hours: Nullable(
      Whole(
        'Hours before the day on which a shipment arrives by which its shipping notice (856) is expected; null for none.',
        { examples: [4] },
      ),
    ),
    connection: Nullable(
      Shape(
        {
          http: Type.Optional(HttpSettings),
          sftp: Type.Optional(SftpSettings),
          has_secret: Flag('Whether a token, password or private key is stored.'),
          last_polled_at: Nullable(Instant('When interchanges were last fetched; null if they never were.')),
          fault: Nullable(
            Text('Why interchanges could not be fetched last; null if they could.', {
              examples: ['the connection was refused'],
            }),
          ),
        },
        { $id: 'EdiConnection', description: 'Where interchanges travel to and come from; null if they are stored.' },
      ),
    ),
    updated_at: Instant('When the profile last changed.'),
  },
  { $id: 'EdiProfile' },
)
export type EdiProfile = Static<typeof EdiProfile>

/** Select list over account_edi_profiles e. */
export const ediColumns = selection(account_edi_profiles, 'e', [
  'edi_qualifier',
  'edi_id',
  'edi_group_id',
  'version',
  'documents_taken',
  'transport',
  'each_price',
  'takes_tests',
  'store_layout',
  'item_qualifier',
  'weight_unit',
  'has_pallet_level',
  'guide',
  'group_version',
  'character_set',
  'delimiters',
  'requirements',
  'acknowledge_within_hours',
  'notice_before_hours',
  'updated_at',
])

export const AccountDetail = Shape(
  {
    ...answered,
    contacts: Type.Array(AccountContact, { description: 'Contacts, the main contact first, then by name.' }),
    edi_profile: Nullable(EdiProfile),
  },
  { $id: 'TradingAccount', description: 'A trading account with its contacts and its EDI profile.' },
)
export type AccountDetail = Static<typeof AccountDetail>

/** An account as it is stored. */
export const valueColumns = selection(trading_partners, 't', [
  'name',
  'account_reference',
  'buyer_id',
  'account_tier',
  'payment_terms',
  'currency',
  'fill_rate_target_pct::float8',
  'cancellation_term',
  'cancellation_notice_days',
  'cancellation_term_note',
  'transit_time_days',
  'bill_to_address',
  'ship_to_address',
  'tax_id',
  'auto_release_holds',
  'allocation_horizon_days',
  'price_list_id',
])
export interface AccountValues extends Omit<RowOf<typeof valueColumns>, 'cancellation_term'> {
  cancellation_term: CancellationTerm | (string & {}) | null
}

const { name, currency, auto_release_holds, ...clearable } = accountFields
type Clearable = typeof clearable
const everyClearable = (of: (schema: Clearable[keyof Clearable]) => unknown) =>
  Object.fromEntries(Object.entries(clearable).map(([field, schema]) => [field, of(schema)]))

const orNull = everyClearable((schema) => Type.Optional(Nullable(schema))) as {
  [K in keyof Clearable]: TOptional<TUnsafe<Static<Clearable[K]> | null>>
}

export const NewAccount = Shape(
  {
    name,
    ...orNull,
    currency: Type.Optional({ ...currency, description: `${currency.description} Defaults to the organisation's.` }),
    auto_release_holds: Type.Optional({
      ...auto_release_holds,
      description: `${auto_release_holds.description} Defaults to false.`,
    }),
  },
  {
    $id: 'NewTradingAccount',
    examples: [{ name: 'Meridian Stores', account_reference: 'C-2041', payment_terms: 'net_30' }],
  },
)

export const AccountChange = Shape(
  {
    name: Type.Optional(name),
    ...orNull,
    currency: Type.Optional(currency),
    auto_release_holds: Type.Optional(auto_release_holds),
  },
  { $id: 'TradingAccountChange', examples: [{ account_tier: 'key', fill_rate_target_pct: 97.5 }] },
)
export type AccountChange = Static<typeof AccountChange>
