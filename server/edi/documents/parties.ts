/** Parties: N1 and the segments that follow it. */
import { freeText, identifier } from '../x12/characters.ts'
import { X12Error } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'
import { type Placed, segment, type Segments } from './fields.ts'
import type { Address, Party } from './record.ts'

/** In place of names and addresses of persons, which are taken out before anything is stored: it is no name itself. */
export const redactedMark = 'REDACTED'

const lineLengthMax = 55
const nameLengthMax = 60

/** Element 98. A supplier is also read as SU (supplier) or VN (vendor). */
export const partyCodes = {
  buyer: 'BY',
  supplier: 'SE',
  ship_to: 'ST',
  bill_to: 'BT',
  remit_to: 'RE',
  ship_from: 'SF',
  warehouse: 'WH',
  marked_for: 'Z7',
} as const
const supplierCodes = ['SE', 'SU', 'VN']

/** Texts in two segments of two elements each. */
function pairsOf(texts: readonly string[], lengthMax: number): string[][] {
  const all = texts.map((text) => freeText(text, lengthMax))
  return [all.slice(0, 2), all.slice(2, 4)].filter((pair) => pair.length > 0)
}

function addressSegments({ lines, city, region, postal_code, country }: Address): Segment[] {
  if (lines.length > 4) throw new X12Error('An address takes at most four lines.')
  const n3 = pairsOf(lines, lineLengthMax)
  const isCode = region !== null && /^[A-Z]{2}$/.test(region)
  const place = [city === null ? '' : freeText(city, 30), isCode ? region : '', postal_code, country]
  const named = region === null || isCode ? [] : ['SP', identifier(region, 30, 'The region')]
  const n4 = segment('N4', ...place, ...named)
  return [...n3.map((pair) => segment('N3', ...pair)), ...(n4.slice(1).every((text) => text === '') ? [] : [n4])]
}

/** Whether neither its name nor its number is known, as of a place whose name was taken out. */
export const isNowhere = ({ name, code }: Party): boolean => name === '' && code === null

export function writeParty(code: string, party: Party | null): Segment[] {
  if (party === null) return []
  const { name, more_names = [], code: assigned, code_qualifier, address } = party
  if (isNowhere(party)) return []
  const known = assigned === null ? [] : [code_qualifier ?? '92', identifier(assigned, 80, 'The code of a party')]
  return [
    segment('N1', code, freeText(name, nameLengthMax), ...known),
    ...pairsOf(more_names, nameLengthMax).map((pair) => segment('N2', ...pair)),
    ...(address === null ? [] : addressSegments(address)),
  ]
}

const unlessRedacted = (text: string | null): string | null => (text === redactedMark ? null : text)

function readParty([n1, ...all]: readonly Placed[]): Party {
  const n3 = all.filter(({ tag }) => tag === 'N3')
  const n4 = all.find(({ tag }) => tag === 'N4')
  const lines = n3.flatMap((one) => [one.text(1), one.text(2)].map(unlessRedacted)).filter((line) => line !== null)
  const n2 = all.filter(({ tag }) => tag === 'N2')
  const more = n2.flatMap((one) => [one.text(1), one.text(2)].map(unlessRedacted)).filter((name) => name !== null)
  const code = n1!.text(4)
  const address = {
    lines,
    city: unlessRedacted(n4?.text(1) ?? null),
    region: n4?.text(2) ?? n4?.text(6) ?? null,
    postal_code: unlessRedacted(n4?.text(3) ?? null),
    country: n4?.text(4) ?? null,
  }
  return {
    name: unlessRedacted(n1!.text(2)) ?? '',
    ...(more.length === 0 ? {} : { more_names: more }),
    code,
    code_qualifier: code === null ? null : n1!.text(3),
    address: n3.length === 0 && n4 === undefined ? null : address,
  }
}

/** The parties by their codes; the first of each counts. */
export function readParties({ all }: Segments): (code: string) => Party | null {
  const partyOf = new Map<string, Party>()
  for (const [i, one] of all.entries()) {
    if (one.tag !== 'N1') continue
    const after = all.slice(i + 1)
    const end = after.findIndex(({ tag }) => !['N2', 'N3', 'N4'].includes(tag))
    const code = supplierCodes.includes(one.raw(1)) ? partyCodes.supplier : one.raw(1)
    if (!partyOf.has(code)) partyOf.set(code, readParty([one, ...after.slice(0, end < 0 ? undefined : end)]))
  }
  return (code) => partyOf.get(code) ?? null
}
