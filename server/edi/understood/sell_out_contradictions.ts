/** Values of a report of sell-out that are understood each, and contradict each other. Pure. */
import type { Segment } from '../x12/segments.ts'
import { at, type PlacedSegment } from './placed_lines.ts'
import { storeCodes } from './sell_out.ts'
import { type Problem, problem } from './walk.ts'

const isStore = (segment: Segment, codes: readonly string[]) =>
  segment[0] === 'N1' && codes.includes(at(segment, 1)) && at(segment, 4) !== ''

/** A store (N1) that quantities have beside the stores that split them (SDQ), named once for each N1. */
export function sellOutContradictions({ segments }: { segments: readonly Segment[] }): Problem[] {
  const problems: Problem[] = []
  let [isItem, store]: [boolean, PlacedSegment | null] = [false, null]
  const known = new Set<number>()
  let split: PlacedSegment | null = null
  const name = () => {
    if (store === null || split === null || known.has(store[1])) return
    known.add(store[1])
    const [segment, position] = split
    const why = `splits by stores what segment ${store[1]} says is of store ${at(store[0], 4)}; the stores of SDQ count`
    problems.push(problem(segment, position, null, why))
  }
  for (const [i, segment] of segments.entries()) {
    const placed: PlacedSegment = [segment, i + 2]
    if (segment[0] === 'LIN') [isItem, split] = [true, null]
    else if (isStore(segment, isItem ? [...storeCodes, 'BY'] : storeCodes)) store = placed
    else if (isItem && segment[0] === 'SDQ') split ??= placed
    else continue
    name()
  }
  return problems
}
