/** Lays the words of a page out as rows of cells: lines of text first, then the columns of its table. Pure. */
import { type Column, columnsOf } from './columns.rules.ts'
import type { Cell, ReadRow } from './reading.ts'

/** A word, or a run of text that a PDF keeps together, in any unit of length; top is less than bottom. */
export interface Word {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  confidence: number
}

export interface Page {
  page: number
  width: number
  height: number
  words: Word[]
}

const heightOf = (word: Word) => word.bottom - word.top
const middleOf = (word: Word) => (word.top + word.bottom) / 2
const centerOf = (word: Word) => (word.left + word.right) / 2

/** Needs at least one figure. */
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

/** Words whose middles are within half a line of the line's last word; the line follows a page that is not quite straight. */
function linesOf(words: readonly Word[]): Word[][] {
  const height = median(words.map(heightOf))
  const lines: Word[][] = []
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    let best: Word[] | null = null
    let nearest = Math.max(height, 1) * 0.55
    for (const line of lines) {
      const last = line.at(-1)!
      const distance = Math.abs(middleOf(last) - middleOf(word))
      if (last.left < word.left && last.right <= word.right && distance < nearest && last.right <= word.left + height) {
        best = line
        nearest = distance
      }
    }
    if (best === null) lines.push([word])
    else best.push(word)
  }
  return lines.toSorted((a, b) => middleOf(a[0]!) - middleOf(b[0]!))
}

function merge(words: readonly Word[], between = ' '): Word {
  const [first] = words
  return {
    text: words.map(({ text }) => text).join(between),
    left: first!.left,
    right: Math.max(...words.map(({ right }) => right)),
    top: Math.min(...words.map(({ top }) => top)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  }
}

/** Words that stand closer than a letter's width are one phrase. */
function phrasesOf(line: readonly Word[]): Word[] {
  const groups: Word[][] = []
  for (const word of line) {
    const last = groups.at(-1)?.at(-1)
    const isApart = last === undefined || word.left - last.right > Math.max(heightOf(word), heightOf(last)) * 0.75
    if (isApart) groups.push([word])
    else groups.at(-1)!.push(word)
  }
  return groups.map((group) => joinTouching(group))
}

/** Runs of text without a gap between them are one word. */
function joinTouching(group: readonly Word[]): Word {
  const words: Word[] = []
  for (const word of group) {
    const last = words.at(-1)
    if (last !== undefined && word.left - last.right < heightOf(word) * 0.12)
      words[words.length - 1] = merge([last, word], '')
    else words.push(word)
  }
  return merge(words)
}

function cellOf(word: Word, { page, width, height }: Page): Cell {
  const share = (figure: number, whole: number) =>
    Math.round(Math.min(1, Math.max(0, figure / whole)) * 10_000) / 10_000
  const box = {
    left: share(word.left, width),
    top: share(word.top, height),
    width: share(word.right - word.left, width),
    height: share(word.bottom - word.top, height),
  }
  return { text: word.text.trim(), confidence: word.confidence, place: { page, box, cell: null } }
}

interface TableColumns {
  header: Word[]
  /** Positions where one column ends and the next begins. */
  bounds: number[]
}

/** Between the centres of neighbouring headers, the widest stretch that the fewest words of the table cover. */
function boundsOf(header: readonly Word[], rows: readonly (readonly Word[])[]): number[] {
  const phrases = [...rows.flatMap((row) => phrasesOf(row)), ...header]
  return header.slice(1).map((next, i) => {
    const [from, to] = [centerOf(header[i]!), centerOf(next)]
    const edges = [from, to, ...phrases.flatMap(({ left, right }) => [left, right])]
      .filter((x) => x >= from && x <= to)
      .toSorted((a, b) => a - b)
    let best = { at: from, covered: Infinity, width: 0 }
    for (let k = 1; k < edges.length; k++) {
      const [left, right] = [edges[k - 1]!, edges[k]!]
      const middle = (left + right) / 2
      const covered = phrases.filter((word) => word.left < middle && word.right > middle).length
      const isBetter = covered < best.covered || (covered === best.covered && right - left > best.width)
      if (right > left && isBetter) best = { at: middle, covered, width: right - left }
    }
    return best.at
  })
}

function rowOf(line: readonly Word[], { header, bounds }: TableColumns, page: Page): ReadRow {
  const columns: Word[][] = header.map(() => [])
  for (const word of line) {
    const place = bounds.findIndex((bound) => centerOf(word) < bound)
    columns[place < 0 ? bounds.length : place]!.push(word)
  }
  return columns.map((words) => (words.length === 0 ? null : cellOf(joinTouching(words), page)))
}

const total = /^(?:grand |order |net |sub-?)?total\b/i

/** End of the table of a page: at its totals, or after a gap of several lines. */
function endOf(lines: readonly (readonly Word[])[], start: number): number {
  const height = median(lines.flat().map(heightOf))
  for (let i = start; i < lines.length; i++) {
    const gap = i === 0 ? 0 : middleOf(lines[i]![0]!) - middleOf(lines[i - 1]![0]!)
    if (total.test(phrasesOf(lines[i]!)[0]!.text) || (i > start && gap > height * 6)) return i
  }
  return lines.length
}

const widthShared = (columns: readonly (Column | null)[]) => columns.filter((column) => column !== null).length

/** Rows of all pages. A page without a header of its own continues the table of the page before. */
export function rowsOfPages(pages: readonly Page[]): ReadRow[] {
  let columns: { header: Word[]; bounds: number[]; width: number } | null = null
  return pages.flatMap((page) => {
    const lines = linesOf(page.words.filter(({ text }) => text.trim() !== ''))
    const phrases = lines.map((line) => phrasesOf(line))
    const asCells = (i: number) => phrases[i]!.map((phrase) => cellOf(phrase, page))
    const header = bestHeader(phrases, page)
    if (header === -1 && columns === null) return lines.map((_, i) => asCells(i))
    const start = header + 1
    const end = endOf(lines, start)
    if (header >= 0) {
      const words = phrases[header]!
      columns = { header: words, bounds: boundsOf(words, lines.slice(start, end)), width: page.width }
    }
    const used = scaled(columns!, page.width)
    if (total.test(phrases[end]?.[0]!.text ?? '')) columns = null
    return lines.map((line, i) => {
      if (i <= header) return asCells(i)
      return i < end || total.test(phrases[i]![0]!.text) ? rowOf(line, used, page) : asCells(i)
    })
  })
}

const scaled = ({ header, bounds, width }: TableColumns & { width: number }, to: number): TableColumns => ({
  header,
  bounds: bounds.map((bound) => (bound * to) / width),
})

/** The line with the most columns that are known. */
function bestHeader(phrases: readonly (readonly Word[])[], page: Page): number {
  const widths = phrases.map((line) => widthShared(columnsOf(line.map((phrase) => cellOf(phrase, page))) ?? []))
  const most = Math.max(0, ...widths)
  return most === 0 ? -1 : widths.indexOf(most)
}
