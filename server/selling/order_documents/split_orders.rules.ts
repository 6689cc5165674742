/** The orders of one paper: a column of order numbers makes a paper of several. Pure. */
import type { PaperDate, Problem, Reading, ReadLine } from './reading/reading.ts'
import { totalWithoutPrices } from './reading/table/totals.rules.ts'
import { orderColumns } from './reading/table/understood.ts'
import { readDate } from './reading/values.rules.ts'

const numberOf = ({ order_values }: ReadLine) => order_values.reference?.text.trim() ?? ''

const wrong = (sentence: string): Problem => ({ code: 'columns_disagree', line_number: null, sentence })

const isDate = (column: string): column is PaperDate => !['reference', 'currency'].includes(column)

/** Values in columns of the table that every line of the order shares are those of the order. */
function withOrderValues(reading: Reading, others: readonly string[]): Reading {
  const [values, dates, problems] = [{ ...reading.values }, { ...reading.dates }, [...reading.problems]]
  for (const column of orderColumns) {
    const cells = reading.lines.flatMap(({ order_values }) => order_values[column] ?? [])
    const [first] = cells
    if (first === undefined) continue
    const stated = values[column]?.text.trim()
    const texts = new Set([...cells.map(({ text }) => text.trim()), ...(stated === undefined ? [] : [stated])])
    if (texts.size > 1)
      problems.push(
        wrong(`The order states several values of ${column}: ${[...texts].slice(0, 3).join(', ').slice(0, 200)}.`),
      )
    values[column] = first
    if (!isDate(column)) continue
    const day = readDate(first.text, others)
    if (day !== null) dates[column] = day
    else
      problems.push({
        code: 'date_unreadable',
        line_number: null,
        sentence: `${column} “${first.text.slice(0, 60)}” is no date, or one with two readings.`,
      })
  }
  return { ...reading, values, dates, problems }
}

/** Lines that add up to the totals of the whole paper cannot be told by order; so they are compared here. */
function totalProblems({ lines, total_units, total_cents }: Reading): Problem[] {
  const units = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const amounts = lines.map(({ quantity, unit_price_cents, discount_cents }) =>
    quantity === null || unit_price_cents === null ? null : quantity * unit_price_cents - discount_cents,
  )
  const cents = amounts.some((one) => one === null) ? null : amounts.reduce<number>((sum, one) => sum + one!, 0)
  const differs = (sentence: string): Problem => ({ code: 'total_differs', line_number: null, sentence })
  return [
    ...(total_units !== null && total_units !== units
      ? [differs(`The lines of all orders add up to ${units} units, and the paper states ${total_units}.`)]
      : []),
    ...(total_cents !== null && cents === null ? [totalWithoutPrices(total_cents)] : []),
    ...(total_cents !== null && cents !== null && Math.abs(total_cents - cents) > lines.length
      ? [differs(`The lines of all orders add up to ${cents / 100}, and the paper states ${total_cents / 100}.`)]
      : []),
  ]
}

function partOf(reading: Reading, lines: readonly ReadLine[], shared: readonly Problem[]): Reading {
  const numbers = new Map(lines.map(({ line_number }, i) => [line_number, i + 1]))
  const renumbered = (text: string, from: number, to: number) => text.replace(`Line ${from}:`, `Line ${to}:`)
  const own = reading.problems.flatMap((one): Problem[] => {
    if (one.line_number === null) return [one]
    const to = numbers.get(one.line_number)
    return to === undefined
      ? []
      : [{ ...one, line_number: to, sentence: renumbered(one.sentence, one.line_number, to) }]
  })
  const { total_units: _units, total_amount: _amount, ...values } = reading.values
  return {
    ...reading,
    values,
    total_units: null,
    total_cents: null,
    lines: lines.map((line, i) => ({ ...line, line_number: i + 1 })),
    problems: [...own, ...shared],
  }
}

/** One reading for each order number of the table, in the order of the paper. */
export function splitOrders(reading: Reading): Reading[] {
  const { lines, values } = reading
  const texts = lines.flatMap(({ order_values }) => orderColumns.flatMap((column) => order_values[column]?.text ?? []))
  const others = [...texts, ...Object.values(values).map(({ text }) => text)]
  const groups = [...Map.groupBy(lines, numberOf)]
  if (groups.length < 2) return [withOrderValues(reading, others)]
  if (groups.some(([number]) => number === '')) {
    const mixed = wrong('Some lines state the number of their order, and others do not.')
    return [{ ...reading, problems: [...reading.problems, mixed] }]
  }
  const shared = totalProblems(reading)
  return groups.map(([, own]) => withOrderValues(partOf(reading, own, shared), others))
}
