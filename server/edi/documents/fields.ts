/** Reads and writes values of segments: every value that is read is checked, and a fault names its place. */
import Big from 'big.js'
import { elementsOf } from '../x12/dictionary.ts'
import { elementCodes, type Fault, refuseFaults, segmentCodes, X12Error } from '../x12/faults.ts'
import { componentMark, type Segment } from '../x12/segments.ts'
import { syntaxFaults } from '../x12/syntax.ts'

/** A transaction set without its envelope; the version decides on lengths. */
export interface Content {
  type: string
  segments: readonly Segment[]
  version?: string
}

const permissive = '005010'

/** Plain decimal text: neither leading nor trailing zeros. */
function plainDecimal(text: string): string {
  const [, sign, whole, fraction] = /^(-?)0*(\d*)\.?(\d*?)0*$/.exec(text) ?? []
  if (whole === undefined) throw new X12Error(`"${text}" is not a decimal number.`)
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
  return digits === '0' ? '0' : `${sign}${digits}`
}

/** Trailing zeros of a whole number count. */
export const decimal = (text: string): string => {
  if (!/^-?\d*\.?\d*$/.test(text) || !/\d/.test(text)) throw new X12Error(`"${text}" is not a decimal number.`)
  return text.includes('.') ? plainDecimal(text) : text.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-0$/, '0')
}

/** Two implied decimals. */
export function implied(text: string): string {
  const [, sign, whole, fraction] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal(text)) ?? []
  if ((fraction ?? '').length > 2) throw new X12Error(`"${text}" has more than two decimals.`)
  const digits = `${whole}${(fraction ?? '').padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
  return `${sign}${digits}`
}

const stated = (text: string): string => {
  const digits = text.replace('-', '').padStart(3, '0')
  return decimal(`${text.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

export const x12Day = (day: string | null): string => day?.replaceAll('-', '') ?? ''
export const x12Time = (time: string | null): string => time?.replace(':', '') ?? ''

/** A segment of values; null is an omitted element. */
export function segment(tag: string, ...values: readonly (string | number | null)[]): Segment {
  return [
    tag,
    ...values.map((value) => {
      if (typeof value === 'number' && !Number.isSafeInteger(value))
        throw new X12Error(`${tag}: ${value} is not a whole number.`)
      return value === null ? '' : String(value)
    }),
  ]
}

/** One segment for a value, none for null. */
export const optional = <T>(value: T | null, make: (value: T) => Segment): Segment[] =>
  value === null ? [] : [make(value)]

/** Text in parts of a length; the reader joins parts of the full length without a space. */
export const partsOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length))

export const joinParts = (parts: readonly string[], length: number): string =>
  parts.reduce((sum, part, i) => sum + (i > 0 && parts[i - 1]!.length < length ? ' ' : '') + part, '').trim()

/** A segment at its place in a transaction set. */
export class Placed {
  readonly tag: string
  readonly segment: Segment
  /** ST is segment 1. */
  readonly position: number

  constructor(segment: Segment, position: number) {
    this.tag = segment[0] ?? ''
    this.segment = segment
    this.position = position
  }

  raw(place: number): string {
    return this.segment[place] ?? ''
  }

  /** Null if the element is empty. */
  text(place: number): string | null {
    const text = this.raw(place).trim()
    return text === '' ? null : text
  }

  need(place: number, expected = 'a value'): string {
    return this.text(place) ?? this.refuse(place, elementCodes.missing, expected)
  }

  integer(place: number): number | null {
    const text = this.text(place)
    if (text === null) return null
    const value = /^-?\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN
    return Number.isSafeInteger(value)
      ? value + 0
      : this.refuse(place, elementCodes.invalid_character, 'a whole number')
  }

  needInteger(place: number): number {
    return this.integer(place) ?? this.refuse(place, elementCodes.missing, 'a whole number')
  }

  /** A quantity, which need not be whole: units that measure, such as yards, have decimals. */
  quantity(place: number): number | null {
    const text = this.text(place)
    return text === null ? null : Number(decimal(text))
  }

  needQuantity(place: number): number {
    return this.quantity(place) ?? this.refuse(place, elementCodes.missing, 'a whole number')
  }

  decimal(place: number): string | null {
    const text = this.text(place)
    return text === null ? null : decimal(text)
  }

  /** Two implied decimals. */
  implied(place: number): string | null {
    const text = this.text(place)
    return text === null ? null : stated(text)
  }

