/** Papers as lines of text: `a | b || c` are the cells of a row, an empty line begins another sheet. */
import { readGrid } from '../../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { Cell, ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'

export const cellOf = (text: string, cell: string | null): Cell => ({
  text,
  confidence: 1,
  place: { page: cell === null ? 1 : null, box: null, cell },
})

const rowsOf = (lines: readonly string[], isSheet: boolean): ReadRow[] =>
  lines.map((line, at) =>
    line === ''
      ? []
      : line.split('|').map((text, i) => {
          const place = isSheet ? `${String.fromCodePoint(65 + i)}${at + 1}` : null
          return text.trim() === '' ? null : cellOf(text.trim(), place)
        }),
  )

export const readSheet = (lines: readonly string[], texts: readonly Cell[] = [], parties: readonly string[] = []) =>
  readGrid(rowsOf(lines, true), { page_count: null, is_recognised: false }, { texts, parties })
export const readPage = (...lines: string[]) => readGrid(rowsOf(lines, false), { page_count: 1, is_recognised: true })

type Reading = ReturnType<typeof readGrid>
export const problemsOf = ({ problems }: Reading) => problems.map(({ code, sentence }) => `${code} ${sentence}`)
export const linesOf = ({ lines }: Reading) =>
  lines.map(({ values, quantity, unit_price_cents }) => [
    values.sku?.text ?? values.style?.text ?? values.item?.text,
    quantity,
    unit_price_cents,
  ])
