/** Reads the envelope in layers: a broken set spoils neither its group nor its interchange. */
import { elementsOf } from './dictionary.ts'
import { X12Error } from './faults.ts'
import { isKnownVersion } from './envelope.ts'
import type { FunctionalGroup, Interchange, InterchangeFault, ReadEnvelope, ReadTransaction } from './envelope.ts'
import { componentMark, type Delimiters, type ReadSegments, readSegments, type Segment } from './segments.ts'

const at = (segment: Segment | undefined, place: number): string => segment?.[place] ?? ''

/** Codes of element 718 for the envelope of a set. */
const setCodes = { no_trailer: '2', number_differs: '3', count_differs: '4', no_type: '6', no_number: '7' } as const
/** Codes of element 716 for the envelope of a group. */
const groupFaultCodes = { unknown_version: '2', no_trailer: '3', number_differs: '4', count_differs: '5' } as const
/** Acknowledgements, which are alike in all versions. */
const ofAcknowledgements = 'FA'

const isCount = (text: string, count: number) => /^\d+$/.test(text) && Number(text) === count

/** Composite elements get our own mark between components, so that no reader needs the delimiters. */
function withMarks(segment: Segment, { component }: Delimiters, version: string): Segment {
  const elements = elementsOf(at(segment, 0), version)
  if (!elements?.some(({ type }) => type === 'C')) return segment
  return segment.map((text, i) => (elements[i - 1]?.type === 'C' ? text.split(component).join(componentMark) : text))
}

const addOnce = (codes: string[], code: string) => {
  if (!codes.includes(code)) codes.push(code)
}

/** Collects groups and sets as their headers and trailers come by. */
class Assembly {
  readonly groups: FunctionalGroup[] = []
  readonly acknowledgements: Segment[] = []
  /** The first segment that stands where none may, with its number in the interchange. */
  stray: { tag: string; position: number } | null = null
  #group: FunctionalGroup | null = null
  #set: ReadTransaction | null = null
  readonly #delimiters: Delimiters

  constructor(delimiters: Delimiters) {
    this.#delimiters = delimiters
  }

