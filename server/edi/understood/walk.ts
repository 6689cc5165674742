/** Walks the segments of a document and reports everything that its list does not have. Pure. */
import { componentMark, type Segment } from '../x12/segments.ts'
import { understood850, understood860 } from './orders.ts'
import { understood820 } from './remittances.ts'
import type { Area, SegmentRule, UnderstoodSet } from './segments.ts'
import { understood852 } from './sell_out.ts'

/** Something in a document that is not understood. */
export interface Problem {
  segment: string
  /** Number of the segment in its transaction set; ST is segment 1. */
  position: number
  /** From 1; null where the segment as a whole is meant. */
  element: number | null
  value: string
  sentence: string
  /** Segments of the document that say the same. */
  count: number
}

export const understoodSets: readonly UnderstoodSet[] = [understood850, understood860, understood852, understood820]

const valueLengthMax = 80
const shown = (text: string) => text.replaceAll(componentMark, ':').replaceAll('\u0000', '').slice(0, valueLengthMax)
const at = (segment: Segment, place: number): string => (segment[place] ?? '').trim()

export function problem(segment: Segment, position: number, element: number | null, why: string): Problem {
  const tag = shown(segment[0] ?? '')
  const value = shown(element === null ? segment.join('*') : at(segment, element))
  const place = element === null ? '' : String(element).padStart(2, '0')
  const sentence = `${tag}${place} "${value}" in segment ${position} ${why}`
  return { segment: tag, position, element, value, sentence, count: 1 }
}

const unknown = 'is not understood'

const accepts = (codes: readonly string[] | null, text: string) => (codes === null ? text !== '' : codes.includes(text))

/** The element that keeps a rule from being chosen; null if it is. */
function unmet({ when = {} }: SegmentRule, segment: Segment): number | null {
  const [place] = Object.entries(when).find(([one, codes]) => !accepts(codes, at(segment, Number(one)))) ?? []
  return place === undefined ? null : Number(place)
}

/** Whether an element is understood, or may be passed over. */
function isUnderstood({ when = {}, read = {}, ignored = {}, pairs }: SegmentRule, segment: Segment, place: number) {
  const text = at(segment, place)
  if (text === '' || place in when || place in ignored) return true
  if (place in read) return read[place] === null || accepts(read[place]!, text)
  if (pairs === undefined || place < pairs.from || place > pairs.to) return false
  const isQualifier = (place - pairs.from) % 2 === 0
  return !isQualifier || pairs.qualifiers === null || accepts(pairs.qualifiers, text)
}

function elementProblems(rule: SegmentRule, segment: Segment, position: number): Problem[] {
  if (rule.is_ignored) return []
  return segment.flatMap((_, place) =>
    place === 0 || isUnderstood(rule, segment, place) ? [] : [problem(segment, position, place, unknown)],
  )
}

/** Nothing is left of a segment whose elements are all empty. */
const isEmpty = (segment: Segment) => segment.slice(1).every((text) => text.trim() === '')

/** Walks one set; each place counts what it has seen, so that a second value for one thing is a contradiction. */
class Walk {
  readonly problems: Problem[] = []
  readonly #set: UnderstoodSet
  #area: Area = 'header'
  #seen = new Map<string, string>()

  constructor(set: UnderstoodSet) {
    this.#set = set
  }

  #enter(tag: string): void {
    if (tag === 'CTT') this.#area = 'end'
    else if (this.#area === 'end') return
    else if (tag === this.#set.line) {
      this.#area = 'line'
      this.#seen = new Map()
    } else if (tag === 'SLN' && this.#area === 'line') this.#area = 'component'
  }

  take(segment: Segment, position: number): void {
    const tag = segment[0] ?? ''
    this.#enter(tag)
    if (isEmpty(segment)) return
    const candidates = this.#set.rules.filter((one) => one.segment === tag && one.areas.includes(this.#area))
    const rule = candidates.find((one) => unmet(one, segment) === null)
    if (rule !== undefined) {
      this.problems.push(...elementProblems(rule, segment, position))
      if (!rule.repeats && !rule.is_ignored) this.#once(rule, segment, position)
      return
    }
    const place = candidates.map((one) => unmet(one, segment)!).find((one) => at(segment, one) !== '') ?? null
    this.problems.push(problem(segment, position, place, unknown))
  }

  #once({ segment: tag, when = {} }: SegmentRule, segment: Segment, position: number): void {
    const codes = Object.entries(when).flatMap(([place, all]) => (all === null ? [] : [at(segment, Number(place))]))
    const key = [tag, ...codes].join('*')
    const [before, text] = [this.#seen.get(key), segment.join('*')]
    this.#seen.set(key, before ?? text)
    if (before !== undefined && before !== text)
      this.problems.push(problem(segment, position, null, 'differs from an earlier one of the same kind'))
  }
}

/** Problems of a set without ST and SE; none for a document type that has no list. */
export function problemsOf({ type, segments }: { type: string; segments: readonly Segment[] }): Problem[] {
  const set = understoodSets.find(({ document_type }) => document_type === type)
  if (set === undefined) return []
  const walk = new Walk(set)
  for (const [i, segment] of segments.entries()) walk.take(segment, i + 2)
  return walk.problems
}
