/** The order as a reading of a paper has it, and why it may need a person. Pure. */
import { isCurrency } from '../../contract/money.ts'
import { limits } from '../../contract/limits.ts'
import { isLine } from '../../contract/schema.ts'
import type { exceptionKinds } from '../../exceptions/known_values.ts'
import type { NewException } from '../../exceptions/open.ts'
import type { LearnedFields } from './learned.rules.ts'
import type { Matched } from './matching.rules.ts'
import type { PaperReading } from './model.ts'
import { dateProblems } from './reading/contradictions.rules.ts'
import { currenciesOf } from './reading/table/money.rules.ts'
import {
  type Cell,
  lineValues,
  type PaperDate,
  type PaperValue,
  paperValues,
  type Problem,
  type ProblemCode,
  type Reading,
} from './reading/reading.ts'

export interface DraftLine {
  line_number: number
  variant_id: string
  quantity: number
  unit_price_cents: number | null
  discount_cents: number
  door_reference: string | null
  requested_ship_date: string | null
  cancel_date: string | null
  buyer_sku: string | null
  reference: string | null
}

export interface PaperHeader {
  reference: string | null
  door_reference: string | null
  requested_ship_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  cancel_date: string | null
  /** null where the paper states none. */
  currency: string | null
}

/** Least confidence of a recognised value beside a label; figures and items have checks of their own. */
const labelConfidenceMin = 0.75

const label = (cell: { text: string } | null | undefined): string | null => {
  const text = cell?.text.trim().slice(0, limits.sales_order_label_length_max) ?? ''
  return isLine(text) ? text : null
}

interface ReadHeader {
  values: Partial<Record<PaperValue, { text: string } | null>>
  dates: Partial<Record<Exclude<PaperDate, 'order_date'>, string | null>>
}

export function headerOf({ values, dates }: ReadHeader): PaperHeader {
  const { ship_window_start = null, ship_window_end = null } = dates
  const isInOrder = ship_window_start === null || ship_window_end === null || ship_window_start <= ship_window_end
  const { cancel_date = null } = dates
  const isInTime = cancel_date === null || ship_window_start === null || ship_window_start <= cancel_date
  const currency = values.currency?.text.trim().toUpperCase() ?? null
  return {
    reference: label(values.reference),
    door_reference: label(values.door_reference),
    requested_ship_date: dates.requested_ship_date ?? null,
    ship_window_start: isInOrder ? ship_window_start : null,
    ship_window_end: isInOrder ? ship_window_end : null,
    cancel_date: isInTime ? cancel_date : null,
    currency: currency !== null && isCurrency(currency) ? currency : null,
  }
}

const orderValues: readonly PaperValue[] = [
  'reference',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'door_reference',
  'currency',
]

/** `duplicate`: name of another order of the account with the same reference. */
export function headerProblems(
  { values, dates, lines = [], currency_marks = [] }: Pick<Reading, 'values' | 'dates'> & Partial<Reading>,
  { currency, duplicate }: { currency: string; duplicate: string | null },
): Problem[] {
  const problems: Problem[] = []
  const add = (code: ProblemCode, sentence: string) => problems.push({ code, line_number: null, sentence })
  for (const name of orderValues)
    if ((values[name]?.confidence ?? 1) < labelConfidenceMin)
      add('confidence_low', `${name} “${values[name]!.text.slice(0, 60)}” was not recognised clearly.`)
  const stated = values.currency?.text.trim().toUpperCase()
  if (stated !== undefined && stated !== currency)
    add('currency_differs', `The paper is in ${stated.slice(0, 10)}, and the account orders in ${currency}.`)
  else
    for (const mark of currency_marks.filter((one) => !currenciesOf(one).includes(currency)))
      add('currency_differs', `Prices of the paper are in ${mark}, and the account orders in ${currency}.`)
  problems.push(...dateProblems({ dates, lines }))
  if (duplicate !== null)
    add('order_duplicate', `${duplicate} of this account already has the reference ${label(values.reference) ?? ''}.`)
  return problems
}

