/** The rows that a cut of the weekly trade report has: which facts and which plan cells belong to each. */
import { named } from '../../../contract/openapi/named.ts'
import type { Sql } from '../../../contract/call.ts'
import type { Cell } from '../../buy_plans/cells/cells.store.ts'
import { categoryKey } from '../../buy_plans/cells/sums.rules.ts'
import { noCategory } from './trade_report.rules.ts'
import { readCategoryNames, readChannelNames, readCommitmentCovers } from './trade_sales.store.ts'

export const cuts = named('TradeReportCut', ['category', 'channel', 'commitment'])
export type Cut = (typeof cuts)[number]

export interface Group {
  key: string
  label: string
  /** Whether a fact with this key counts in the row. */
  hasFact: (key: string) => boolean
  hasCell: (cell: Cell) => boolean
}

const cellCategory = (cell: Cell) => categoryKey(cell) || noCategory

const byCategory = (key: string, label: string, has: (category: string) => boolean): Group => ({
  key,
  label,
  hasFact: has,
  hasCell: (cell) => has(cellCategory(cell)),
})

const isSame = (key: string) => (other: string) => other === key

async function commitmentGroups(sql: Sql, organization_id: string): Promise<Group[]> {
  const covers = await readCommitmentCovers(sql, organization_id)
  const isCovered = (category: string) =>
    covers.some(({ category_ids }) => category_ids === null || category_ids.includes(category))
  return [
    ...covers.map(({ key, name, category_ids }) =>
      byCategory(key, name, (category) => category_ids === null || category_ids.includes(category)),
    ),
    byCategory('uncovered', 'Not covered by a commitment', (category) => !isCovered(category)),
  ]
}

/** Rows by name; products without a category, or categories without a commitment, last. */
export async function readGroups(sql: Sql, organization_id: string, cut: Cut): Promise<Group[]> {
  if (cut === 'commitment') return commitmentGroups(sql, organization_id)
  if (cut === 'category')
    return [
      ...(await readCategoryNames(sql, organization_id)).map(({ key, name }) => byCategory(key, name, isSame(key))),
      byCategory(noCategory, 'No category', isSame(noCategory)),
    ]
  return (await readChannelNames(sql, organization_id)).map(({ key, name }) => ({
    key,
    label: name,
    hasFact: isSame(key),
    hasCell: (cell) => cell.sales_channel_id === key,
  }))
}

export const everything: Group = { key: 'total', label: 'Total', hasFact: () => true, hasCell: () => true }
