/** Cells of lines that have an error of the spreadsheet, a formula without its result, or are struck out, or words in the place of a discount or an amount. Pure. */
import type { Column } from '../columns.rules.ts'
import type { Cell, Problem } from '../reading.ts'
import { type Body, isMatrix } from './table.rules.ts'
import { noValue, unsettledCells } from './understood.ts'

type Found = Pick<Problem, 'code' | 'sentence'>

const quoted = (cell: Cell) => `“${cell.text.slice(0, 80)}”${cell.place.cell === null ? '' : ` (${cell.place.cell})`}`

/** Of a cell whose value is none, whatever its column is. */
function unsettledIn(cell: Cell): Found | null {
  const says = unsettledCells.find(({ words }) => words.test(cell.text))?.says
  return says === undefined ? null : { code: 'cell_unknown', sentence: `The cell ${quoted(cell)} ${says}.` }
}

/** Columns of money that a line may leave empty. */
const optional: readonly Column[] = ['discount', 'discount_percent', 'amount']

function faultOf(cell: Cell, column: Column | null): Found | null {
  const unsettled = unsettledIn(cell)
  if (unsettled !== null) return unsettled
  if (column === null || !optional.includes(column) || /\d/.test(cell.text) || noValue.test(cell.text)) return null
  return { code: 'cell_unknown', sentence: `The cell ${quoted(cell)} is not understood.` }
}

export function valueProblems({ lines, unread }: Pick<Body, 'lines' | 'unread'>): Found[] {
  const ofLines = lines.flatMap(({ cells }) => {
    // Amounts of rows with sizes or stores across are compared as a whole (amounts_across.rules.ts).
    const skipped = isMatrix(cells) ? 'amount' : null
    return [...cells].flatMap(([column, cell]) => faultOf(cell, column === skipped ? null : column) ?? [])
  })
  const ofRows = unread.flatMap((row) => row.flatMap((cell) => (cell === null ? [] : (unsettledIn(cell) ?? []))))
  return [...ofLines, ...ofRows]
}
