import { hostOf, recordAudit } from '../../audit/record.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Flag, Id, Instant, Line, Nullable, OwnId, Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { newSigningSecret } from '../../secrets/secret_box.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'

const service = 'purchase_order'
const limit_default = 50

const WarehouseConnection = Shape(
  {
    connection_id: OwnId('The connection.'),
    name: Text('Display name of the connection.', { examples: ['Harbour Logistics'] }),
    location_id: OwnId('The location of the warehouse.'),
    location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
    url: Text('URL to which inbounds are posted.', { examples: ['https://wms.example.com/inbounds'] }),
    fulfilment_url: Nullable(
      Text('URL to which requests to ship sales orders are posted; null if the warehouse takes none.', {
        examples: ['https://wms.example.com/shipments'],
      }),
    ),
    report_url: Text(
      'URL under which the warehouse reports: shipments to it and `/shipments`, counts to it and `/counts`.',
      { examples: ['https://us.example.com/callbacks/warehouses/0198c2f4/0198c2f5'] },
    ),
    has_report_secret: Flag('Whether there is a secret for the reports; without one they are refused.'),
    is_active: Flag('Whether the connection is active.'),
    created_at: Instant('When the connection was created.'),
    created_by: Nullable(Text('Name of the user who created the connection; null if the user no longer exists.')),
    deactivated_at: Nullable(Instant('When the connection was deactivated; null if it is active.')),
  },
  { $id: 'WarehouseConnection' },
)
type WarehouseConnection = Static<typeof WarehouseConnection>
type Selected = Omit<WarehouseConnection, 'report_url'>

interface Filter {
  connection_id?: string
  is_active?: boolean
  limit: number
  offset: number
}

const selectConnections = (sql: Sql, organization_id: string, filter: Filter) => sql<Selected[]>`
  select c.connection_id, c.name, c.location_id, lo.name as location_name, c.url, c.fulfilment_url,
    c.encrypted_report_secret is not null as has_report_secret, c.is_active, c.created_at, u.name as created_by,
    c.deactivated_at
  from warehouse_connections c
  join locations lo on lo.organization_id = c.organization_id and lo.location_id = c.location_id
  left join "user" u on u.id = c.created_by
  where c.organization_id = ${organization_id}
    and (${filter.connection_id ?? null}::uuid is null or c.connection_id = ${filter.connection_id ?? null})
    and (${filter.is_active ?? null}::boolean is null or c.is_active = ${filter.is_active ?? null})
  order by c.created_at desc, c.connection_id desc
  limit ${filter.limit} offset ${filter.offset}`

interface Call {
  sql: Sql
  caller: { organization_id: string }
  base_url: string
}

/** Adds where the warehouse reports to. */
const withReportUrl =
  ({ caller: { organization_id }, base_url }: Omit<Call, 'sql'>) =>
  (row: Selected): WarehouseConnection => ({
    connection_id: row.connection_id,
    name: row.name,
    location_id: row.location_id,
    location_name: row.location_name,
    url: row.url,
    fulfilment_url: row.fulfilment_url,
    report_url: `${base_url}/callbacks/warehouses/${organization_id}/${row.connection_id}`,
    has_report_secret: row.has_report_secret,
    is_active: row.is_active,
    created_at: row.created_at,
    created_by: row.created_by,
    deactivated_at: row.deactivated_at,
  })

async function readConnection({ sql, ...call }: Call, connection_id: string): Promise<WarehouseConnection> {
  const [row] = await selectConnections(sql, call.caller.organization_id, { connection_id, limit: 1, offset: 0 })
  if (row === undefined) refuse('not_found', { desc: 'No warehouse connection of this organisation has that id.' })
  return withReportUrl(call)(row)
}

