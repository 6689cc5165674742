/** Rows, columns and sheets that a person does not see, and that say something of the order. Pure. */
import { headerOf, isPassedOver } from '../columns.rules.ts'
import { labelsIn } from '../labels.rules.ts'
import type { Cell, Hidden, Problem, ReadRow } from '../reading.ts'
import { readUnits } from '../values.rules.ts'
import { isHarmless, type Parties } from './harmless.rules.ts'
import { type Body, splitRows } from './table.rules.ts'

type Found = Pick<Problem, 'code' | 'sentence'>

const cellsOf = (rows: readonly ReadRow[]): Cell[] => rows.flatMap((row) => row.flatMap((cell) => cell ?? []))
const tells = (cells: readonly Cell[], parties: Parties): Cell | undefined =>
  cells.find(({ text }) => /\d/.test(text)) ?? cells.find(({ text }) => !isHarmless(text, parties))

/** An item of a form, of which none is ordered. */
function isUnordered(row: ReadRow, { tables }: Body): boolean {
  const columns = tables[0]?.columns ?? []
  const quantities = row.filter((_, at) => columns[at] === 'quantity' || columns[at] === 'packs')
  const isHeader = row.every((cell) => cell === null || headerOf(cell.text).column !== null)
  return isHeader || (quantities.length > 0 && quantities.every((cell) => cell === null || readUnits(cell.text) === 0))
}

/** A column that is passed over where it is seen, or one without values below its header. */
function isIdleColumn(rows: readonly ReadRow[]): boolean {
  const cells = cellsOf(rows)
  const at = cells.findIndex(({ text }) => headerOf(text).column !== null || isPassedOver(text))
  if (at === -1) return cells.length === 1 && !/\d/.test(cells[0]!.text)
  return isPassedOver(cells[at]!.text) || cells.length === at + 1
}

/** What of a hidden part could be part of the order; null where nothing could. */
function suspectOf({ kind, rows }: Hidden, body: Body, parties: Parties): Cell | null {
  if (kind === 'row') return isUnordered(rows[0]!, body) ? null : (tells(cellsOf(rows), parties) ?? null)
  if (kind === 'column') return isIdleColumn(rows) ? null : (tells(cellsOf(rows).slice(1), parties) ?? tells(cellsOf(rows), parties) ?? null)
  const [line] = splitRows(rows, false)?.lines ?? []
  if (line !== undefined) return [...line.cells.values()][0]!
  return labelsIn(rows).found[0]?.cell ?? null
} // prettier-ignore

const words = { row: 'row', column: 'column', sheet: 'sheet' } as const
const shownMax = 5

/** One for all hidden rows, one for all columns, and one for all sheets. */
export function hiddenProblems(all: readonly Hidden[], body: Body, parties: Parties): Found[] {
  const suspects = all.flatMap(({ kind, name, rows }) => {
    const cell = suspectOf({ kind, name, rows }, body, parties)
    return cell === null ? [] : [{ kind, name, cell }]
  })
  return [...Map.groupBy(suspects, ({ kind }) => kind)].map(([kind, some]): Found => {
    const names = some.slice(0, shownMax).map(({ name }) => name)
    const more = some.length > shownMax ? ` and ${some.length - shownMax} more` : ''
    const [{ cell }] = some as [(typeof some)[number]]
    const are = some.length === 1 ? `${words[kind]} ${names[0]!} is` : `${words[kind]}s ${names.join(', ')}${more} are`
    return {
      code: 'cell_unknown',
      sentence: `The ${are} hidden, and ${cell.place.cell ?? 'a cell'} has “${cell.text.slice(0, 80)}”: show or delete what is hidden.`,
    }
  })
}
