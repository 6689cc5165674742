/** Writes transaction sets as an interchange with one functional group, after checking them against the dictionary. */
import { type CharacterSet, freeText, strange } from './characters.ts'
import { elementsOf } from './dictionary.ts'
import { type EdiParty, groupCodes } from './envelope.ts'
import { refuseFaults, X12Error } from './faults.ts'
import { componentMark, type Delimiters, type Segment } from './segments.ts'
import { syntaxFaults } from './syntax.ts'

export const defaultDelimiters: Delimiters = { element: '*', component: '>', repetition: '^', segment: '~' }

const controlNumberMax = 999_999_999
const setsMax = 9999

export interface OutgoingSet {
  type: string
  segments: readonly Segment[]
}

export interface Outgoing {
  sender: EdiParty
  receiver: EdiParty
  /** GS02 and GS03, where they differ from the ids of the interchange. */
  group_sender?: string
  group_receiver?: string
  usage: 'T' | 'P'
  control_number: number
  /** Time of sending, ISO 8601; written in UTC. */
  now: string
  /** GS08: 004010, 004030 or 005010 and what the partner adds, e.g. 004010VICS. By default 005010. */
  version?: string
  delimiters?: Delimiters
  character_set?: CharacterSet
  acknowledgement_requested?: boolean
  /** Sets of one functional group; none if only interchanges are acknowledged. */
  transactions: readonly OutgoingSet[]
  /** TA1 segments. */
  acknowledgements?: readonly Segment[]
}

const isaParty = ({ qualifier, id }: EdiParty): [string, string] => {
  if (!/^[A-Z0-9]{2}$/.test(qualifier))
    throw new X12Error(`"${qualifier}" is not a qualifier of an interchange id; use two capital letters or digits.`)
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,13}[\x21-\x7e])?$/.test(id) || freeText(id, 15) !== id)
    throw new X12Error(`"${id}" is not an interchange id; use 1 to 15 plain ASCII characters.`)
  return [qualifier, id.padEnd(15)]
}

interface Notation {
  delimiters: Delimiters
  /** The first character of a text that no element may have. */
  unfit: (text: string) => string | null
  character_set: CharacterSet
  version: string
}

function checkDelimiters({ element, component, repetition, segment }: Delimiters): void {
  const characters = [element, component, segment, ...(repetition === null ? [] : [repetition])]
  if (
    characters.some((one) => one.length !== 1 || /[A-Za-z0-9 ]/.test(one)) ||
    new Set(characters).size < characters.length
  )
    throw new X12Error('The delimiters must be different single characters other than letters, digits and spaces.')
}

function unfitFor({ element, component, repetition, segment }: Delimiters, set: CharacterSet) {
  const apart = [element, component, segment, repetition ?? element]
  return (value: string) => {
    const text = value.replaceAll(componentMark, '')
    return apart.find((one) => text.includes(one)) ?? strange(text, set)
  }
}

/** An element in the characters of the interchange: descriptions give way, whatever identifies is refused. */
function fitElement(text: string, tag: string, place: number, notation: Notation): string {
  const { character_set, unfit, version } = notation
  const describes = elementsOf(tag, version)?.[place - 1]?.type === 'TX'
  const casedText = character_set === 'basic' && describes ? text.toUpperCase() : text
  const wrong = unfit(casedText)
  if (wrong === null) return casedText
  const where = `${tag}${String(place).padStart(2, '0')}`
  if (!describes)
    throw new X12Error(`${where} "${text}" contains "${wrong}", which X12 cannot represent in this interchange.`)
  const fitted = Array.from(casedText, (letter) => (unfit(letter) === null ? letter : ' ')).join('')
  return fitted.replaceAll(/ +/g, ' ').trim()
}

/** Empty elements at the end of a segment are not written. */
function fitSegment(segment: Segment, notation: Notation): Segment {
  const [tag = ''] = segment
  const fitted = segment.map((text, i) => (i === 0 || text === '' ? text : fitElement(text, tag, i, notation)))
  return fitted.slice(0, fitted.findLastIndex((text) => text !== '') + 1)
}

function join(segment: Segment, { delimiters }: Notation): string {
  const { element, component, segment: terminator } = delimiters
  const elements = segment.map((text) => text.split(componentMark).join(component))
  return elements.join(element) + terminator
}

