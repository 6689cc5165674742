/** Cells of lines that have an error of the spreadsheet, or words in the place of a discount or an amount. Pure. */
import type { Column } from '../columns.rules.ts'
import type { Cell, Problem } from '../reading.ts'
import { type Body, isMatrix } from './table.rules.ts'
import { noValue, spreadsheetError } from './understood.ts'

type Found = Pick<Problem, 'code' | 'sentence'>

const quoted = (cell: Cell) => `“${cell.text.slice(0, 80)}”${cell.place.cell === null ? '' : ` (${cell.place.cell})`}`

const broken = (cell: Cell): Found => ({
  code: 'cell_unknown',
  sentence: `The cell ${quoted(cell)} has an error of the spreadsheet in place of a value.`,
})

/** Columns of money that a line may leave empty. */
const optional: readonly Column[] = ['discount', 'discount_percent', 'amount']

function faultOf(cell: Cell, column: Column): Found | null {
  if (spreadsheetError.test(cell.text)) return broken(cell)
  if (!optional.includes(column) || /\d/.test(cell.text) || noValue.test(cell.text)) return null
  return { code: 'cell_unknown', sentence: `The cell ${quoted(cell)} is not understood.` }
}

export function valueProblems({ lines, unread }: Pick<Body, 'lines' | 'unread'>): Found[] {
  const ofLines = lines.flatMap(({ cells }) => {
    // Amounts of rows with sizes or stores across are compared as a whole (amounts_across.rules.ts).
    const skipped = isMatrix(cells) ? 'amount' : null
    return [...cells].flatMap(([column, cell]) => (column === skipped ? [] : (faultOf(cell, column) ?? [])))
  })
  const ofRows = unread.flatMap((row) =>
    row.flatMap((cell) => (cell !== null && spreadsheetError.test(cell.text) ? [broken(cell)] : [])),
  )
  return [...ofLines, ...ofRows]
}