export const listWarehouseConnections = sessionOperation({
  id: 'session.list_warehouse_connections',
  route: 'GET /api/v1/warehouse-connections',
  summary: 'List warehouse connections',
  description: 'Returns the connections to warehouses that receive inbounds, newest first. Tokens are never returned.',
  service,
  needs: 'admin',
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active connections, false only inactive ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(WarehouseConnection),
  async run({ sql, caller, base_url, query: { offset = 0, limit = limit_default, is_active } }) {
    const { organization_id } = caller
    return countedPage(
      offset,
      selectConnections(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from warehouse_connections
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
      withReportUrl({ caller, base_url }),
    )
  },
})

export const createWarehouseConnection = sessionOperation({
  id: 'session.create_warehouse_connection',
  route: 'POST /api/v1/warehouse-connections',
  summary: 'Create a warehouse connection',
  desc: ({ name, location_name }) => `${location_name} is now connected to ${name}.`,
  description:
    'Connects a location to its warehouse system, so that orders to the location can be sent there. The URL must use https, contain no user name, and resolve only to public addresses; this is checked again at every attempt. With a `fulfilment_url`, sales orders can be released to it too. The token is stored encrypted and never returned. To change it, deactivate the connection and create a new one; inbounds keep their ids. A location has at most one active connection.',
  service,
  needs: 'admin',
  status: 201,
  body: Shape({
    name: Line('Display name of the connection.', {
      maxLength: limits.name_length_max,
      examples: ['Harbour Logistics'],
    }),
    location_id: Id('The location of the warehouse.'),
    url: Text('URL to which inbounds are posted.', {
      minLength: 1,
      maxLength: 2_000,
      examples: ['https://wms.example.com/inbounds'],
    }),
    fulfilment_url: Type.Optional(
      Nullable(
        Text('URL to which requests to ship sales orders are posted; left out or null if the warehouse takes none.', {
          minLength: 1,
          maxLength: 2_000,
          examples: ['https://wms.example.com/shipments'],
        }),
      ),
    ),
    bearer_token: Text('Token that the warehouse expects after `Authorization: Bearer`.', {
      minLength: 8,
      maxLength: 2_000,
      pattern: '^[\\x21-\\x7e]+$',
      'x-rule': 'must be ASCII without spaces and control characters',
      examples: ['wms_5mQ2c8Zr1vK9'],
    }),
  }),
  answer: WarehouseConnection,
  refusals: ['conflict'],
  conflict: 'The location already has an active connection.',
  // The host name is resolved before the transaction opens, so that no transaction waits for DNS.
  prepare: async ({ body: { url, fulfilment_url }, webhooks }) => ({
    url: await webhooks.checkAddress(url),
    fulfilment_url: fulfilment_url == null ? null : await webhooks.checkAddress(fulfilment_url),
  }),
  async run({ sql, caller, base_url, body, prepared, webhooks }) {
    const { organization_id, user_id } = caller
    const { name, location_id, url, fulfilment_url = null, bearer_token } = body
    for (const [field, checked] of Object.entries(prepared))
      if (checked !== null && 'rule' in checked) refuseField(field, checked.rule)
    if (name.trim() === '') refuseField('name', 'must not be blank')
    await checkFree(sql, organization_id, location_id)
    const connection_id = uuidv7()
    await sql`
      insert into warehouse_connections (organization_id, connection_id, name, location_id, url, fulfilment_url,
        encrypted_token, created_by)
      values (${organization_id}, ${connection_id}, ${name.trim()}, ${location_id}, ${url}, ${fulfilment_url},
        ${webhooks.encrypt(bearer_token, connection_id)}, ${user_id})`
    await recordAudit(sql, caller, {
      kind: 'connection.created',
      subject_id: connection_id,
      subject: name.trim(),
      sentence: `Warehouse connection ${name.trim()} to ${hostOf(url)} created.`,
    })
    return readConnection({ sql, caller, base_url }, connection_id)
  },
})

/** Locks the location's row, so that of two concurrent connections the second sees the first. */
async function checkFree(sql: Sql, organization_id: string, location_id: string): Promise<void> {
  const [location] = await sql<{ name: string; is_active: boolean }[]>`
    select name, is_active from locations
    where organization_id = ${organization_id} and location_id = ${location_id} for no key update`
  if (location === undefined) return refuseField('location_id', 'must be a location of this organisation')
  if (!location.is_active) refuseField('location_id', `must be an active location; ${location.name} is inactive`)
  const [activeConnection] = await sql<{ name: string }[]>`
    select name from warehouse_connections
    where organization_id = ${organization_id} and location_id = ${location_id} and is_active`
  if (activeConnection !== undefined)
    refuse('conflict', {
      desc: `${location.name} is already connected to ${activeConnection.name}. Deactivate that connection first.`,
    })
}

export const createReportSecret = sessionOperation({
  id: 'session.create_report_secret',
  route: 'POST /api/v1/warehouse-connections/{connection_id}/report-secret',
  summary: 'Create a report secret',
  desc: ({ name }) => `Report secret of ${name} created. It is shown only once.`,
  description:
    'Creates the secret with which the warehouse signs its reports, in place of the one before, and returns it once. A report is a POST to `report_url` and `/shipments` or `/counts`, with the header X-Service-Signature: `t=<unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>>`. A t more than 300 seconds away is refused. Fails with `conflict` if the connection is deactivated.',
  service,
  needs: 'admin',
  status: 201,
  params: Shape({ connection_id: Id('The connection.') }),
  answer: Shape({
    connection_id: OwnId('The connection.'),
    name: Text('Display name of the connection.', { examples: ['Harbour Logistics'] }),
    report_url: Text('URL under which the warehouse reports.', {
      examples: ['https://us.example.com/callbacks/warehouses/0198c2f4/0198c2f5'],
    }),
    secret: Text('Secret of the reports. It is shown only in this response.', {
      examples: ['whsec_0l0IYDQmHnQbW3iYGqGkJ8jRVmEnwSVkBLFh1vKcP9c'],
    }),
  }),
  refusals: ['not_found', 'conflict'],
  conflict: 'The connection is deactivated.',
  async run({ sql, caller, base_url, params: { connection_id }, secrets }) {
    const { organization_id } = caller
    const { name, report_url, is_active } = await readConnection({ sql, caller, base_url }, connection_id)
    if (!is_active) refuse('conflict', { desc: `The connection to ${name} is deactivated.` })
    const secret = newSigningSecret()
    await sql`
      update warehouse_connections set encrypted_report_secret = ${secrets.encrypt(secret, connection_id)}
      where organization_id = ${organization_id} and connection_id = ${connection_id}`
    await recordAudit(sql, caller, {
      kind: 'connection.secret_rotated',
      subject_id: connection_id,
      subject: name,
      sentence: `Warehouse connection ${name} got a new report secret.`,
    })
    return { connection_id, name, report_url, secret }
  },
})

export const deactivateWarehouseConnection = sessionOperation({
  id: 'session.deactivate_warehouse_connection',
  route: 'POST /api/v1/warehouse-connections/{connection_id}/deactivate',
  summary: 'Deactivate a warehouse connection',
  desc: ({ name }) => `The connection to ${name} is deactivated.`,
  description:
    'Deactivates a connection. Nothing more is sent over it, and queued messages fail. It stays listed and cannot be activated again; deactivating it twice changes nothing.',
  service,
  needs: 'admin',
  params: Shape({ connection_id: Id('The connection.') }),
  answer: WarehouseConnection,
  refusals: ['not_found'],
  async run({ sql, caller, base_url, params: { connection_id }, now }) {
    const { organization_id } = caller
    const { count } = await sql`
      update warehouse_connections set is_active = false, deactivated_at = ${now}
      where organization_id = ${organization_id} and connection_id = ${connection_id} and is_active`
    const connection = await readConnection({ sql, caller, base_url }, connection_id)
    const { name } = connection
    const sentence = `Warehouse connection ${name} deactivated.`
    if (count > 0)
      await recordAudit(sql, caller, { kind: 'connection.removed', subject_id: connection_id, subject: name, sentence })
    return connection
  },
})
