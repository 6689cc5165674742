/** Connections to accounting systems, as every operation shows them. */
import type { Sql } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Flag, Instant, Nullable, OwnId, Shape, type Static, Text } from '../../../contract/schema.ts'

export const AccountingConnection = Shape(
  {
    accounting_connection_id: OwnId('The connection.'),
    name: Text('Display name of the connection.', { examples: ['Harbour Books'] }),
    url: Text('URL to which invoices are posted.', { examples: ['https://books.example.com/invoices'] }),
    payments: Nullable(
      Shape(
        {
          url: Text('URL from which payments are read.', { examples: ['https://books.example.com/payments'] }),
          last_read_at: Nullable(Instant('When payments were last read; null before the first time.')),
          fault: Nullable(
            Text('Why the last attempt failed; null if it did not, or before the first.', {
              examples: ['connection_refused'],
            }),
          ),
        },
        {
          description: 'The reading of payments; null without a `payments_url`, or once the connection is deactivated.',
        },
      ),
    ),
    is_active: Flag('Whether the connection is active.'),
    created_at: Instant('When the connection was created.'),
    created_by: Nullable(Text('Name of the user who created the connection; null if the user no longer exists.')),
    deactivated_at: Nullable(Instant('When the connection was deactivated; null if it is active.')),
  },
  { $id: 'AccountingConnection' },
)
export type AccountingConnection = Static<typeof AccountingConnection>

interface ConnectionFilter {
  accounting_connection_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

interface Row extends Omit<AccountingConnection, 'payments'> {
  payments_url: string | null
  last_read_at: string | null
  fault: string | null
}

function shapeConnection({ payments_url, last_read_at, fault, ...connection }: Row): AccountingConnection {
  return { ...connection, payments: payments_url === null ? null : { url: payments_url, last_read_at, fault } }
}

export async function selectConnections(
  sql: Sql,
  organization_id: string,
  filter: ConnectionFilter,
): Promise<AccountingConnection[]> {
  const rows = await sql<Row[]>`
    select c.accounting_connection_id, c.name, c.url, c.is_active, c.created_at, u.name as created_by, c.deactivated_at,
      f.url as payments_url, f.last_read_at, f.fault
    from accounting_connections c
    left join "user" u on u.id = c.created_by
    left join accounting_payment_feeds f on f.organization_id = ${organization_id}
      and f.accounting_connection_id = c.accounting_connection_id
    where c.organization_id = ${organization_id}
      and (${filter.accounting_connection_id ?? null}::uuid is null or c.accounting_connection_id = ${filter.accounting_connection_id ?? null})
      and (${filter.is_active ?? null}::boolean is null or c.is_active = ${filter.is_active ?? null})
    order by c.created_at desc, c.accounting_connection_id desc
    limit ${filter.limit} offset ${filter.offset}`
  return rows.map(shapeConnection)
}

export async function readConnection(
  sql: Sql,
  organization_id: string,
  accounting_connection_id: string,
): Promise<AccountingConnection> {
  const [row] = await selectConnections(sql, organization_id, { accounting_connection_id, limit: 1, offset: 0 })
  return row ?? refuse('not_found', { desc: 'No accounting connection of this organisation has that id.' })
}
