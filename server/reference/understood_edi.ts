/** The lists of what is understood of documents that arrive, as the docs site shows them. */
import type { SegmentRule } from '../edi/understood/segments.ts'
import { understoodSets } from '../edi/understood/walk.ts'

const nameOf = (segment: string, place: number | string) => `${segment}${String(place).padStart(2, '0')}`

/** An element with its codes; one that may be empty says so. */
function elementText(segment: string, place: string, codes: readonly string[] | null): string {
  const words = (codes ?? []).map((code) => (code === '' ? '(empty)' : code))
  return [nameOf(segment, place), ...words].join(' ')
}

function ruleData({ segment, areas, meaning, when = {}, read = {}, ignored = {}, pairs, is_ignored }: SegmentRule) {
  const elements = Object.entries({ ...when, ...read }).map(([place, codes]) => elementText(segment, place, codes))
  const numbered =
    pairs === undefined
      ? []
      : [`${nameOf(segment, pairs.from)} to ${nameOf(segment, pairs.to)} ${(pairs.qualifiers ?? []).join(' ')}`.trim()]
  const passed = Object.entries(ignored).map(([place, reason]) => ({ element: nameOf(segment, place), reason }))
  return {
    segment,
    areas,
    meaning: is_ignored ? '' : meaning,
    understood: [...elements, ...numbered],
    passed_over: is_ignored ? [{ element: segment, reason: meaning }] : passed,
  }
}

export const understoodEdiData = (): unknown =>
  understoodSets.map(({ document_type, rules }) => ({ document_type, rules: rules.map(ruleData) }))
