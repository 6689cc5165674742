/** Values of a paper that stand beside a label or below one, outside its table: the number, dates, the door, the currency. Pure. */
import { addressOf, behindLabel, type Labelled, labels, numberWords, rowNumber, windowRange } from './label_words.ts'
import type { Cell, Place, ReadRow } from './reading.ts'
import { passedOverLabels } from './table/understood.ts'

type Label = (typeof labels)[number]

export const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The label that a text begins with; null if it begins with none. `next`: the text of the cell beside it. */
export function labelOf(text: string, next: string | undefined): Label | null {
  const labelled = labels.find(([, pattern]) => pattern.test(text))
  if (labelled !== undefined) return labelled
  const isLabelled = labels.some(([, pattern]) => pattern.test(next ?? ''))
  return numberWords.test(text) && /\d/.test(next ?? '') && !isLabelled ? ['reference', numberWords] : null
}

/** Narrows a cell to a part of its text. */
const part = (cell: Cell, text: string): Cell => ({ ...cell, text })

/** What stands behind the label in its own cell. */
const ownText = (text: string, label: RegExp): string => text.replace(label, '').replace(behindLabel, '')

function splitWindow(cell: Cell): readonly [Cell, Cell] | null {
  const range = windowRange.exec(singleSpaced(cell.text))
  return range === null ? null : [part(cell, range[1]!), part(cell, range[2]!)]
}

const passedOver = new RegExp(`^(?:${passedOverLabels.map(({ labels: words }) => words).join('|')}) ?:?$`, 'iu')

/** Whether a cell is a label and nothing else. */
function isBareLabel({ text }: Cell): boolean {
  const single = singleSpaced(text)
  const label = labelOf(single, undefined)
  if (label !== null) return ownText(single, label[1]) === ''
  return numberWords.test(single) || passedOver.test(single)
}

const rowOf = ({ cell }: Place) => addressOf.exec(cell ?? '')?.[1]
const numberOf = ({ cell }: Place) => Number(rowNumber.exec(cell ?? '')?.[0])

/** Shares of a page: lines of a block are closer, and its columns begin at one edge. */
const belowMax = 0.06
const edgeMax = 0.03

/** Whether the second place is right below the first one: the next row of a sheet, or the next line of a page. */
function isBelow(above: Place, below: Place): boolean {
  if (above.cell !== null && below.cell !== null)
    return rowOf(above) === rowOf(below) && numberOf(below) === numberOf(above) + 1
  if (above.box === null || below.box === null || above.page !== below.page) return false
  const down = below.box.top - above.box.top
  return down > 0 && down < belowMax && Math.abs(below.box.left - above.box.left) < edgeMax
}

export interface LabelledValue {
  name: Labelled
  cell: Cell
}

export interface LabelReading {
  /** In the order of the paper. */
  found: LabelledValue[]
  /** Cells of labels and of their values. */
  used: ReadonlySet<Cell>
  /** Labels whose value was not found, or is none. */
  unread: Cell[]
}

/** Where the value of a label stands: behind it, in the next cell, or below where the next cell is a label as well. */
function valueCell(label: Cell, own: string, next: Cell | undefined, below: ReadRow | undefined): Cell | undefined {
  if (own !== '') return part(label, own)
  if (next !== undefined && !isBareLabel(next)) return next
  const under = below?.find((cell) => cell !== null && isBelow(label.place, cell.place))
  return under == null || isBareLabel(under) || labelOf(singleSpaced(under.text), undefined) !== null
    ? undefined
    : under
}

/** Values of one label: a window has two. */
function named(name: Label[0], value: Cell): LabelledValue[] {
  if (name !== 'ship_window') return [{ name, cell: value }]
  const window = splitWindow(value)
  if (window === null) return []
  return [
    { name: 'ship_window_start', cell: window[0] },
    { name: 'ship_window_end', cell: window[1] },
  ]
}

/** Every value beside a label. */
export function labelsIn(rows: readonly ReadRow[]): LabelReading {
  const labelled: LabelledValue[] = []
  const used = new Set<Cell>()
  const unread: Cell[] = []
  rows.forEach((row, at) => {
    const cells = row.filter((cell) => cell !== null)
    cells.forEach((cell, i) => {
      if (used.has(cell)) return
      const next = cells[i + 1]
      const label = labelOf(singleSpaced(cell.text), next?.text)
      if (label === null) return
      const own = ownText(singleSpaced(cell.text), label[1])
      const value = valueCell(cell, own, next, rows[at + 1])
      const values = value === undefined ? [] : named(label[0], value)
      // An empty field of a sheet says nothing; on a page, what is below a place is not found.
      const isEmpty = value === undefined && (label[0] !== 'door_reference' || cell.place.box === null)
      if (values.length === 0 && !isEmpty) unread.push(cell)
      used.add(cell)
      if (value !== undefined && own === '') used.add(value)
      labelled.push(...values)
    })
  })
  return { found: labelled, used, unread }
}

/** The first value of each label. */
export function firstValues({ found }: Pick<LabelReading, 'found'>): Partial<Record<Labelled, Cell>> {
  const values: Partial<Record<Labelled, Cell>> = {}
  for (const { name, cell } of found) values[name] ??= cell
  return values
}

export const readLabels = (rows: readonly ReadRow[]): ReturnType<typeof firstValues> => firstValues(labelsIn(rows))
