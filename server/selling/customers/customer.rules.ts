/** Reduces a customer to what is stored: no address, no phone number, no e-mail address, and a shortened name. Pure. */
import { isMailAddress } from '../../contract/schema.ts'
import type { RecordFault } from '../../imports/record_diff.ts'

export interface CustomerRecord {
  email?: string | null
  name?: string | null
  country_code?: string | null
  /** First-level subdivision, as a name or an ISO 3166-2 code. */
  region?: string | null
  /** Its first two characters are the region where none is given. */
  postcode?: string | null
  /** Id of the trading account of which this is a customer record; a consumer otherwise. */
  trading_partner_id?: string | null
  source_system?: string | null
  external_id?: string | null
}

/** Addresses of customers are public ones: their domain has a dot. */
const domainSpelling = /@[^.]+(?:\.[^.]+)+$/
const nameCharsMax = 60

/** The form that pseudonyms are made of. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

export const isEmail = (email: string): boolean =>
  isMailAddress(normalizeEmail(email)) && domainSpelling.test(normalizeEmail(email))

export const domainOf = (email: string): string => normalizeEmail(email).split('@')[1]!

/** "Ada Lovelace" becomes "Ada L."; null where what was given as a name is an address or nothing. */
export function shortenName(name: string | null | undefined): string | null {
  const words = (name ?? '').normalize('NFC').split(/\s/).filter(Boolean)
  if (words.length === 0 || words.some((word) => word.includes('@') || /\d{4}/.test(word))) return null
  const first = words[0]!.slice(0, nameCharsMax)
  const last = words.length > 1 ? String.fromCodePoint(words.at(-1)!.codePointAt(0)!).toUpperCase() : null
  return last === null ? first : `${first} ${last}.`
}

export const displayNameWords = (display_name: string | null): string[] =>
  display_name === null ? [] : display_name.toLowerCase().replaceAll('.', '').split(' ')

/** A subdivision as it was given, or the first two characters of the postcode: some 10,000 people or more. */
export function coarseRegion({ region, postcode }: Pick<CustomerRecord, 'region' | 'postcode'>): string | null {
  const named = (region ?? '').trim()
  if (named !== '' && !/\d{3}/.test(named)) return named.slice(0, nameCharsMax)
  const prefix = (postcode ?? '')
    .replaceAll(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, 2)
  return prefix.length === 2 ? prefix : null
}

/** Faults of a record. The address itself is never repeated. */
export function customerFaults(record: CustomerRecord): RecordFault[] {
  const faults: RecordFault[] = []
  const { email, country_code, external_id, source_system } = record
  if (!email && !external_id)
    faults.push({ field: 'email', rule: 'is required where external_id is absent', value: null })
  if (email && !isEmail(email)) faults.push({ field: 'email', rule: 'must be an e-mail address', value: null })
  if (external_id && !source_system)
    faults.push({ field: 'source_system', rule: 'is required beside external_id', value: null })
  if (country_code && !/^[A-Z]{2}$/.test(country_code))
    faults.push({ field: 'country_code', rule: 'must be an ISO 3166-1 alpha-2 code', value: country_code })
  return faults
}
