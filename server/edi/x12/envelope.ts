/** The X12 envelope: an interchange holds functional groups, a group holds transaction sets; each is counted and numbered. */
import {
  type Delimiters,
  readSegments,
  type Segment,
  defaultDelimiters,
  freeText,
  writeSegment,
  X12Error,
} from './segments.ts'

export interface EdiParty {
  /** E.g. 01 for a D-U-N-S number, 12 for a telephone number, ZZ for mutually defined. */
  qualifier: string
  id: string
}

export interface Transaction {
  /** E.g. 850. */
  type: string
  control_number: string
  /** Without ST and SE. */
  segments: Segment[]
}

export interface FunctionalGroup {
  /** E.g. PO for purchase orders. */
  code: string
  sender: string
  receiver: string
  control_number: string
  version: string
  transactions: Transaction[]
}

export interface Interchange {
  sender: EdiParty
  receiver: EdiParty
  /** As sent: YYMMDD and HHMM. */
  date: string
  time: string
  version: string
  control_number: number
  /** T: test, P: production. */
  usage: string
  delimiters: Delimiters
  groups: FunctionalGroup[]
}

const controlNumberMax = 999_999_999
const version = '005010'

export interface Outgoing {
  sender: EdiParty
  receiver: EdiParty
  usage: 'T' | 'P'
  control_number: number
  /** Time of sending, ISO 8601; written in UTC. */
  now: string
  /** Of the group, e.g. PO. */
  code: string
  transaction: { type: string; segments: readonly Segment[] }
}

const isaParty = ({ qualifier, id }: EdiParty): [string, string] => {
  if (!/^[A-Z0-9]{2}$/.test(qualifier))
    throw new X12Error(`"${qualifier}" is not a qualifier of an interchange id; use two capital letters or digits.`)
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,13}[\x21-\x7e])?$/.test(id) || freeText(id, 15) !== id)
    throw new X12Error(`"${id}" is not an interchange id; use 1 to 15 plain ASCII characters.`)
  return [qualifier, id.padEnd(15)]
}

/** One transaction set in its own interchange. */
export function writeInterchange({
  sender,
  receiver,
  usage,
  control_number,
  now,
  code,
  transaction,
}: Outgoing): string {
  if (!Number.isInteger(control_number) || control_number < 1 || control_number > controlNumberMax)
    throw new X12Error(`${control_number} is not a control number; use a whole number of 1 to 9 digits.`)
  const instant = new Date(now).toISOString()
  const day = instant.slice(0, 10).replaceAll('-', '')
  const time = instant.slice(11, 16).replace(':', '')
  const number = String(control_number)
  const setNumber = '0001'
  const { element, component, repetition } = defaultDelimiters
  const [from, to] = [isaParty(sender), isaParty(receiver)]
  const unused = ['00', ' '.repeat(10), '00', ' '.repeat(10)]
  const when = [day.slice(2), time, repetition!, version.slice(0, 5), number.padStart(9, '0')]
  const isa = ['ISA', ...unused, ...from, ...to, ...when, '0', usage, component]
  const segments: Segment[] = [
    ['GS', code, sender.id, receiver.id, day, time, number, 'X', version],
    ['ST', transaction.type, setNumber],
    ...transaction.segments,
    ['SE', String(transaction.segments.length + 2), setNumber],
    ['GE', '1', number],
    ['IEA', '1', number.padStart(9, '0')],
  ]
  // ISA has a fixed length, so it keeps its padding and empty elements.
  const head = isa.join(element) + defaultDelimiters.segment
  return head + segments.map((segment) => writeSegment(segment, defaultDelimiters)).join('')
}

const at = (segment: Segment, place: number) => segment[place] ?? ''

class Reader {
  #next = 0
  constructor(readonly segments: readonly Segment[]) {}

  get here(): string {
    return at(this.segments[this.#next] ?? [], 0)
  }

  take(tag: string, within: string): Segment {
    const segment = this.segments[this.#next]
    if (segment === undefined || segment[0] !== tag)
      throw new X12Error(
        `Segment ${this.#next + 1} of ${within} is ${at(segment ?? [], 0) || 'missing'}; expected ${tag}.`,
      )
    this.#next++
    return segment
  }

  skip(): Segment {
    return this.segments[this.#next++]!
  }
}

/** Compares the trailer's count and control number with what was read. */
function checkTrailer(trailer: Segment, count: number, control: string, what: string): void {
  const [tag, counted, repeated] = [at(trailer, 0), at(trailer, 1), at(trailer, 2)]
  if (!/^\d+$/.test(counted) || Number(counted) !== count)
    throw new X12Error(`${tag} counts ${counted || 'nothing'} where ${what} has ${count}.`)
  if (repeated.trim() !== control.trim())
    throw new X12Error(`${tag} repeats the control number ${repeated || '(none)'}; ${what} has ${control}.`)
}

function readTransaction(reader: Reader, within: string): Transaction {
  const st = reader.take('ST', within)
  const segments: Segment[] = []
  while (!['SE', 'GE', 'IEA', 'ST', ''].includes(reader.here)) segments.push(reader.skip())
  const control_number = at(st, 2)
  checkTrailer(reader.take('SE', within), segments.length + 2, control_number, `the ${at(st, 1)} transaction set`)
  return { type: at(st, 1), control_number, segments }
}

function readGroup(reader: Reader, within: string): FunctionalGroup {
  const gs = reader.take('GS', within)
  const transactions: Transaction[] = []
  while (reader.here === 'ST') transactions.push(readTransaction(reader, within))
  checkTrailer(reader.take('GE', within), transactions.length, at(gs, 6), 'the functional group')
  return {
    code: at(gs, 1),
    sender: at(gs, 2),
    receiver: at(gs, 3),
    control_number: at(gs, 6),
    version: at(gs, 8),
    transactions,
  }
}

/** All interchanges of a file. If a count or control number disagrees, the file is rejected with the position. */
export const readInterchanges = (text: string): Interchange[] =>
  readSegments(text).map(({ delimiters, segments }) => {
    const isa = segments[0]!
    const control = at(isa, 13)
    if (!/^\d{9}$/.test(control)) throw new X12Error(`ISA has the control number "${control}"; it must have 9 digits.`)
    const within = `interchange ${control}`
    const reader = new Reader(segments)
    reader.take('ISA', within)
    const groups: FunctionalGroup[] = []
    while (reader.here === 'GS') groups.push(readGroup(reader, within))
    checkTrailer(reader.take('IEA', within), groups.length, control, 'the interchange')
    return {
      sender: { qualifier: at(isa, 5), id: at(isa, 6).trimEnd() },
      receiver: { qualifier: at(isa, 7), id: at(isa, 8).trimEnd() },
      date: at(isa, 9),
      time: at(isa, 10),
      version: at(isa, 12),
      control_number: Number(control),
      usage: at(isa, 15),
      delimiters,
      groups,
    }
  })
