/** What an account requires in a document beyond the standard, and what of it a written document lacks. Pure. */
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'

/** Parts of a document: of a shipping notice its levels (HL), of the others what stands outside its lines, and each line. */
export const requirementLevels = ['header', 'line', 'shipment', 'order', 'pallet', 'carton', 'item'] as const
export type RequirementLevel = (typeof requirementLevels)[number]

/** So many an account can state. */
export const requirementsMax = 200

export const requirementTypes = ['810', '846', '855', '856', '865'] as const
export type RequirementType = (typeof requirementTypes)[number]

export interface Requirement {
  document_type: RequirementType
  level: RequirementLevel
  /** E.g. REF. */
  segment: string
  /** Code of its first element, or of one of its pairs of item numbers; null for any. */
  qualifier: string | null
  /** An element that must not be empty; null for none. */
  element: number | null
}

const noticeLevels: Record<string, RequirementLevel> = {
  S: 'shipment',
  O: 'order',
  T: 'pallet',
  P: 'carton',
  I: 'item',
}
/** The segment that begins a line. */
const lineStarts: Record<string, string> = { '810': 'IT1', '846': 'LIN', '855': 'PO1', '865': 'POC' }
/** Segments that end the lines. */
const ends = new Set(['TDS', 'CTT'])
/** Where the pairs of item numbers begin. */
const pairsFrom: Record<string, number> = { IT1: 6, PO1: 6, POC: 8, LIN: 2 }

interface Part {
  level: RequirementLevel
  /** E.g. `line 2`. */
  name: string
  segments: Segment[]
}

function partsOf({ type, segments }: OutgoingSet): Part[] {
  const header: Part = { level: 'header', name: 'the header', segments: [] }
  const parts = [header]
  const counts = new Map<RequirementLevel, number>()
  let part = header
  for (const segment of segments) {
    const [tag = ''] = segment
    const level = type === '856' && tag === 'HL' ? noticeLevels[segment[3] ?? ''] : undefined
    const begins = level ?? (tag === lineStarts[type] ? 'line' : undefined)
    if (begins !== undefined) {
      const number = (counts.get(begins) ?? 0) + 1
      counts.set(begins, number)
      part = { level: begins, name: begins === 'shipment' ? 'the shipment' : `${begins} ${number}`, segments: [] }
      parts.push(part)
    } else if (ends.has(tag)) part = header
    part.segments.push(segment)
  }
  return parts
}

function fits(segment: Segment, { segment: tag, qualifier, element }: Requirement): boolean {
  if (segment[0] !== tag) return false
  const from = pairsFrom[tag]
  const isPaired = segment.some(
    (text, i) => from !== undefined && i >= from && (i - from) % 2 === 0 && text === qualifier,
  )
  const isQualified = qualifier === null || (from === undefined ? segment[1] === qualifier : isPaired)
  return isQualified && (element === null || (segment[element] ?? '') !== '')
}

/** `REF with BM`, `TD5 with a value in TD503`. */
function wordsOf({ segment, qualifier, element }: Requirement): string {
  const place = element === null ? '' : `a value in ${segment}${String(element).padStart(2, '0')}`
  const parts = [...(qualifier === null ? [] : [qualifier]), ...(place === '' ? [] : [place])]
  return parts.length === 0 ? segment : `${segment} with ${parts.join(' and ')}`
}

const shownMax = 3

/** Each requirement that the document does not meet, as a sentence. A level that the document does not have lacks nothing. */
export function unmetRequirements(set: OutgoingSet, requirements: readonly Requirement[]): string[] {
  const parts = partsOf(set)
  return requirements
    .filter(({ document_type }) => document_type === set.type)
    .flatMap((one) => {
      const bare = parts.filter(
        ({ level, segments }) => level === one.level && !segments.some((segment) => fits(segment, one)),
      )
      if (bare.length === 0) return []
      const names = bare.slice(0, shownMax).map(({ name }) => name)
      const more = bare.length > shownMax ? ` and ${bare.length - shownMax} more` : ''
      return [`The account requires ${wordsOf(one)} in ${names.join(', ')}${more}.`]
    })
}
