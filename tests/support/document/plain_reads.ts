/** Every read of both surfaces, sent once as plainly as its declaration allows, with ids that exist. */
import { publicOperations, sessionOperations } from '../../../server/boot/operations.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import type { SessionFixture } from '../fixtures/session_fixture.ts'
import type { Planner, Recorded } from '../plans.ts'
import { call, type Tenant } from '../service/tenant.ts'
import { idFor, kindIn } from './foreign.ts'
import { planRequest, targetOf } from './requests.ts'

export const reads = [...publicOperations, ...sessionOperations].filter(({ method }) => method === 'GET')

interface Reader {
  planner: Planner
  tenant: Tenant
  fixture: SessionFixture
}

/** Ids from every table of the organisation that has such a column; the fixture's come first. */
async function idsNamed({ tenant, fixture }: Reader, name: string): Promise<string[]> {
  const { sql } = tenant.service.database
  const tables = await sql<{ table: string }[]>`
    select a.table_name as table from information_schema.columns a
    join information_schema.columns o using (table_schema, table_name)
    where a.table_schema = 'public' and a.column_name = ${name} and o.column_name = 'organization_id' order by 1`
  const found = await Promise.all(
    tables.map(
      ({ table }) =>
        sql<{ id: string | null }[]>`
        select min(${sql(name)}::text) as id from ${sql(table)} where organization_id = ${tenant.organization_id}`,
    ),
  )
  const known = idFor(fixture.ids, name)
  return [...new Set([known, ...found.map(([row]) => row?.id)].filter((id) => typeof id === 'string'))]
}

/** Sends a plain request for an operation. If a name has ids of several kinds, the one that is found is used. */
export async function readPlainly(
  reader: Reader,
  operation: Operation,
): Promise<{ recorded: Recorded[]; text: string }> {
  const { planner, tenant, fixture } = reader
  const credentials =
    operation.surface === 'public'
      ? { key: tenant.api_key }
      : { key: fixture.user_token, headers: { 'X-Organization-ID': tenant.organization_id } }
  const last = /\{(\w+)\}[^{]*$/.exec(operation.path)?.[1] ?? ''
  const candidates = last === '' || last === 'organization_id' ? [undefined] : await idsNamed(reader, last)
  let answer = ''
  for (const id of candidates) {
    const fill = (name: string) => (name === last ? id : idFor(fixture.ids, kindIn(operation, name)))
    const target = targetOf(planRequest(operation, tenant.organization_id, fill))
    planner.take()
    const { status, text } = await call(tenant.service, 'GET', target, credentials)
    const recorded = planner.take()
    if (status === operation.status) return { recorded, text }
    answer = `${status} ${text.slice(0, 300)}`
  }
  throw new Error(`${operation.id} needs ids that exist: ${answer}`)
}
