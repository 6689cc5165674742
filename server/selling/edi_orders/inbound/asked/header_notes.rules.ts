/** What a change says otherwise about its order, and that is not applied. Pure. */
import type { PurchaseOrderChange860 } from '../../../../edi/documents/purchase_order_change_860.ts'
import type { OrderHeader } from '../../../../edi/documents/record.ts'
import type { StoredLine } from '../../edi_order.store.ts'
import type { LineAfter } from '../change.rules.ts'
import { plain } from '../duplicate.rules.ts'
import type { LineNote } from '../read_lines.rules.ts'
import { allowancesText, cannotCompare, otherParty, termsText } from './words.rules.ts'

export type NamedNote = LineNote & { name: string }

/** The order as it is here: it may have been given what the change states. */
interface OrderHere {
  currency: string
  terms: string | null
}

const named = (name: string, sentence: string): NamedNote => ({ kind: 'not_understood', name, sentence })

const words = {
  currency: 'currency',
  department: 'department',
  vendor_number: 'vendor number',
  reference: 'reference',
  routing: 'routing',
  freight: 'payment of freight (FOB01)',
} as const satisfies Partial<Record<keyof OrderHeader, string>>
const parties = { buyer: 'buyer', ship_to: 'ship-to', bill_to: 'bill-to' } as const

const namesOf = <Name extends string>(all: Readonly<Record<Name, string>>) => Object.keys(all) as Name[]

type Stated = OrderHeader & Partial<Pick<PurchaseOrderChange860, 'purpose'>>

/** References that the order has not; the others of it are not withdrawn, as a change states what is new. */
function referencesOtherwise(ordered: OrderHeader, change: Stated): string[] {
  const before = new Set((ordered.references ?? []).map(({ qualifier, id }) => `${qualifier} ${id}`))
  const fresh = (change.references ?? []).map(({ qualifier, id }) => `${qualifier} ${id}`).filter((one) => !before.has(one))
  const has = before.size === 0 ? 'none' : [...before].join(', ')
  return fresh.length === 0 ? [] : [`the references ${fresh.join(', ')} differ from ${has}, which stay`]
} // prettier-ignore

/** Places, parties, terms, money and references of a change, with those that stay. */
export function staysOfHeader(ordered: OrderHeader, change: Stated, here: OrderHere): NamedNote[] {
  const before = { ...ordered, currency: ordered.currency ?? here.currency }
  const values = namesOf(words).flatMap((name) => {
    const [was, is] = [before[name] ?? null, change[name] ?? null]
    return is === null || is === was ? [] : [`the ${words[name]} ${is} differs from ${was ?? 'none'}, which stays`]
  })
  const places = namesOf(parties).flatMap((name) => otherParty(parties[name], ordered[name], change[name]) ?? [])
  const [was, is] = [termsText(ordered.terms), termsText(change.terms)]
  const isSame = is === null || is === here.terms || plain(ordered.terms) === plain(change.terms)
  const terms = isSame ? [] : [`the terms ${is} differ from ${was ?? here.terms ?? 'none'}, which stay`]
  // Those of a replacement take the place of the others.
  const isKept = change.purpose === 'replacement' || change.allowances === undefined
  const money =
    isKept || plain(ordered.allowances) === plain(change.allowances)
      ? []
      : [
          `its allowances and charges, ${allowancesText(change.allowances, here.currency)}, differ from ${allowancesText(ordered.allowances, here.currency)}, which stay`,
        ]
  const all = [...values, ...places, ...terms, ...referencesOtherwise(ordered, change), ...money]
  return all.map((sentence) => named('change', sentence))
}

/** The day by which the change names its order, where it is another one. */
function otherDay({ ordered_on }: OrderHeader, change: Stated): NamedNote[] {
  const isRevised = change.purpose === 'replacement' && change.ordered_on > ordered_on
  return change.ordered_on === ordered_on || isRevised
    ? []
    : [
        named(
          'change',
          `its day of the order ${change.ordered_on} differs from ${ordered_on}, on which the order was placed`,
        ),
      ]
}

/** A place to ship to that may be another one: neither has a number. */
const unknownPlace = ({ ship_to }: OrderHeader, change: Stated): NamedNote[] =>
  cannotCompare(ship_to, change.ship_to)
    ? [
        named(
          'change',
          'its ship-to is a place without a number, as that of the order is; their names and addresses are not stored, so it may be another place',
        ),
      ]
    : []

/** What only a person can judge, and what keeps nothing of the change from being applied. */
export const doubtsOfHeader = (ordered: OrderHeader, change: Stated): NamedNote[] => [
  ...otherDay(ordered, change),
  ...unknownPlace(ordered, change),
]

export const headerNotes = (ordered: OrderHeader, change: Stated, here: OrderHere): NamedNote[] => [
  ...staysOfHeader(ordered, change, here),
  ...doubtsOfHeader(ordered, change),
]

/** Allowances and charges of lines that the change states otherwise, and that are not applied to an order on file. */
export function allowanceNotes(
  stored: readonly StoredLine[],
  changed: readonly LineAfter[],
  currency: string,
): NamedNote[] {
  const before = new Map(stored.map(({ position, line }) => [position, line.allowances]))
  return changed
    .filter(({ change }) => change !== 'replaced' && change !== 'added')
    .filter(({ position, line }) => plain(line.allowances) !== plain(before.get(position)))
    .map(({ position, line }) =>
      named(
        `line ${line.line_reference ?? position}`,
        `its allowances and charges, ${allowancesText(line.allowances, currency)}, differ from ${allowancesText(before.get(position), currency)} and are not applied`,
      ),
    )
}