const writeSegment = (segment: Segment, notation: Notation): string => join(fitSegment(segment, notation), notation)

/** What is left after unfit characters went must still satisfy the standard. */
function writeSet({ type, segments }: OutgoingSet, place: number, notation: Notation): string {
  const number = String(place).padStart(4, '0')
  const fitted = segments.map((segment) => fitSegment(segment, notation))
  const faults = syntaxFaults(fitted, notation.version)
  if (faults.length > 0) refuseFaults(faults)
  const count = String(segments.length + 2)
  return [['ST', type, number], ...fitted, ['SE', count, number]].map((segment) => join(segment, notation)).join('')
}

/** The functional group, and how many there are: none without transaction sets. */
function writeGroup(outgoing: Outgoing, notation: Notation, day: string, time: string): [text: string, count: string] {
  const { transactions, control_number, sender, receiver, group_sender, group_receiver } = outgoing
  if (transactions.length === 0) return ['', '0']
  if (transactions.length > setsMax) throw new X12Error(`An interchange takes at most ${setsMax} transaction sets.`)
  const codes = new Set(transactions.map(({ type }) => groupCodes[type]))
  const [code] = codes
  if (codes.size !== 1 || code === undefined)
    throw new X12Error('The transaction sets of an interchange must be of one known functional group.')
  const ids = [group_sender ?? sender.id, group_receiver ?? receiver.id]
  const wrong = ids.find((id) => id.length < 2 || id.length > 15 || strange(id, 'extended') !== null)
  if (wrong !== undefined)
    throw new X12Error(`"${wrong}" is not the id of a group; use 2 to 15 plain ASCII characters.`)
  const number = String(control_number)
  const head = writeSegment(['GS', code, ...ids, day, time, number, 'X', notation.version], notation)
  const sets = transactions.map((one, i) => writeSet(one, i + 1, notation))
  return [head + sets.join('') + writeSegment(['GE', String(sets.length), number], notation), '1']
}

export function writeInterchange(outgoing: Outgoing): string {
  const { sender, receiver, usage, control_number, now, version = '005010', character_set = 'extended' } = outgoing
  if (!Number.isInteger(control_number) || control_number < 1 || control_number > controlNumberMax)
    throw new X12Error(`${control_number} is not a control number; use a whole number of 1 to 9 digits.`)
  if (!/^00(4010|4030|5010)[A-Z0-9]{0,6}$/.test(version))
    throw new X12Error(
      `"${version}" is not a version that is written; use 004010, 004030 or 005010, and the partner's suffix.`,
    )
  const hasRepetition = version.slice(0, 6) >= '004020'
  const outgoingDelimiters = outgoing.delimiters ?? defaultDelimiters
  const delimiters = {
    ...outgoingDelimiters,
    repetition: hasRepetition ? (outgoingDelimiters.repetition ?? defaultDelimiters.repetition) : null,
  }
  checkDelimiters(delimiters)
  const notation = { delimiters, character_set, version, unfit: unfitFor(delimiters, character_set) }
  const instant = new Date(now).toISOString()
  const day = instant.slice(0, 10).replaceAll('-', '')
  const time = instant.slice(11, 16).replace(':', '')
  const { element, component, segment, repetition } = delimiters
  const number = String(control_number).padStart(9, '0')
  const unused = ['00', ' '.repeat(10), '00', ' '.repeat(10)]
  const when = [day.slice(2), time, repetition ?? 'U', version.slice(0, 5), number]
  const requested = outgoing.acknowledgement_requested === true ? '1' : '0'
  const isa = ['ISA', ...unused, ...isaParty(sender), ...isaParty(receiver), ...when, requested, usage, component]
  if (
    isa
      .slice(0, -1)
      .some(
        (text) =>
          [element, segment, component].some((one) => text.includes(one)) ||
          (repetition !== null && text !== repetition && text.includes(repetition)),
      )
  )
    throw new X12Error('The ids of the interchange contain one of its delimiters.')
  const answers = (outgoing.acknowledgements ?? []).map((one) => writeSegment(one, notation)).join('')
  const [group, count] = writeGroup(outgoing, notation, day, time)
  return isa.join(element) + segment + answers + group + writeSegment(['IEA', count, number], notation)
}