  day(place: number): string | null {
    const text = this.text(place)
    return text === null ? null : `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  }

  needDay(place: number): string {
    return this.day(place) ?? this.refuse(place, elementCodes.missing, 'a date as CCYYMMDD')
  }

  time(place: number): string | null {
    const text = this.text(place)
    return text === null ? null : `${text.slice(0, 2)}:${text.slice(2, 4)}`
  }

  /** The first component of a composite element. */
  unit(place: number): string | null {
    return this.text(place)?.split(componentMark)[0] ?? null
  }

  /** The name whose code the element has. */
  choice<Name extends string>(place: number, codes: Readonly<Record<Name, string>>): Name {
    const text = this.need(place)
    const names = Object.keys(codes) as Name[]
    const listed = names.map((name) => codes[name]).join(', ')
    return (
      names.find((name) => codes[name] === text) ?? this.refuse(place, elementCodes.invalid_code, `one of ${listed}`)
    )
  }

  refuse(place: number, code: string, expected: string): never {
    const reference = elementsOf(this.tag, permissive)?.[place - 1]?.reference ?? null
    const { tag, position } = this
    return refuseFaults([{ tag, position, element: place, reference, code, found: this.text(place), expected }])
  }
}

const missing = (tag: string, position: number): Fault => ({
  tag,
  position,
  element: null,
  reference: null,
  code: segmentCodes.missing,
  found: null,
  expected: `a segment ${tag}`,
})

export const refuseMissing = (tag: string, position: number): never => refuseFaults([missing(tag, position)])

/** The segments of one transaction set, in order. */
export class Segments {
  readonly all: readonly Placed[]
  /** Position at which a missing segment is reported. */
  readonly #end: number

  constructor(all: readonly Placed[], end: number) {
    this.all = all
    this.#end = end
  }

  find(tag: string, qualifier?: string): Placed | undefined {
    return this.all.find((one) => one.tag === tag && (qualifier === undefined || one.raw(1) === qualifier))
  }

  filter(tag: string, qualifier?: string): Placed[] {
    return this.all.filter((one) => one.tag === tag && (qualifier === undefined || one.raw(1) === qualifier))
  }

  need(tag: string): Placed {
    return this.find(tag) ?? refuseFaults([missing(tag, this.#end)])
  }

  part(start: number, end?: number): Segments {
    const part = this.all.slice(start, end)
    return new Segments(part, (part.at(-1)?.position ?? this.#end) + 1)
  }

  /** What stands before the first `tag`, each stretch that begins with one, and what stands from `ends` on. */
  loops(tag: string, ends: readonly string[] = ['CTT']): { head: Segments; loops: Segments[]; tail: Segments } {
    const length = this.all.length
    const end = this.all.findIndex((one) => ends.includes(one.tag))
    const stop = end < 0 ? length : end
    const starts = this.all.flatMap((one, i) => (one.tag === tag && i < stop ? [i] : []))
    const loops = starts.map((start, i) => this.part(start, starts[i + 1] ?? stop))
    return { head: this.part(0, starts[0] ?? stop), loops, tail: this.part(stop, length) }
  }

  reference(qualifier: string, tag = 'REF'): string | null {
    return this.find(tag, qualifier)?.text(2) ?? null
  }

  date(qualifier: string): string | null {
    return this.find('DTM', qualifier)?.day(2) ?? null
  }
}

/** Checks type and syntax; whatever then reads the segments finds values in the form of the dictionary. */
export function contentOf({ type, segments, version = permissive }: Content, expected: string): Segments {
  if (type !== expected) throw new X12Error(`This is a transaction set ${type}; expected ${expected}.`)
  const faults = syntaxFaults(segments, version)
  if (faults.length > 0) refuseFaults(faults)
  const placedSegments = segments.map((one, i) => new Placed(one, i + 2))
  return new Segments(placedSegments, segments.length + 2)
}

/** A quantity as it is written: without an exponent. */
export const quantityText = (quantity: number): string => new Big(quantity).toFixed()

/** The sum of quantities, as far as element 347 holds it. */
const hashTotal = (quantities: readonly number[]): string =>
  quantities
    .reduce((total, quantity) => total.plus(quantity), new Big(0))
    .mod(10_000_000_000)
    .toFixed()

export const totals = (lines: number, quantities: readonly number[]): Segment =>
  segment('CTT', lines, hashTotal(quantities))

/** Compares CTT, where a document has one, with what was read. */
export function checkTotals(tail: Segments, lines: number, quantities: readonly number[]): void {
  const ctt = tail.find('CTT')
  if (ctt === undefined) return
  const [counted, hash] = [ctt.integer(1), ctt.decimal(2)]
  if (counted !== lines) ctt.refuse(1, elementCodes.invalid_code, `${lines}, the number of lines`)
  const sum = hashTotal(quantities)
  // Partners leave the decimal point of such a sum out, or keep it.
  const isWhole = quantities.every(Number.isInteger)
  if (hash !== null && isWhole && hash !== sum)
    ctt.refuse(2, elementCodes.invalid_code, `${sum}, the sum of the quantities`)
}

export const references = (pairs: readonly (readonly [qualifier: string, value: string | null])[]): Segment[] =>
  pairs.flatMap(([qualifier, value]) => optional(value, (text) => segment('REF', qualifier, text)))

export const dates = (pairs: readonly (readonly [qualifier: string, day: string | null])[]): Segment[] =>
  pairs.flatMap(([qualifier, day]) => optional(day, (text) => segment('DTM', qualifier, x12Day(text))))

/** Element 353 of answers and invoices: one that takes the place of another says so; an original leaves it out of its record. */
export const purposeOf = ({ purpose }: { purpose?: 'replacement' }): string => (purpose === undefined ? '00' : '05')

export const readPurpose = (code: string): { purpose?: 'replacement' } =>
  code === '05' ? { purpose: 'replacement' } : {}
