/**
 * The plans of the statements that operations run. The service gets a recording client for its reads; the statements
 * that a request sends are then explained with their own parameters, and the scans of their plans are returned.
 */
import postgres from 'postgres'
import { arrayOfElement, valueTypes } from '../../db/client/values.ts'
import type { Sql } from '../../server/contract/call.ts'
import type { TestDatabase } from './database.ts'
import { startService, type TestService } from './service/service.ts'

export interface Recorded {
  text: string
  params: unknown[]
}

export interface Scan {
  table: string
  /** As EXPLAIN spells it, e.g. Seq Scan, Index Only Scan. */
  node: string
  index: string | null
  /** Rows that were read, including those that a filter removed. */
  rows_read: number
  /** How often the scan was executed. */
  loops: number
}

interface PlanNode {
  'Node Type': string
  'CTE Name'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

type Options = NonNullable<Parameters<typeof postgres>[1]>

/** A client with the settings of the service's own connections. */
function openClient(url: string, debug?: Options['debug']): postgres.Sql {
  const options = {
    max: 4,
    fetch_types: false,
    types: valueTypes(),
    connection: { TimeZone: 'UTC', DateStyle: 'ISO' },
    ...(debug ? { debug } : {}),
  }
  const client = postgres(url, options as unknown as Options)
  const { shared } = client.options as unknown as { shared: { typeArrayMap: Record<number, number> } }
  Object.assign(shared.typeArrayMap, arrayOfElement())
  return client as unknown as postgres.Sql
}

/** Rows that a step of a plan looked at, in all its executions. */
function rowsReadBy(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)
  return Math.round(((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 1))
}

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf)
  if (node['Relation Name'] === undefined) return below
  const scan = {
    table: node['Relation Name'],
    node: node['Node Type'],
    index: node['Index Name'] ?? null,
    rows_read: rowsReadBy(node),
    loops: node['Actual Loops'] ?? 1,
  }
  return [scan, ...below]
}

/** A step of a plan, and the rows that it looked at: of joins and of intermediate results too. */
export interface Step {
  name: string
  rows_read: number
}

const stepsOf = (node: PlanNode): Step[] => [
  {
    name: [node['Node Type'], node['Relation Name'] ?? node['CTE Name']].filter(Boolean).join(' of '),
    rows_read: rowsReadBy(node),
  },
  ...(node.Plans ?? []).flatMap(stepsOf),
]

/** Runs one statement of a writing transaction under EXPLAIN ANALYZE; its changes stay. */
export async function explainWrite(tx: postgres.Sql, statement: (sql: Sql) => unknown): Promise<Scan[]> {
  let whole: Part | undefined
  // Parts are created before the statement that contains them, so the last one is the complete statement.
  statement(
    ((first: TemplateStringsArray | string, ...values: unknown[]) =>
      (whole = typeof first === 'string' ? new Part([`"${first}"`], []) : new Part(first, values))) as unknown as Sql,
  )
  return scansOf(await planOf(tx, whole!.write({ text: '', params: [] })))
}

/** A part declared at module level (db/sql/fragment.ts). */
const isFragment = (value: unknown): value is { strings: readonly string[]; args: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'strings' in value && 'args' in value

/** A statement or a part of one from a template. It is never sent: awaiting it returns no rows immediately. */
class Part extends Promise<never[]> {
  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[],
  ) {
    super((resolve) => resolve([]))
  }
  static override get [Symbol.species]() {
    return Promise
  }
  write(into: Recorded): Recorded {
    for (const [i, text] of this.texts.entries()) {
      into.text += text
      const value = this.values[i]
      if (value instanceof Part) value.write(into)
      else if (isFragment(value)) new Part(value.strings, value.args).write(into)
      else if (i < this.values.length) into.text += `$${into.params.push(value)}`
    }
    return into
  }
}

/** Runs the work in a transaction and rolls it back. */
export async function rolledBack<T>(sql: postgres.Sql, work: (tx: postgres.Sql) => Promise<T>): Promise<T> {
  const connection = await sql.reserve()
  try {
    await connection`begin`
    return await work(connection)
  } finally {
    await connection`rollback`
    connection.release()
  }
}

async function planOf(sql: postgres.Sql, { text, params }: Recorded): Promise<PlanNode> {
  const [row] = await sql.unsafe(`explain (analyze, format json) ${text}`, params as never[])
  const [explained] = row!['QUERY PLAN'] as { Plan: PlanNode }[]
  return explained!.Plan
}

/** Statistics target of a column; a sample has 300 times as many rows. */
const statisticsTarget = 1_000

/**
 * Vacuums a table of up to 300,000 rows and analyses all of them. The usual sample of 30,000 rows can contain too few of
 * a rare value by chance, and the plans of statements that filter on it then differ from run to run.
 */
export async function analyzeWhole(sql: postgres.Sql, table: string): Promise<void> {
  const connection = await sql.reserve()
  try {
    await connection.unsafe(`set default_statistics_target = ${statisticsTarget}`)
    await connection`vacuum (analyze) ${connection(table)}`
  } finally {
    await connection`reset default_statistics_target`
    connection.release()
  }
}

export interface Planner {
  service: TestService
  /** The statements sent since the last call. */
  take: () => Recorded[]
  /** Runs a read under EXPLAIN ANALYZE. */
  explain: (statement: Recorded) => Promise<Scan[]>
  /** The same, with the steps that are no scans. */
  steps: (statement: Recorded) => Promise<Step[]>
  stop: () => Promise<void>
}

export async function startPlanner(database?: TestDatabase): Promise<Planner> {
  const service = await startService({}, database)
  const { url } = service.database
  let recorded: Recorded[] = []
  const recorder = openClient(url, (_, text, params) => recorded.push({ text, params: [...params] }))
  const explainer = openClient(url)
  const { db } = service.running!.context
  const { of } = db
  Object.assign(db, {
    reads: recorder,
    of: (organization_id: string) => ({ ...of(organization_id), reads: recorder }),
  })
  return {
    service,
    take: () => {
      const recordedPlans = recorded
      recorded = []
      return recordedPlans
    },
    explain: async (statement) => scansOf(await planOf(explainer, statement)),
    steps: async (statement) => stepsOf(await planOf(explainer, statement)),
    stop: async () => {
      await service.stop()
      await recorder.end({ timeout: 2 })
      await explainer.end({ timeout: 2 })
    },
  }
}
