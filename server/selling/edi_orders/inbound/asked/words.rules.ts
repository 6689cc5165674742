/** What a buyer states about its order, in words that people compare. Pure. */
import Big from 'big.js'
import { listOf } from '../../../../contract/outcome.ts'
import type { Allowance, OrderLine, Party, Terms } from '../../../../edi/documents/record.ts'
import { allowanceName } from '../allowances/totals.rules.ts'

/** net_30 or 2/10 net 30, as payment terms are written here. */
export function termsText(terms: Terms): string | null {
  if (terms === null) return null
  if ('description' in terms) return terms.description
  const { discount_percent, discount_days, net_days } = terms
  return discount_percent === null ? `net_${net_days}` : `${discount_percent}/${discount_days} net ${net_days}`
}

type Priced = Pick<OrderLine, 'unit_price' | 'price_basis'>

/** By amount and basis, however it is written. */
export const isSamePrice = (one: Priced, other: Priced): boolean =>
  one.price_basis === other.price_basis &&
  (one.unit_price === null || other.unit_price === null
    ? one.unit_price === other.unit_price
    : new Big(one.unit_price).eq(other.unit_price))

/** The allowances and charges with who settles them. */
export function allowancesText(all: readonly Allowance[] | undefined, currency: string): string {
  const named = (all ?? []).map((one) => {
    const settled = one.settled_by === null ? '' : ` (SAC12 ${one.settled_by})`
    return `${allowanceName(one, currency)}${settled}`
  })
  return named.length === 0 ? 'none' : listOf(named, 'and')
}

/** An address on one line. */
const addressText = ({ address }: Party): string => {
  if (address === null) return ''
  const { lines, city, region, postal_code, country } = address
  const place = [city, region, postal_code, country].filter((part) => part !== null)
  return [...lines, ...(place.length === 0 ? [] : [place.join(' ')])].join(', ')
}

/** Its name and address beside its number; neither is stored of a place without a number. */
const described = (party: Party): string => [party.name, addressText(party)].filter((part) => part !== '').join(', ')

/** In spite of capitals and blanks. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s,.]+/g, ' ')
    .trim()

const isOther = (before: string, after: string) => after !== '' && folded(before) !== folded(after)

/** A party with its number, else as it is described. */
const partyText = (party: Party | null): string =>
  party === null ? 'none' : (party.code ?? (described(party) || 'a place without a number'))

/** Whether the place has neither a number nor a name that is stored, so that it cannot be told from another one. */
const isUnnamed = (party: Party | null): boolean => party !== null && party.code === null && party.name === ''

/** How the party that a change states is another one than the order's, with both in words; null if it is the same. */
export function otherParty(what: string, before: Party | null, after: Party | null): string | null {
  if (after === null || cannotCompare(before, after)) return null
  if (after.code === null && after.name === '')
    return `the ${what} is a place without a number, whose name and address are not stored, as they may be those of a person; ${partyText(before)} stays`
  if (after.code !== (before?.code ?? null))
    return `the ${what} ${partyText(after)} differs from ${partyText(before)}, which stays`
  // A place with a number may be stated by it alone.
  const isNumbered = after.code !== null
  if (before === null) return `the ${what} ${described(after)} differs from none, which stays`
  const isNamed = (before.name !== '' || !isNumbered) && isOther(before.name, after.name)
  if (!isNamed && !isOther(addressText(before), addressText(after))) return null
  const was = described(before) || (isNumbered ? 'its number alone' : 'one without a name')
  return `the ${what}${isNumbered ? ` ${after.code}` : ''} is stated as ${described(after)} instead of ${was}, which stays`
}

/** Whether both are places without a number whose names are not stored. */
export const cannotCompare = (before: Party | null, after: Party | null): boolean =>
  isUnnamed(before) && isUnnamed(after)
