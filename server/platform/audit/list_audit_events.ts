import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { exportableTable, ExportablePage, exportedPage, exportQuery, notExported } from '../../tables/export_table.ts'
import { readPage } from '../../tables/page.ts'
import { tableQuery } from '../../tables/table.ts'
import { auditTable } from './audit_table.ts'

export const auditExportable = exportableTable(auditTable)

export const listAuditEvents = sessionOperation({
  id: 'session.list_audit_events',
  route: 'GET /api/v1/audit-events',
  summary: 'List audit events',
  description: `Returns the audit log of the organisation, newest first: sign-ins of its members, changes of members, roles, API keys, webhooks, connections, secrets and settings, and exports. Each event is recorded in the transaction of the change and kept for ${limits.audit_event_days} days; nothing can change it or delete it earlier. A failed sign-in is recorded in every organisation of the user; one with an unknown e-mail address is not recorded. With \`export\`, a URL of all events as CSV is returned.`,
  service: 'organizations',
  needs: 'admin',
  query: tableQuery(auditTable, exportQuery),
  answer: ExportablePage(auditTable.row),
  async run(call) {
    const { sql, caller, query } = call
    if (query.export) return exportedPage(call, auditExportable)
    return { ...(await readPage(sql, auditTable, caller.organization_id, query)), ...notExported }
  },
})
