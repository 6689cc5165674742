/** Values that are understood each, and contradict each other. Pure. */
import type { Segment } from '../x12/segments.ts'
import { amountProblems } from './amounts.ts'
import { dayProblems } from './days.ts'
import { at, numberAt, type PlacedLine, placedOrder, type PlacedOrder, type PlacedSegment } from './placed_lines.ts'
import { type Problem, problem } from './walk.ts'

/** Where further segments of the line repeat its unit. */
const repeatedUnits: Readonly<Record<string, number>> = { SDQ: 1, SCH: 2 }

function lineContradictions({ segments, unit }: PlacedLine): Problem[] {
  const isSplit = segments.some(([segment]) => segment[0] === 'SDQ')
  return segments.flatMap(([segment, position]) => {
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

/** Element 670: changes of the price. */
const priceChanges = ['PC', 'PQ']

/** A change of a price that states none leaves the price as it was. */
function pricelessChange({ first: [segment, position] }: PlacedLine): Problem[] {
  const isPriceless = segment[0] === 'POC' && priceChanges.includes(at(segment, 2)) && at(segment, 6) === ''
  return isPriceless ? [problem(segment, position, 2, 'changes a price, and no price (06) is stated')] : []
}

/** Changes and answers name a line by its number, which then must be that of one line. */
function repeatedNumbers(lines: readonly PlacedLine[]): Problem[] {
  return lines.flatMap(({ first: [segment, position], reference }, i) => {
    const before = reference === '' ? undefined : lines.slice(0, i).find((one) => one.reference === reference)
    return segment[0] !== 'PO1' || before === undefined
      ? []
      : [problem(segment, position, 1, `is the number of the line in segment ${before.first[1]}, too`)]
  })
}

/** A store that a line names twice may be another one, or the same quantity twice. */
function repeatedStores({ segments }: PlacedLine): Problem[] {
  const seen = new Set<string>()
  return segments.flatMap(([segment, position]) =>
    segment.flatMap((_, place) => {
      const isStore = segment[0] === 'SDQ' && place >= 3 && place <= 21 && place % 2 === 1
      const store = isStore ? at(segment, place).toLowerCase() : ''
      if (store === '') return []
      if (seen.has(store)) return [problem(segment, position, place, 'is a store that the line has already')]
      seen.add(store)
      return []
    }),
  )
}

/** Freight is collected or prepaid, and not both. */
function freightProblems({ header }: PlacedOrder): Problem[] {
  const [first, ...others] = header.filter(([segment]) => segment[0] === 'FOB' && at(segment, 1) !== '')
  return others
    .filter(([segment]) => at(segment, 1) !== at(first![0], 1))
    .map(([segment, position]) => problem(segment, position, 1, `differs from FOB01 in segment ${first![1]}`))
}

const isMoney = ([segment]: PlacedSegment) => segment[0] === 'SAC' && ['A', 'C'].includes(at(segment, 1))
/** What makes two of them the same: kind, code, amount, percentage, rate with its quantity, and who settles it. */
const ofMoney = [1, 2, 4, 5, 7, 8, 10, 12]

const keyOfMoney = ([segment]: PlacedSegment): string =>
  ofMoney.map((place) => numberAt(segment, place)?.toFixed() ?? at(segment, place)).join('*')

/** The same allowance may be meant once or twice. `whole` are those of the order, whose charges may be those of lines, too. */
function repeatedAllowances(all: readonly PlacedSegment[], whole: readonly PlacedSegment[] = []): Problem[] {
  const ofOrder = whole.filter((one) => isMoney(one) && at(one[0], 1) === 'A')
  const seen = new Map(ofOrder.map((one) => [keyOfMoney(one), one[1]]))
  return all.filter(isMoney).flatMap((one) => {
    const [segment, position] = one
    const key = keyOfMoney(one)
    const before = seen.get(key)
    seen.set(key, before ?? position)
    return before === undefined ? [] : [problem(segment, position, null, `is the same as segment ${before}`)]
  })
}

/** Payment terms in days, whose words state other numbers. */
function termsProblems({ header }: PlacedOrder): Problem[] {
  return header.flatMap(([segment, position]) => {
    const words = segment[0] === 'ITD' && at(segment, 7) !== '' ? at(segment, 12) : ''
    const stated = [3, 5, 7].flatMap((place) => numberAt(segment, place)?.toFixed() ?? [])
    const others = (words.match(/\d+(?:\.\d+)?/g) ?? []).filter((one) => !stated.includes(String(Number(one))))
    return others.length === 0
      ? []
      : [problem(segment, position, 12, `states ${others.join(' and ')}, which its days and its discount do not`)]
  })
}

/** Of an 850 or an 860, without ST and SE. */
export function contradictionsOf({ segments }: { segments: readonly Segment[] }): Problem[] {
  const order = placedOrder(segments)
  return [
    ...amountProblems(order),
    ...dayProblems(order),
    ...freightProblems(order),
    ...termsProblems(order),
    ...repeatedAllowances(order.header),
    ...order.lines.flatMap(({ segments: own }) => repeatedAllowances(own, order.header)),
    ...order.lines.flatMap(lineContradictions),
    ...order.lines.flatMap(pricelessChange),
    ...order.lines.flatMap(repeatedStores),
    ...repeatedNumbers(order.lines),
  ]
}
