/** Values that are understood each, and contradict each other. Pure. */
import { componentMark, type Segment } from '../x12/segments.ts'
import { type Problem, problem } from './walk.ts'

type Placed = readonly [segment: Segment, position: number]

const at = (segment: Segment, place: number): string => (segment[place] ?? '').trim()

/** Where the unit of a line stands, by the segment that begins one. */
const unitPlaces: Readonly<Record<string, number>> = { PO1: 3, POC: 5 }
/** Where further segments of the line repeat its unit. */
const repeatedUnits: Readonly<Record<string, number>> = { SDQ: 1, SCH: 2 }

/** The segments of each line, its first one included. */
function linesOf(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = []
  for (const one of placed) {
    const tag = one[0][0] ?? ''
    if (tag === 'CTT') break
    if (tag in unitPlaces) lines.push([one])
    else lines.at(-1)?.push(one)
  }
  return lines
}

function lineContradictions(line: readonly Placed[]): Problem[] {
  const [first] = line[0]!
  const unit = at(first, unitPlaces[first[0]!]!).split(componentMark)[0] || 'EA'
  const isSplit = line.some(([segment]) => segment[0] === 'SDQ')
  return line.flatMap(([segment, position]) => {
    const tag = segment[0] ?? ''
    const place = repeatedUnits[tag]
    if (place !== undefined && at(segment, place) !== unit)
      return [problem(segment, position, place, `is not the unit of its line, ${unit}`)]
    const isPlace = tag === 'N1' && at(segment, 1) === 'ST'
    return isPlace && isSplit
      ? [problem(segment, position, null, 'names a place beside the stores that SDQ splits the line by')]
      : []
  })
}

const hasNoAmount = (segment: Segment) =>
  segment[0] === 'SAC' && ['A', 'C'].includes(at(segment, 1)) && at(segment, 5) === '' && at(segment, 7) === ''

/** Of an 850 or an 860, without ST and SE. */
export function contradictionsOf({ segments }: { segments: readonly Segment[] }): Problem[] {
  const placed = segments.map((segment, i): Placed => [segment, i + 2])
  const amounts = placed
    .filter(([segment]) => hasNoAmount(segment))
    .map(([segment, position]) => problem(segment, position, null, 'states neither an amount nor a percentage'))
  return [...amounts, ...linesOf(placed).flatMap(lineContradictions)]
}
