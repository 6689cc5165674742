/** Days of an order that cannot all hold. Pure. */
import type { Segment } from '../x12/segments.ts'
import { isDay } from '../x12/syntax.ts'
import { at, type PlacedOrder, type PlacedSegment } from './placed_lines.ts'
import { type Problem, problem } from './walk.ts'

/** Element 374, and 373 of the order itself. */
const words: Readonly<Record<string, string>> = {
  '001': 'cancel after (001)',
  '002': 'delivery requested (002)',
  '010': 'ship on (010)',
  '037': 'do not ship before (037)',
  '038': 'do not ship after (038)',
  '061': 'cancel if not delivered by (061)',
  '063': 'do not deliver after (063)',
  '064': 'do not deliver before (064)',
}

/** The day named first must not be before the one named second. */
const orders: readonly (readonly [later: string, earlier: string])[] = [
  ['038', '037'],
  ['001', '037'],
  ['063', '064'],
  ['063', '037'],
  ['002', '037'],
  ['010', '037'],
  ['038', '010'],
  ['001', '010'],
  ['002', '010'],
  ['002', '064'],
  ['063', '002'],
  ['061', '002'],
  ['061', '010'],
  ['061', '037'],
  ['061', '064'],
]
/** Days that have passed when the order is placed ask for what is impossible. */
const neverBeforeOrder = ['001', '002', '010', '038', '061', '063']

interface StatedDay {
  code: string
  day: string
  placed: PlacedSegment
  element: number
}

function dayIn(placed: PlacedSegment): StatedDay[] {
  const [segment] = placed
  const [code, element] = segment[0] === 'SCH' ? [at(segment, 5), 6] : [at(segment, 1), 2]
  const day = at(segment, element)
  return ['DTM', 'SCH'].includes(segment[0] ?? '') && code in words && isDay(day)
    ? [{ code, day, placed, element }]
    : []
}

const shown = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** BEG05 or BCH06. */
function orderedOn(header: readonly PlacedSegment[]): string | null {
  const segment: Segment | undefined = header.find(([one]) => one[0] === 'BEG' || one[0] === 'BCH')?.[0]
  const day = segment === undefined ? '' : at(segment, segment[0] === 'BEG' ? 5 : 6)
  return isDay(day) ? day : null
}

/** `among` are the days that stand beside those of `own`; a line has those of its order. */
function problemsOf(own: readonly StatedDay[], among: readonly StatedDay[], ordered: string | null): Problem[] {
  return own.flatMap(({ code, day, placed: [segment, position], element }) => {
    const say = (what: string) => problem(segment, position, element, what)
    const before = orders.flatMap(([later, earlier]) =>
      later !== code ? [] : among.filter((one) => one.code === earlier && one.day > day),
    )
    const after = orders.flatMap(([later, earlier]) =>
      earlier !== code ? [] : among.filter((one) => one.code === later && one.day < day && !own.includes(one)),
    )
    const isPast = ordered !== null && neverBeforeOrder.includes(code) && day < ordered
    return [
      ...before.map((one) => say(`is ${words[code]}, before ${words[one.code]} ${shown(one.day)}`)),
      ...after.map((one) => say(`is ${words[code]}, after ${words[one.code]} ${shown(one.day)}`)),
      ...(isPast ? [say(`is ${words[code]}, before the day of the order, ${shown(ordered)}`)] : []),
    ]
  })
}

export function dayProblems({ header, lines }: PlacedOrder): Problem[] {
  const ordered = orderedOn(header)
  const whole = header.flatMap(dayIn)
  return [
    ...problemsOf(whole, whole, ordered),
    ...lines.flatMap((line) => {
      const own = line.segments.flatMap(dayIn)
      const stated = new Set(own.map(({ code }) => code))
      // A day of the line takes the place of that of the order.
      return problemsOf(own, [...own, ...whole.filter(({ code }) => !stated.has(code))], ordered)
    }),
  ]
}
