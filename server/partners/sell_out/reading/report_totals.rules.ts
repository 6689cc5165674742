/** Totals of a report: rows and columns whose figures are sums of others. Pure. */
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import { daysAcross, isSeveral, placesAcross } from '../../../imports/reading/across.rules.ts'
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { namesComparison } from './report_comparisons.rules.ts'
import { sellOutFields } from './sell_out_fields.ts'
import { figurePattern, totalWord } from './total_words.ts'

type Cells = readonly (string | null)[]

/** The place of the word that makes a row a total; null where it is none: an item may be called so beside its number. */
export function totalOf(cells: Cells): number | null {
  const at = cells.findIndex((cell) => cell !== null && totalWord.test(cell.trim()))
  const isNamed = cells.some((cell, i) => cell !== null && i !== at && /\p{L}/u.test(cell))
  return at === -1 || isNamed ? null : at
}

/** Hundredths of a figure; null where the text is none, or can be read in two ways. */
export function hundredthsOf(text: string): number | null {
  const [, open, minus, whole, cents, close] = figurePattern.exec(text.trim()) ?? []
  if (whole === undefined || (open === undefined) !== (close === undefined)) return null
  const figure = Number(whole.replaceAll(/\D/g, '')) * 100 + Number((cents ?? '').padEnd(2, '0'))
  return open !== undefined || minus !== undefined ? -figure : figure
}

const figureFields = ['units_sold', 'units_returned', 'on_hand', 'sales'] as const
const figureHeaders = new Set(figureFields.flatMap((name) => [name, ...sellOutFields[name].synonyms]).map(normalHeader))

interface FigureColumns {
  summed: readonly number[]
  across: readonly number[]
  /** The column with the sum of those across; -1 where there is none. */
  total: number
}

/** Places of the columns whose figures can be added up: known ones, and weeks or stores across. */
function figureColumns(headers: Cells): FigureColumns {
  const texts = headers.map((header) => header ?? '')
  const sold = texts.map((text) => (namesComparison(text) ? '' : text))
  const values = [daysAcross(sold), placesAcross(sold)].find((one) => isSeveral({ values: one }))
  const across = texts.flatMap((_, i) => (values?.[i] == null ? [] : [i]))
  const known = texts.flatMap((text, i) => (figureHeaders.has(normalHeader(text)) ? [i] : []))
  const total = across.length === 0 ? -1 : texts.findIndex((text) => totalWord.test(text.trim()))
  return { summed: [...new Set([...across, ...known, total])], across, total }
}

export interface Compared {
  header: string
  stated: string
  sum: string
}

const shown = (hundredths: number) => String(hundredths / 100)

/** Sums by the place of the column; null where a figure could not be read. */
type Sums = Map<number, number | null>

function addTo(sums: Sums, at: number, figure: number | null): void {
  const sum = sums.get(at) ?? (sums.has(at) ? null : 0)
  sums.set(at, sum === null || figure === null ? null : sum + figure)
}

/** Adds rows up, and compares totals with those above them: of the table, since the last total, of the week, or of one store. */
export class Totals {
  readonly #headers: Cells
  readonly #columns: FigureColumns
  readonly #whole: Sums = new Map()
  readonly #named = new Map<string, Sums>()
  #sinceTotal: Sums = new Map()
  #ofWeek: Sums = new Map()

  constructor(headers: Cells) {
    this.#headers = headers
    this.#columns = figureColumns(headers)
  }

  begin(): void {
    this.#ofWeek = new Map()
    this.#sinceTotal = new Map()
  }

  /** null where nothing differs. */
  add({ cells }: RawRow): Compared | null {
    const differing = this.#acrossFault(cells)
    if (differing !== null) return differing
    const at = totalOf(cells)
    if (at === null) {
      const named = [
        ...new Set(cells.flatMap((cell, i) => (cell === null || this.#columns.summed.includes(i) ? [] : [cell]))),
      ]
      for (const name of named) if (!this.#named.has(name)) this.#named.set(name, new Map())
      for (const i of this.#columns.summed) {
        const amount = cells[i] == null ? 0 : hundredthsOf(cells[i])
        for (const sums of [
          this.#whole,
          this.#sinceTotal,
          this.#ofWeek,
          ...named.map((name) => this.#named.get(name)!),
        ])
          addTo(sums, i, amount)
      }
      return null
    }
    const fault = this.#totalFault(cells, at)
    this.#sinceTotal = new Map()
    return fault
  }

  /** The total of a row beside its weeks or stores. */
  #acrossFault(cells: Cells): Compared | null {
    const { across, total } = this.#columns
    const text = cells[total] ?? null
    if (text === null) return null
    const sums: Sums = new Map()
    for (const i of across) addTo(sums, 0, cells[i] == null ? 0 : hundredthsOf(cells[i]))
    const sum = sums.get(0) ?? null
    const stated = hundredthsOf(text)
    if (sum === null || stated === sum) return null
    return { header: this.#headers[total] ?? '', stated: text, sum: shown(sum) }
  }

  #totalFault(cells: Cells, at: number): Compared | null {
    const places = this.#columns.summed.filter((i) => i !== at && cells[i] != null)
    const words = [
      ...(cells[at]!.match(/\S*\d\S*/g) ?? []),
      ...cells.filter((_, i) => !this.#columns.summed.includes(i)),
    ]
    const named = words.flatMap((word) => this.#named.get(word!) ?? [])
    const isOf = (sums: Sums) =>
      places.every((i) => sums.get(i) === null || hundredthsOf(cells[i]!) === (sums.get(i) ?? 0))
    if ([this.#whole, this.#sinceTotal, this.#ofWeek, ...named].some(isOf)) return null
    const nearest = this.#sinceTotal.size === 0 ? this.#whole : this.#sinceTotal
    const differing =
      places.find((i) => nearest.get(i) !== null && hundredthsOf(cells[i]!) !== (nearest.get(i) ?? 0)) ?? places[0]!
    return {
      header: this.#headers[differing] ?? '',
      stated: cells[differing]!,
      sum: shown(nearest.get(differing) ?? 0),
    }
  }
}
