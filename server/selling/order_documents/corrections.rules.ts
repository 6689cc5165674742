/** What a person corrects in the reading of a refused paper, and which of its problems that settles. Pure. */
import type { PaperReading } from './model.ts'
import { dateProblems } from './reading/contradictions.rules.ts'
import type { Problem, ProblemCode } from './reading/reading.ts'

export const correctedHeader = [
  'reference',
  'door_reference',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
] as const
type HeaderField = (typeof correctedHeader)[number]

export interface LineCorrection {
  line_number: number
  variant?: { variant_id: string; sku: string }
  quantity?: number
  unit_price_cents?: number | null
  discount_cents?: number
  door_reference?: string | null
  requested_ship_date?: string | null
  cancel_date?: string | null
}

export type HeaderCorrection = Partial<Record<HeaderField, string | null>>

type Line = PaperReading['lines'][number]

const settledBy: Readonly<Record<string, readonly ProblemCode[]>> = {
  variant: ['item_unknown', 'item_ambiguous', 'item_archived', 'identifiers_disagree'],
  quantity: ['quantity_unreadable', 'quantity_ambiguous', 'unit_unknown', 'columns_disagree'],
  unit_price_cents: ['price_unreadable', 'price_ambiguous', 'amount_differs'],
  discount_cents: ['price_ambiguous', 'amount_differs'],
  requested_ship_date: ['date_unreadable'],
  cancel_date: ['date_unreadable'],
}

function correctedLine(line: Line, { line_number: _number, variant, ...values }: LineCorrection): Line {
  const names = [...(variant === undefined ? [] : ['variant_id']), ...Object.keys(values)]
  const item = variant === undefined ? {} : { variant_id: variant.variant_id, sku: variant.sku }
  const corrected = [...new Set([...line.corrected, ...names])]
  const derived = line.derived.filter((name) => !names.includes(name))
  return { ...line, ...item, ...values, corrected, derived, confidence: 1 }
}

/** A cell that no one reads off the paper. */
const stated = (text: string) => ({ text, confidence: 1, place: { page: null, box: null, cell: null } })

function correctedValues(reading: PaperReading, header: HeaderCorrection): PaperReading {
  const { reference, door_reference, ...dates } = header
  const texts = Object.fromEntries(
    Object.entries({ reference, door_reference }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text === null ? null : stated(text)]],
    ),
  )
  return {
    ...reading,
    ...dates,
    values: { ...reading.values, ...texts },
    corrected: [...new Set([...reading.corrected, ...Object.keys(header)])],
  }
}

function isSettled(problem: Problem, header: HeaderCorrection, lines: readonly LineCorrection[]): boolean {
  const { code, line_number, sentence } = problem
  if (line_number === null) {
    if (code === 'order_duplicate') return header.reference !== undefined
    return (
      (code === 'date_unreadable' || code === 'columns_disagree') &&
      Object.keys(header).some((name) => sentence.startsWith(`${name} `))
    )
  }
  const own = lines.find((line) => line.line_number === line_number)
  if (own === undefined) return false
  return code === 'confidence_low' || Object.keys(own).some((name) => settledBy[name]?.includes(code) === true)
}

/** Days of the paper that cannot both be meant; a correction can settle and cause them. */
const contradicting = (reading: PaperReading): Problem[] => dateProblems({ dates: reading, lines: reading.lines })

export function correctReading(
  { reading, problems }: { reading: PaperReading; problems: readonly Problem[] },
  header: HeaderCorrection,
  lines: readonly LineCorrection[],
): { reading: PaperReading; problems: Problem[] } {
  const byNumber = new Map(lines.map((line) => [line.line_number, line]))
  const all = reading.lines.map((line) => {
    const own = byNumber.get(line.line_number)
    return own === undefined ? line : correctedLine(line, own)
  })
  const corrected = correctedValues({ ...reading, lines: all }, header)
  const before = new Set(contradicting(reading).map(({ sentence }) => sentence))
  return {
    reading: { ...corrected, confidence: Math.min(...all.map(({ confidence }) => confidence)) },
    problems: [
      ...problems.filter((problem) => !before.has(problem.sentence) && !isSettled(problem, header, lines)),
      ...contradicting(corrected),
    ],
  }
}

const describing = ['style', 'color', 'size', 'description'] as const

/** Whether a line is its number and nothing else, and no other line has that number: else it may be that of a style. */
function isNumberAlone({ lines }: PaperReading, line: Line, number: string): boolean {
  const isDescribed = describing.some((name) => line.values[name] != null)
  return !isDescribed && lines.every((one) => one === line || numberOf(one) !== number)
}

const numberOf = ({ values }: Line): string => (values.buyer_sku ?? values.item)?.text.trim() ?? ''

/**
 * Numbers of the account that a person has named the variant of: they are learned as its items. Where the line says more than
 * its number, the correction counts for those words alone, on papers with the same headers (learned.rules.ts).
 */
export const learnedItems = (reading: PaperReading, lines: readonly LineCorrection[]) =>
  lines.flatMap(({ line_number, variant }) => {
    const line = reading.lines.find((one) => one.line_number === line_number)
    const text = line === undefined ? '' : numberOf(line)
    return variant === undefined || text === '' || text === variant.sku || !isNumberAlone(reading, line!, text)
      ? []
      : [{ buyer_sku: text, variant_id: variant.variant_id }]
  })
