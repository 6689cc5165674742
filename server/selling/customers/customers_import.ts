/**
 * Imports customers of a shop. Of what the file says, the pseudonym of the e-mail address, its domain, a shortened name
 * and the region are kept; see customer.rules.ts. Reports name rows and fields only.
 */
import { importKind } from '../../imports/kind.ts'
import type { FieldChange, RecordDiff } from '../../imports/record_diff.ts'
import { coarseRegion, type CustomerRecord, normalizeEmail, shortenName } from './customer.rules.ts'
import {
  type CustomerUndo,
  type CustomerWrite,
  diffCustomers,
  undoCustomers,
  writeCustomers,
} from './diff_customers.ts'

const fields = {
  email: {
    type: 'text',
    description: 'E-mail address, of which a pseudonym and the domain are kept. Required unless external_id is given.',
    length_max: 254,
    synonyms: ['email address', 'e-mail', 'e-mail address', 'customer email', 'billing email', 'user_email'],
  },
  external_id: {
    type: 'code',
    description: 'Id of the customer in the system that the file was exported from.',
    length_max: 200,
    synonyms: ['customer id', 'id', 'customer number', 'customer code'],
    examples: ['6001'],
  },
  source_system: {
    type: 'text',
    description: 'System that the file was exported from; required beside external_id.',
    length_max: 100,
    examples: ['Shopify'],
  },
  name: {
    type: 'text',
    description: 'Full name, of which the first name and an initial are kept.',
    length_max: 200,
    synonyms: ['customer name', 'full name', 'display name'],
  },
  first_name: {
    type: 'text',
    description: 'First name, where the name is in two columns.',
    length_max: 200,
    synonyms: ['first name', 'given name', 'firstname'],
  },
  last_name: {
    type: 'text',
    description: 'Last name, of which the initial is kept.',
    length_max: 200,
    synonyms: ['last name', 'surname', 'family name', 'lastname'],
  },
  country_code: {
    type: 'code',
    description: 'Country, as an ISO 3166-1 alpha-2 code.',
    pattern: { matches: /^[A-Z]{2}$/, rule: 'must be an ISO 3166-1 alpha-2 code, such as PT' },
    synonyms: ['country code', 'country', 'country / region', 'default address country code', 'billing country'],
    examples: ['PT'],
  },
  region: {
    type: 'text',
    description: 'State or region.',
    synonyms: ['state', 'province', 'province code', 'default address province code', 'billing state'],
  },
  postcode: {
    type: 'text',
    description: 'Postal code, of which the first two characters are kept where no region is given.',
    length_max: 20,
    synonyms: ['postal code', 'zip', 'zip code', 'default address zip', 'billing postcode'],
  },
} as const

/** Personal values stay out of reports, which only say that a name or region changed. */
const masked = ({ field }: FieldChange): FieldChange => ({ field, previous_value: null, value: null })

const shownDiff = (diff: RecordDiff<CustomerWrite>): RecordDiff<CustomerWrite> => {
  if (diff.outcome === 'changed') return { ...diff, changes: diff.changes.map(masked) }
  if (diff.outcome !== 'refused') return diff
  return { ...diff, faults: diff.faults.map((fault) => ({ ...fault, value: null })) }
}

const fullName = (...parts: readonly (string | null)[]) => {
  const text = parts.filter((part) => part !== null).join(' ')
  return text === '' ? null : text
}

export const customersImport = importKind({
  name: 'customers',
  title: 'Customers',
  description:
    'Creates customers, or changes those with the same e-mail address or id in their system. No e-mail address, street or phone number is stored; figures need the pseudonym, a shortened name, the country and the region.',
  fields,
  is_personal: true,
  // An id and a country are in many files.
  guessed_by: ['email'],
  toRecord: ({ values }): CustomerRecord => {
    const { email, external_id, source_system, country_code, region, postcode } = values
    const name = shortenName(values.name ?? fullName(values.first_name, values.last_name))
    return {
      email,
      external_id,
      source_system: external_id === null ? null : source_system,
      name,
      country_code,
      region: coarseRegion({ region, postcode }),
    }
  },
  // Reports name rows only: an id or a name would outlive a redaction.
  nameOf: () => 'customer',
  // Keys are stored as hashes while a preview lasts, so that an e-mail address is none.
  keyOf: ({ external_id, source_system }: CustomerRecord) =>
    external_id == null ? null : JSON.stringify([source_system, external_id]),
  claimsOf: ({ email }: CustomerRecord) => (email ? [{ key: normalizeEmail(email), field: 'email', value: null }] : []),
  diff: async (sql, context, records: readonly CustomerRecord[]) =>
    (await diffCustomers(context.secrets)(sql, context, records)).map(shownDiff),
  write: async (sql, context, writes: readonly CustomerWrite[]) =>
    (await writeCustomers(context.secrets)(sql, context, writes)) as readonly { undo: CustomerUndo }[],
  undo: undoCustomers,
})
