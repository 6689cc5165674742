/** Imports trading accounts with their doors and contacts. */
import { limits } from '../../contract/limits.ts'
import { importKind } from '../../imports/kind.ts'
import { accountContactTypes, cancellationTerms, doorKinds } from '../known_values.ts'
import {
  type AccountImportRecord,
  type AccountImportWrite,
  diffAccountImport,
  undoAccountImport,
  writeAccountImport,
} from './accounts_bulk.ts'
import { nameKey } from '../../records/texts.ts'

const line = (description: string, length_max: number, synonyms: readonly string[] = []) =>
  ({ type: 'text', description, length_max, synonyms, per: 'record' }) as const
const rowLine = (description: string, length_max: number, synonyms: readonly string[] = []) =>
  ({ type: 'text', description, length_max, synonyms }) as const
const days = (description: string, synonyms: readonly string[]) =>
  ({ type: 'whole', description, minimum: 0, maximum: limits.account_days_max, synonyms, per: 'record' }) as const
const countryPattern = { matches: /^[A-Z]{2}$/, rule: 'must be an ISO 3166-1 alpha-2 code, such as PT' }

const fields = {
  account_reference: {
    type: 'code',
    description: 'Your own number of the account. Rows with one number are one account.',
    per: 'record',
    length_max: 100,
    synonyms: ['account number', 'customer number', 'account code', 'customer code', 'account no', 'debtor'],
    examples: ['C-2041'],
  },
  name: {
    type: 'text',
    description: 'Name of the account.',
    required: true,
    per: 'record',
    length_max: 200,
    synonyms: ['account', 'account name', 'customer', 'customer name', 'company', 'company name', 'retailer'],
    examples: ['Meridian Stores'],
  },
  buyer_id: line('Id by which the account identifies itself in its orders.', 100, ['buyer number']),
  account_tier: line('Tier of the account.', 40, ['tier', 'account type', 'customer group']),
  payment_terms: line('Payment terms, for example net_30.', 100, ['terms']),
  currency: {
    type: 'code',
    description: "ISO 4217 code of its orders and invoices; the organisation's currency where blank for a new account.",
    per: 'record',
    pattern: { matches: /^[A-Z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code'],
    examples: ['EUR'],
  },
  fill_rate_target_pct: {
    type: 'decimal',
    description: 'Agreed fill rate in per cent, with or without the sign.',
    per: 'record',
    is_percentage: true,
    decimals_max: 2,
    minimum: 0,
    maximum: 100,
    synonyms: ['fill rate', 'fill rate target'],
  },
  cancellation_term: {
    type: 'choice',
    description: 'Until when the account can cancel bookings.',
    per: 'record',
    choices: cancellationTerms,
  },
  cancellation_notice_days: days('Notice in days; with the cancellation term notice_period only.', ['notice days']),
  transit_time_days: days('Transit time to the doors of the account, in days.', ['transit days', 'transit time']),
  bill_to_address: line('Address that invoices are made out to.', limits.address_length_max, [
    'billing address',
    'invoice address',
    'bill to',
  ]),
  ship_to_address: line('Address that goods are shipped to.', limits.address_length_max, [
    'shipping address',
    'delivery address',
    'ship to',
  ]),
  tax_id: line('Tax id of the account, such as its VAT number.', limits.tax_id_length_max, [
    'vat number',
    'vat id',
    'tax number',
    'vat registration',
  ]),
  price_list: line('Name of the price list of the account.', 200, ['pricelist', 'price book']),
  door_reference: {
    type: 'code',
    description: "The account's own number of a door.",
    length_max: 100,
    synonyms: ['door', 'door number', 'store number', 'store code', 'ship to code', 'door code'],
    examples: ['0117'],
  },
  door_name: rowLine('Name of the door; its reference where blank for a new door.', 200, [
    'store name',
    'ship to name',
  ]),
  door_kind: {
    type: 'choice',
    description: 'store: sells to consumers. dc: a distribution centre. store where blank for a new door.',
    choices: doorKinds,
    synonyms: ['door type', 'store type'],
  },
  door_country_code: {
    type: 'code',
    description: 'Country of the door, as an ISO 3166-1 alpha-2 code.',
    pattern: countryPattern,
    synonyms: ['door country', 'store country', 'ship to country'],
    examples: ['PT'],
  },
  door_region: rowLine('State or region of the door.', 100, ['store region', 'door state', 'ship to state']),
  door_is_active: {
    type: 'boolean',
    description: 'Whether goods are shipped to the door; true where blank for a new door.',
    synonyms: ['door active', 'store active'],
  },
  contact_name: rowLine('Name of a contact.', 200, ['contact', 'buyer', 'buyer name', 'contact person']),
  contact_email: rowLine('E-mail address of the contact; it finds the contact again.', 254, ['email', 'buyer email']),
  contact_phone: rowLine('Phone number of the contact.', 200, ['phone', 'telephone', 'buyer phone']),
  contact_role: rowLine('Role of the contact at the account.', 200, ['role', 'job title']),
  contact_department: rowLine('Department of the contact.', 200, ['department']),
  contact_type: {
    type: 'choice',
    description: 'What the contact is responsible for; other where blank for a new contact.',
    choices: accountContactTypes,
  },
} as const

const withoutNulls = <T extends Readonly<Record<string, unknown>>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

const hasValue = ({ row_number: _row, ...values }: Readonly<Record<string, unknown>>) =>
  Object.values(values).some((value) => value !== null)

export const accountsImport = importKind({
  name: 'accounts',
  has_personal_files: true,
  title: 'Trading accounts',
  description:
    'Creates trading accounts with doors and contacts, or changes those with the same reference or name. Blank cells leave a value as it is, and doors and contacts that the file does not name stay.',
  fields,
  join_by: 'account_reference',
  toRecord: ({ values, rows }): AccountImportRecord => {
    const { name, account_reference, buyer_id, account_tier, payment_terms, currency, price_list } = values
    const { cancellation_term, cancellation_notice_days, transit_time_days, fill_rate_target_pct: rate } = values
    const fill_rate_target_pct = rate === null ? null : Number(rate)
    const { bill_to_address, ship_to_address, tax_id } = values
    const parties = { bill_to_address, ship_to_address, tax_id }
    const terms = { cancellation_term, cancellation_notice_days, transit_time_days, fill_rate_target_pct }
    return {
      account: {
        name,
        ...withoutNulls({
          account_reference,
          buyer_id,
          account_tier,
          payment_terms,
          currency,
          price_list,
          ...terms,
          ...parties,
        }),
      },
      doors: rows
        .map(({ row_number, values: row }) => ({
          row_number,
          door_reference: row.door_reference,
          name: row.door_name,
          kind: row.door_kind,
          country_code: row.door_country_code,
          region: row.door_region,
          is_active: row.door_is_active,
        }))
        .filter(hasValue),
      contacts: rows
        .map(({ row_number, values: row }) => ({
          row_number,
          name: row.contact_name,
          email: row.contact_email,
          phone: row.contact_phone,
          role: row.contact_role,
          department: row.contact_department,
          contact_type: row.contact_type,
        }))
        .filter(hasValue),
    }
  },
  nameOf: ({ account }: AccountImportRecord) => account.name,
  keyOf: ({ account: { name, account_reference } }: AccountImportRecord) =>
    account_reference == null ? `name ${nameKey(name)}` : `reference ${nameKey(account_reference)}`,
  claimsOf: ({ account: { name } }: AccountImportRecord) => [{ key: nameKey(name), field: 'name', value: name }],
  diff: diffAccountImport,
  write: async (sql, context, writes: readonly AccountImportWrite[]) =>
    (await writeAccountImport(sql, context, writes)) as readonly { undo: AccountImportWrite }[],
  undo: undoAccountImport,
})