  take(segment: Segment, position: number): void {
    const tag = at(segment, 0)
    if (tag === 'GS') this.#openGroup(segment)
    else if (tag === 'GE') this.#closeGroup(segment, position)
    else if (tag === 'TA1' && this.#group === null) this.acknowledgements.push(segment)
    else if (this.#group === null) this.stray ??= { tag, position }
    else if (tag === 'ST') this.#openSet(segment, position)
    else if (this.#set === null) addOnce(this.#group.codes, groupFaultCodes.count_differs)
    else if (tag === 'SE') this.#closeSet(segment)
    else this.#set.segments.push(withMarks(segment, this.#delimiters, this.#group.version))
  }

  /** Closes what has no trailer. */
  end(): void {
    this.#set?.codes.push(setCodes.no_trailer)
    this.#group?.codes.push(groupFaultCodes.no_trailer)
    this.#set = null
    this.#group = null
  }

  #openGroup(gs: Segment): void {
    this.end()
    const [code, sender, receiver] = [at(gs, 1), at(gs, 2), at(gs, 3)]
    const known = { control_number: at(gs, 6), version: at(gs, 8).trim() }
    const isKnown = code === ofAcknowledgements || isKnownVersion(known.version)
    const codes = isKnown ? [] : [groupFaultCodes.unknown_version]
    this.#group = { code, sender, receiver, ...known, sets_included: 0, codes, transactions: [] }
    this.groups.push(this.#group)
  }

  #closeGroup(ge: Segment, position: number): void {
    const group = this.#group
    if (group === null) {
      this.stray ??= { tag: 'GE', position }
      return
    }
    this.#set?.codes.push(setCodes.no_trailer)
    group.sets_included = /^\d{1,6}$/.test(at(ge, 1)) ? Number(at(ge, 1)) : 0
    if (!isCount(at(ge, 1), group.transactions.length)) group.codes.push(groupFaultCodes.count_differs)
    if (at(ge, 2).trim() !== group.control_number.trim()) group.codes.push(groupFaultCodes.number_differs)
    group.codes = [...new Set(group.codes)]
    this.#set = null
    this.#group = null
  }

  #openSet(st: Segment, position: number): void {
    this.#set?.codes.push(setCodes.no_trailer)
    const { version } = this.#group!
    this.#set = { type: at(st, 1), control_number: at(st, 2), version, segments: [], position, codes: [] }
    if (!/^\d{3}$/.test(this.#set.type)) this.#set.codes.push(setCodes.no_type)
    if (!/^[\x21-\x7e]{1,9}$/.test(this.#set.control_number)) this.#set.codes.push(setCodes.no_number)
    this.#group!.transactions.push(this.#set)
  }

  #closeSet(se: Segment): void {
    const set = this.#set!
    if (!isCount(at(se, 1), set.segments.length + 2)) set.codes.push(setCodes.count_differs)
    if (at(se, 2).trim() !== set.control_number.trim()) set.codes.push(setCodes.number_differs)
    this.#set = null
  }
}

const fault = (note_code: string, words: string, accepted = false): InterchangeFault => ({
  note_code,
  accepted,
  sentence: words,
})

/** The fault of the header, the gravest first. */
function headerFault(isa: Segment, { repetition }: Delimiters): InterchangeFault | null {
  const [version, control, usage] = [at(isa, 12), at(isa, 13), at(isa, 15)]
  if (!/^\d{9}$/.test(control)) return fault('018', `ISA has the control number "${control}"; it must have 9 digits.`)
  if (!/^00[2-8]\d\d$/.test(version))
    return fault('017', `ISA12 is "${version}"; expected a version such as 00401 or 00501.`)
  if (!/^[A-Z0-9]{2}$/.test(at(isa, 5))) return fault('005', `ISA05 is "${at(isa, 5)}"; expected a qualifier.`)
  if (at(isa, 6).trim() === '') return fault('006', 'ISA06, the sender, is empty.')
  if (!/^[A-Z0-9]{2}$/.test(at(isa, 7))) return fault('007', `ISA07 is "${at(isa, 7)}"; expected a qualifier.`)
  if (at(isa, 8).trim() === '') return fault('008', 'ISA08, the receiver, is empty.')
  if (!/^[01]$/.test(at(isa, 14))) return fault('019', `ISA14 is "${at(isa, 14)}"; expected 0 or 1.`)
  if (!/^[TPI]$/.test(usage)) return fault('020', `ISA15 is "${usage}"; expected T or P.`)
  if (!/^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(at(isa, 9)))
    return fault('014', `ISA09 is "${at(isa, 9)}"; expected a date as YYMMDD.`, true)
  if (!/^([01]\d|2[0-3])[0-5]\d$/.test(at(isa, 10)))
    return fault('015', `ISA10 is "${at(isa, 10)}"; expected a time as HHMM.`, true)
  if (version >= '00402' && repetition === null)
    return fault('016', `ISA11 is "${at(isa, 11)}"; expected the repetition separator.`, true)
  return null
}

/** The fault of the trailer and of what stands between. */
function bodyFault(isa: Segment, iea: Segment | null, { groups, stray }: Assembly): InterchangeFault | null {
  if (iea === null) return fault('023', 'The file ends before the interchange does; IEA is missing.')
  if (stray !== null)
    return fault(
      '022',
      `Segment ${stray.position} of interchange ${at(isa, 13)} is ${stray.tag || 'empty'}; expected GS or IEA.`,
    )
  if (!isCount(at(iea, 1), groups.length))
    return fault('021', `IEA counts ${at(iea, 1) || 'nothing'} where the interchange has ${groups.length}.`)
  if (at(iea, 2).trim() !== at(isa, 13).trim())
    return fault('001', `IEA repeats the control number ${at(iea, 2) || '(none)'}; the interchange has ${at(isa, 13)}.`)
  const unnumbered = groups.find(
    ({ code, control_number }) => !/^[A-Z]{2}$/.test(code) || !/^\d{1,9}$/.test(control_number),
  )
  if (unnumbered === undefined) return null
  const { code, control_number } = unnumbered
  const stated = `GS has the code "${code}" and the control number "${control_number}"`
  return fault('024', `${stated}; expected two capital letters and 1 to 9 digits.`)
}

function readInterchange({ delimiters, segments }: ReadSegments): Interchange {
  const [isa, ...rest] = segments
  const last = rest.at(-1)
  const iea = last?.[0] === 'IEA' ? last : null
  const assembly = new Assembly(delimiters)
  for (const [i, segment] of rest.entries()) if (segment !== iea) assembly.take(segment, i + 2)
  assembly.end()
  const header = headerFault(isa!, delimiters)
  const body = bodyFault(isa!, iea, assembly)
  return {
    sender: { qualifier: at(isa, 5), id: at(isa, 6).trimEnd() },
    receiver: { qualifier: at(isa, 7), id: at(isa, 8).trimEnd() },
    date: at(isa, 9),
    time: at(isa, 10),
    version: at(isa, 12),
    control_number: /^\d{9}$/.test(at(isa, 13)) ? Number(at(isa, 13)) : 0,
    acknowledgement_requested: at(isa, 14) === '1',
    usage: at(isa, 15),
    delimiters,
    acknowledgements: assembly.acknowledgements,
    fault: header !== null && !header.accepted ? header : (body ?? header),
    groups: assembly.groups,
  }
}

/** All interchanges of a file, each with what is wrong with it. */
export function readEnvelope(text: string): ReadEnvelope {
  const { interchanges, unread } = readSegments(text)
  return { interchanges: interchanges.map(readInterchange), unread }
}

const groupWords: Record<string, string> = {
  [groupFaultCodes.unknown_version]: 'has a version (GS08) that is not known',
  [groupFaultCodes.no_trailer]: 'has no GE',
  [groupFaultCodes.number_differs]: 'has another control number in its GE',
  [groupFaultCodes.count_differs]: 'holds another number of transaction sets than its GE counts',
}
const setWords: Record<string, string> = {
  [setCodes.no_trailer]: 'has no SE',
  [setCodes.number_differs]: 'has another control number in its SE',
  [setCodes.count_differs]: 'holds another number of segments than its SE counts',
  [setCodes.no_type]: 'has a type other than three digits',
  [setCodes.no_number]: 'has no control number of at most nine characters',
}

/** Why a group or one of its sets is not as its trailers say; null if all is well. */
function groupFault({ code, control_number, codes, transactions }: FunctionalGroup): X12Error | null {
  const set = transactions.find((one) => one.codes.length > 0)
  if (set !== undefined)
    return new X12Error(`The ${set.type} transaction set ${set.control_number} ${setWords[set.codes[0]!]}.`)
  if (codes.length === 0) return null
  return new X12Error(`The functional group ${code} ${control_number} ${groupWords[codes[0]!]}.`)
}

/** All interchanges of a file; throws the first fault of their envelopes. */
export function readInterchanges(text: string): Interchange[] {
  const { interchanges, unread } = readEnvelope(text)
  for (const { fault: interchangeFault, groups } of interchanges) {
    const inner = groups.map(groupFault).find((one) => one !== null)
    if (interchangeFault?.note_code === '023') throw inner ?? new X12Error(interchangeFault.sentence)
    if (inner !== undefined) throw inner
    if (interchangeFault !== null) throw new X12Error(interchangeFault.sentence)
  }
  if (unread !== null) throw unread
  return interchanges
}
