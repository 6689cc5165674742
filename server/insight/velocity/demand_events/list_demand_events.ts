import { operation } from '../../../contract/operation.ts'
import {
  exportableTable,
  ExportablePage,
  exportedPage,
  exportQuery,
  notExported,
} from '../../../tables/export_table.ts'
import { readPage } from '../../../tables/page.ts'
import { tableQuery } from '../../../tables/table.ts'
import { eventsTable } from './events_table.ts'

export const eventsExportable = exportableTable(eventsTable)

export const listDemandEvents = operation({
  id: 'sales.list_demand_events',
  route: 'GET /api/v1/sales/velocity/events/table',
  summary: 'List demand events',
  description:
    'Returns a page of the periods that changed demand, archived ones included, latest first: promotions, holidays, stockouts, press coverage and price changes, with what they concern. Events are recorded in the app.',
  account: 'aggregate',
  query: tableQuery(eventsTable, exportQuery),
  answer: ExportablePage(eventsTable.row),
  async run(call) {
    const { sql, caller, query } = call
    if (query.export) return exportedPage(call, eventsExportable)
    return { ...(await readPage(sql, eventsTable, caller.organization_id, query)), ...notExported }
  },
})