/** Lines of a reading that can be ordered: their variant and their quantity are known. */
export const draftLines = ({ lines }: PaperReading): DraftLine[] =>
  lines.flatMap(({ reference, variant_id, quantity, unit_price_cents, values, ...line }) => {
    if (variant_id === null || quantity === null || quantity < 1) return []
    if (quantity > limits.sales_order_quantity_max || (unit_price_cents ?? 0) > limits.sales_order_price_cents_max)
      return []
    const { line_number, discount_cents, requested_ship_date, cancel_date } = line
    return [
      {
        line_number,
        variant_id,
        quantity,
        unit_price_cents,
        discount_cents,
        door_reference: label({ text: line.door_reference ?? '' }),
        requested_ship_date,
        cancel_date,
        buyer_sku: label(values.buyer_sku),
        reference: label({ text: reference ?? '' }),
      },
    ]
  })

const kinds: Partial<Record<ProblemCode, (typeof exceptionKinds)[number]>> = {
  item_unknown: 'unknown_sku',
  item_ambiguous: 'unknown_sku',
  item_archived: 'unknown_sku',
  identifiers_disagree: 'unknown_sku',
  order_duplicate: 'duplicate_order',
  price_unreadable: 'price_mismatch',
  amount_differs: 'price_mismatch',
  amount_ambiguous: 'price_mismatch',
  currency_differs: 'price_mismatch',
  price_ambiguous: 'price_mismatch',
  price_missing: 'price_mismatch',
  charge_unread: 'price_mismatch',
}

const exceptionsMax = 50

/** The open points of a draft, for a person to settle. */
export function exceptionsOf(problems: readonly Problem[], subject: NewException['subject']): NewException[] {
  const shown = problems.slice(0, problems.length > exceptionsMax ? exceptionsMax - 1 : exceptionsMax)
  const rest = problems.length - shown.length
  const open = (kind: NewException['kind'], sentence: string): NewException => ({
    kind,
    severity: 'warning',
    subject,
    sentence,
  })
  return [
    ...shown.map(({ code, sentence }) => open(kinds[code] ?? 'document_unreadable', sentence)),
    ...(rest > 0 ? [open('document_unreadable', `The paper has ${rest} more open points.`)] : []),
  ]
}

const valuesOf = <K extends string>(names: readonly K[], values: Partial<Record<K, Cell>>) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as Record<K, Cell | null>

const noneLearned: LearnedFields = { header: [], lines: new Map() }

/** The reading as it is stored and returned. */
export function shapeReading(reading: Reading, { lines }: Matched, learned: LearnedFields = noneLearned): PaperReading {
  const { dates, total_units, total_cents } = reading
  return {
    confidence: Math.min(...lines.map(({ confidence }) => confidence)),
    values: valuesOf(paperValues, reading.values),
    requested_ship_date: dates.requested_ship_date ?? null,
    ship_window_start: dates.ship_window_start ?? null,
    ship_window_end: dates.ship_window_end ?? null,
    cancel_date: dates.cancel_date ?? null,
    order_date: dates.order_date ?? null,
    total_units,
    total_cents,
    corrected: [],
    learned: learned.header,
    lines: lines.map((line) => ({
      line_number: line.line_number,
      reference: line.reference,
      values: valuesOf(lineValues, line.values),
      quantity: line.quantity,
      unit_price_cents: line.unit_price_cents,
      discount_cents: line.discount_cents,
      amount_cents: line.amount_cents,
      derived: line.derived,
      door_reference: line.door_reference,
      requested_ship_date: line.requested_ship_date,
      cancel_date: line.cancel_date,
      corrected: [],
      learned: [
        ...(line.matched_by.includes('correction') ? ['variant_id'] : []),
        ...(learned.lines.get(line.line_number) ?? []),
      ],
      variant_id: line.variant?.variant_id ?? null,
      sku: line.variant?.sku ?? null,
      matched_by: line.matched_by,
      confidence: line.confidence,
    })),
  }
}

/** A reading as it was stored, before lines had the values that it lacks. */
export function completed(stored: PaperReading): PaperReading {
  const absent = {
    corrected: [],
    learned: [],
    discount_cents: 0,
    derived: [],
    door_reference: null,
    requested_ship_date: null,
    cancel_date: null,
  }
  return {
    ...stored,
    corrected: (stored as Partial<PaperReading>).corrected ?? [],
    learned: (stored as Partial<PaperReading>).learned ?? [],
    order_date: (stored as Partial<PaperReading>).order_date ?? null,
    lines: stored.lines.map((line) => ({
      ...absent,
      ...line,
      values: { ...valuesOf(lineValues, {}), ...line.values },
    })),
  }
}
