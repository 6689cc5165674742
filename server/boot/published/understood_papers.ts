/** The lists of what is understood of order papers, as the docs site shows them. */
import {
  passedOverColumns,
  passedOverLabels,
  understoodColumns,
  understoodUnits,
} from '../../selling/order_documents/reading/table/understood.ts'

const wordsOf = (list: string) => list.split('|').map((word) => word.replaceAll(' ?', ' '))

export function understoodPapersText(): string {
  const columns = Object.entries(understoodColumns).map(([column, { meaning, headers }]) => ({
    column,
    meaning,
    headers: wordsOf(headers),
  }))
  const passed_over = [
    ...passedOverColumns.map(({ headers, reason }) => ({ words: wordsOf(headers), reason })),
    ...passedOverLabels.map(({ labels, reason }) => ({ words: wordsOf(labels), reason })),
  ]
  const units = understoodUnits.map(({ words, units: count }) => ({ words: wordsOf(words), units: count }))
  return `${JSON.stringify({ columns, units, passed_over }, null, 2)}\n`
}
