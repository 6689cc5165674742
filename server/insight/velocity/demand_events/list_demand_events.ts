import { operation } from '../../../contract/operation.ts'
import { Flag, Type } from '../../../contract/schema.ts'
import { ExportLink, exportableTable, exportTable } from '../../../tables/export_table.ts'
import { readPage } from '../../../tables/page.ts'
import { Page, tableQuery } from '../../../tables/table.ts'
import { eventsTable } from './events_table.ts'

export const eventsExportable = exportableTable(eventsTable)

export const listDemandEvents = operation({
  id: 'sales.list_demand_events',
  route: 'GET /api/v1/sales/velocity/events/table',
  summary: 'List demand events',
  description:
    'Returns a page of the periods that changed demand, archived ones included, latest first: promotions, holidays, stockouts, press coverage and price changes, with what they concern. Events are recorded in the app.',
  account: 'aggregate',
  query: tableQuery(eventsTable, {
    export: Type.Optional(
      Flag('Whether to return a URL that streams every row of the filtered table as CSV instead of a page.', {
        default: false,
      }),
    ),
  }),
  answer: Type.Union([Page(eventsTable.row), ExportLink]),
  async run(call) {
    const { sql, caller, query } = call
    if (query.export) return exportTable(call as Parameters<typeof exportTable>[0], eventsExportable)
    return readPage(sql, eventsTable, caller.organization_id, query)
  },
})
