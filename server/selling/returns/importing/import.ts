import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { counted } from '../../../contract/outcome.ts'
import { operation } from '../../../contract/operation.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { Count, Nullable, OpenChoice, Shape, Text, Type, uuidPattern, Whole } from '../../../contract/schema.ts'
import { IgnoredColumns } from '../../../imports/request_fields.ts'
import { servedUpload } from '../../../files/remove_after.ts'
import { emit } from '../../../outbox/emit.ts'
import { authorOf } from '../create.ts'
import { type FileRow, readReturnsFile, ReturnsImport } from './import_file.ts'
import {
  groupRows,
  type NamedIds,
  refusedRows,
  requestOf,
  type RowGroup,
  type RowReport,
  storedRows,
  unnamedRow,
} from './import_rows.rules.ts'
import type { ReturnRequest } from '../new_return.model.ts'
import { type ComposedReturn, composeReturn } from '../compose_return.rules.ts'
import { lockOrders, readReturnFacts } from '../return_facts.store.ts'
import { readReturns } from '../store.ts'
import { writeReturns } from '../write_returns.ts'

const numberOf = (words: string, example: number) => Whole(`Number of returns ${words}.`, { examples: [example] })

export const importReturns = operation({
  id: 'returns.import',
  route: 'POST /api/v1/sales/returns/import',
  summary: 'Import returns',
  desc: ({ created, unchanged, refused }) =>
    `${counted(created, 'return')} created, ${unchanged.toLocaleString('en-US')} unchanged, ${refused.toLocaleString('en-US')} refused.`,
  description: `Creates the returns of an uploaded file, with origin \`import\` and under the rules of creating a return. The first non-empty row of the first sheet is the header row; further sheets with the same headers are read with it. Rows with one number are one return; a return is either created whole or refused; a refused one does not stop the others. A number that was imported before from the same \`source_system\` is left unchanged, so importing a file again changes nothing. Each row is reported with its outcome. The uploaded file is deleted afterwards, since such files name people. At most ${limits.return_import_rows_max.toLocaleString('en-US')} rows. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  body: ReturnsImport,
  answer: Shape({
    created: numberOf('created', 1),
    unchanged: numberOf('that were imported before', 0),
    refused: numberOf('refused', 0),
    ignored_columns: IgnoredColumns,
    rows: Type.Array(
      Shape({
        row_number: Count('Number of the row, as a spreadsheet shows it.', { examples: [2] }),
        reference: Nullable(
          Text('Number of the return in the file; null if the cell is empty.', { examples: ['RMA-7'] }),
        ),
        outcome: OpenChoice(['created', 'unchanged', 'refused'], 'What happened to the return of the row.'),
        return_id: Nullable(Whole('Id of the return; null if it was refused.', { examples: [311] })),
        code: Nullable(Text('Error code that creating the return would answer; null if it was not refused.')),
        sentence: Nullable(Text('Why the row was refused; null if it was not.')),
      }),
      { description: 'Every row of the file, in its order.' },
    ),
  }),
  emits: ['return.created'],
  prepare: ({ caller, body, files }) => readReturnsFile(caller.organization_id, files, body),
  async run({ sql, caller, body, now, prepared: { rows, ignored_columns } }) {
    const { organization_id } = caller
    const source_system = body.source_system?.trim() ?? 'file'
    const { groups, unnamed } = groupRows(rows)
    await lockImports(sql, organization_id)
    const [known, named] = await Promise.all([
      readKnown(sql, organization_id, source_system, groups),
      readNamed(sql, organization_id, rows),
    ])
    const fresh = groups.filter(({ reference }) => !known.has(reference))
    const { composed, refused } = await composeGroups(sql, caller, fresh, named, source_system)
    const author = authorOf(caller, now)
    const ids = await writeReturns(
      sql,
      author,
      composed.map((one) => one.values),
    )
    const records = await readReturns(sql, organization_id, ids)
    await emit(
      sql,
      organization_id,
      records.map((record) => ({ event: 'return.created', record })),
    )
    await servedUpload(sql, organization_id, body.s3_key)
    const unchanged = groups.filter(({ reference }) => known.has(reference))
    const reports = [
      ...unnamed.map(unnamedRow),
      ...refused,
      ...composed.flatMap(({ group }, i) => storedRows(group, 'created', ids[i]!)),
      ...unchanged.flatMap((group) => storedRows(group, 'unchanged', known.get(group.reference)!)),
    ]
    return {
      created: composed.length,
      unchanged: unchanged.length,
      refused: fresh.length - composed.length,
      ignored_columns,
      rows: reports.toSorted((one, other) => one.row_number - other.row_number),
    }
  },
})

/** Imports of one organisation follow each other, so that the same file at once creates nothing twice. */
const lockImports = (sql: Sql, organization_id: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`${organization_id} returns import`}, 0))`

async function readKnown(
  sql: Sql,
  organization_id: string,
  source_system: string,
  groups: readonly RowGroup[],
): Promise<Map<string, number>> {
  const known = await sql<{ external_id: string | null; return_id: number }[]>`
    select external_id, return_id::float8 as return_id from returns
    where organization_id = ${organization_id} and source_system = ${source_system}
      and external_id = any(${groups.map(({ reference }) => reference)}::text[])`
  return new Map(known.map(({ external_id, return_id }) => [external_id!, return_id]))
}

type NamedRow = { kind: string; id: string; name: string }

/** Ids and names compare without regard to case; an order is found by its own name, as it is spelled. */
async function readNamed(sql: Sql, organization_id: string, rows: readonly FileRow[]): Promise<NamedIds> {
  const texts = (field: 'order' | 'location' | 'channel') => [...new Set(rows.flatMap((row) => row[field] ?? []))]
  const ids = (all: readonly string[]) => all.filter((text) => uuidPattern.test(text))
  const lower = (all: readonly string[]) => all.map((text) => text.toLowerCase())
  const [orders, locations, channels] = [texts('order'), texts('location'), texts('channel')]
  const namedRows = await sql<NamedRow[]>`
    select 'order' as kind, order_id as id, name from sales_orders
    where organization_id = ${organization_id} and name = any(${orders}::text[])
    union select 'order', order_id, order_id::text from sales_orders
    where organization_id = ${organization_id} and order_id = any(${ids(orders)}::uuid[])
    union select 'location', location_id, name from locations
    where organization_id = ${organization_id}
      and (lower(name) = any(${lower(locations)}::text[]) or location_id = any(${ids(locations)}::uuid[]))
    union select 'location', location_id, location_id::text from locations
    where organization_id = ${organization_id} and location_id = any(${ids(locations)}::uuid[])
    union select 'channel', sales_channel_id, name from sales_channels
    where organization_id = ${organization_id}
      and (lower(name) = any(${lower(channels)}::text[]) or sales_channel_id = any(${ids(channels)}::uuid[]))
    union select 'channel', sales_channel_id, sales_channel_id::text from sales_channels
    where organization_id = ${organization_id} and sales_channel_id = any(${ids(channels)}::uuid[])`
  const of = (kind: string) => {
    const byName = new Map<string, string[]>()
    for (const row of namedRows.filter((one) => one.kind === kind)) {
      const name = row.name.toLowerCase()
      byName.set(name, [...new Set([...(byName.get(name) ?? []), row.id])])
    }
    return byName
  }
  return { orders: of('order'), locations: of('location'), sales_channels: of('channel') }
}

interface ComposedGroup {
  group: RowGroup
  values: ComposedReturn
}

/** Returns are composed in the order of the file on one set of facts, so that together they take what one may. */
async function composeGroups(
  sql: Sql,
  caller: { organization_id: string; currency: string },
  groups: readonly RowGroup[],
  named: NamedIds,
  source_system: string,
): Promise<{ composed: ComposedGroup[]; refused: RowReport[] }> {
  const refused: RowReport[] = []
  const attempt = <T>(group: RowGroup, act: () => T): T[] => {
    try {
      return [act()]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(...refusedRows(group, error))
      return []
    }
  }
  const requests = groups.flatMap((group): { group: RowGroup; request: ReturnRequest }[] =>
    attempt(group, () => ({ group, request: requestOf(group, named, source_system) })),
  )
  const orderIds = requests.flatMap(({ request }) => request.order_id ?? [])
  const orders = await lockOrders(sql, caller.organization_id, orderIds)
  const facts = await readReturnFacts(
    sql,
    caller,
    requests.map(({ request }) => request),
    orders,
  )
  const composed = requests.flatMap(({ group, request }): ComposedGroup[] =>
    attempt(group, () => ({ group, values: composeReturn(request, 'import', facts) })),
  )
  return { composed, refused }
}
