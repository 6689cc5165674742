import { operation } from '../../contract/operation.ts'
import { Choice, Type } from '../../contract/schema.ts'
import {
  type Exportable,
  exportableTable,
  ExportablePage,
  exportedPage,
  exportQuery,
  notExported,
} from '../../tables/export_table.ts'
import { readPage } from '../../tables/page.ts'
import { tableQuery } from '../../tables/table.ts'
import { velocityRowTypes, velocityWeeks } from '../known_values.ts'
import { storedOf } from './figures.ts'
import { tableOf, variantTables } from './velocity_tables.ts'
import { velocityLimits, readWindows, weeksOf, weeksQuery, windowFields } from './windows.ts'

const exportables = new Map<string, Exportable>(
  velocityRowTypes.flatMap((type) =>
    velocityWeeks.map((weeks) => {
      const table = tableOf(type, weeks)
      return [table.name, exportableTable(table)] as const
    }),
  ),
)
export const velocityExportables = [...exportables.values()]

const table = variantTables[velocityWeeks[0]]

export const typeQuery = Type.Optional(Choice(velocityRowTypes, 'What a row represents.', { default: 'variants' }))

export const velocityWords = `Velocity is what consumers buy a day and what wholesale ships a day; \`by_demand\` has both. Consumers count by location: the units sold there divided by its in-stock days, added over the locations. A day is tracked from the variant's first ledger row on. A tracked day is an in-stock day if there were units on hand at any time of it, or a sale; every other tracked day is a stockout day. A location without a ledger of its own counts the stock of the others. Wholesale has a rate if it shipped on two or more days: its units divided by all days of the window. Lost units are those of consumers: what they buy a day at each location times its stockout days. If the whole window is before the first ledger row, stock is unknown, not zero: \`basis\` is as_sold, units are divided by all days, and lost units are null. Sales of a bundle count for the bundle. The units that they take of a component are not in its velocity but in \`units_per_day_in_bundles\`, and they count in its weeks of cover.`

export const listVelocity = operation({
  id: 'sales.list_velocity',
  route: 'GET /api/v1/sales/velocity/table',
  summary: 'List velocity',
  description: `Returns a page of the velocity of variants or products over the last ${velocityWeeks.join(', ')} weeks, with stockout days, lost units and lost revenue, the trend against the previous window, weeks of cover, and the class by contribution to net sales.\n\n${velocityWords}\n\nWith \`type=products\`, figures are sums over the variants of the product: velocities are added, and days are days of variants. Lost units and lost revenue are those of the variants where they are known; \`measured_variants\` says how many. ${velocityLimits}`,
  account: 'aggregate',
  query: tableQuery(table, {
    type: typeQuery,
    weeks: Type.Optional(weeksQuery),
    ...exportQuery,
  }),
  answer: ExportablePage(table.row, windowFields),
  async run(call) {
    const { sql, caller, query } = call
    const { type = 'variants', weeks: weeksText, export: isExport, ...rest } = query
    const weeks = weeksOf(weeksText)
    if (isExport) {
      const [page, { fields }] = await Promise.all([
        exportedPage({ ...call, query: rest }, exportables.get(tableOf(type, weeks).name)!),
        readWindows(sql, caller.organization_id, weeks),
      ])
      return { ...page, ...fields }
    }
    const selected = tableOf(type, weeks, await storedOf(sql, caller.organization_id, { type, weeks }))
    const [page, { fields }] = await Promise.all([
      readPage(sql, selected, caller.organization_id, rest),
      readWindows(sql, caller.organization_id, weeks),
    ])
    return { ...page, ...notExported, ...fields } as never
  },
})
