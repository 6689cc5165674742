/** The lists of what is understood of order papers, as the docs site shows them. */
import { closedShapes, openShapes } from '../../selling/order_documents/reading/table/harmless.ts'
import { statedTotals } from '../../selling/order_documents/reading/table/stated_totals.ts'
import { sensitiveWords } from '../../selling/order_documents/reading/table/sensitive.ts'
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
  const reported = sensitiveWords.map(({ words, reason }) => ({
    words: words.split('|').map((word) => word.replace('*', '…')),
    reason,
  }))
  const harmless = [...Map.groupBy([...closedShapes, ...openShapes], ({ reason }) => reason)].map(([reason, all]) => ({
    words: all.flatMap(({ examples }) => examples),
    reason,
  }))
  const totals = statedTotals.map(({ meaning, examples }) => ({ words: examples, reason: meaning }))
  return `${JSON.stringify({ columns, units, totals, passed_over, reported, harmless }, null, 2)}\n`
}
