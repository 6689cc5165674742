/** `npm run verify`: compares every derived table with the rows that it follows from; exits 1 where one differs. */
import process from 'node:process'
import postgres from 'postgres'
import { endWith, readCommandLine } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { engines } from './boot/derived/registry.ts'
import type { Difference, Engine, Verify, Verified, VerifyOptions } from './boot/derived/engine.ts'
import { progressOf } from './boot/progress_bar.ts'
import { uuidPattern } from './contract/schema.ts'
import type { Sql } from './contract/sql.ts'
import { readSettings } from './settings/settings.ts'
import { runStatement } from './tables/page.ts'

const usage = `Compares every derived table, such as stock levels, sales by day and their sums, with the rows that it follows from.

  npm run verify -- [--organization <id>] [--full]

  --organization <id>  only this organisation
  --full               every row, instead of those that changed since the last verification

Prints one line for each table, and the first differences of each. Exits 1 if a table differs. npm run ledger:verify and
npm run sales:verify do the same.
`

interface TableReport {
  table: string
  rows: number
  /** Null where nothing can be compared. */
  differences: readonly Difference[] | null
  reason: string | null
}

interface Report {
  tables: TableReport[]
  warnings: NonNullable<Verified['warnings']>
  notes: NonNullable<Verified['notes']>
}

const countRows = async (sql: Sql, table: string, only: string | undefined): Promise<number> => {
  const text = `select count(*)::float8 as rows from ${table} where $1::uuid is null or organization_id = $1`
  const [found] = await runStatement<{ rows: number }>(sql, { text, params: [only ?? null] })
  return found!.rows
}

/** Runs each comparison once, however many engines share it. */
export async function verifyEngines(sql: Sql, all: readonly Engine[], options: VerifyOptions): Promise<Report> {
  const comparisons = new Set(all.flatMap(({ verify }): Verify[] => (typeof verify === 'string' ? [] : [verify])))
  const results: Verified[] = []
  for (const verify of comparisons) results.push(await verify(sql, options))
  const differences = Map.groupBy(
    results.flatMap((one) => one.differences),
    ({ table }) => table,
  )
  const tables: TableReport[] = []
  for (const { tables: own, verify } of all)
    for (const table of own)
      tables.push({
        table,
        rows: await countRows(sql, table, options.organization_id),
        differences: typeof verify === 'string' ? null : (differences.get(table) ?? []),
        reason: typeof verify === 'string' ? verify : null,
      })
  return {
    tables,
    warnings: results.flatMap(({ warnings = [] }) => warnings),
    notes: results.flatMap(({ notes = [] }) => notes),
  }
}

const shownMax = 20
const number = (value: number) => value.toLocaleString('en-US')
const counted = (value: number, word: string) => `${number(value)} ${word}${value === 1 ? '' : 's'}`

const outcome = ({ differences, reason }: TableReport): string =>
  differences === null
    ? `not compared: ${reason}`
    : differences.length === 0
      ? 'agrees'
      : counted(differences.length, 'difference')

function listed(title: string, all: readonly { organization_id: string; sentence: string }[]): string[] {
  const rest = all.length - shownMax
  return [
    '',
    `${title}:`,
    ...all.slice(0, shownMax).map((one) => `  ${one.organization_id} ${one.sentence}`),
    ...(rest > 0 ? [`  … and ${number(rest)} more`] : []),
  ]
}

/** The report that is printed. */
export function reportText({ tables, warnings, notes }: Report): string {
  const width = Math.max(...tables.map(({ table }) => table.length))
  const size = Math.max(...tables.map(({ rows }) => counted(rows, 'row').length))
  const lines = tables.map(
    (one) => `${one.table.padEnd(width)}  ${counted(one.rows, 'row').padStart(size)}  ${outcome(one)}`,
  )
  for (const { table, differences } of tables)
    if (differences !== null && differences.length > 0) lines.push(...listed(table, differences))
  if (notes.length > 0) lines.push(...listed('Value of the stock', notes))
  if (warnings.length > 0) lines.push(...listed('Levels that promise more than is on hand', warnings))
  return `${lines.join('\n')}\n`
}

async function main(): Promise<number> {
  const values = readCommandLine(usage, { organization: { type: 'string' }, full: { type: 'boolean' } }, 2)
  const { organization: organization_id, full: is_full = false } = values
  if (organization_id !== undefined && !uuidPattern.test(organization_id)) {
    process.stderr.write(`--organization must be an id, not "${organization_id}"\n`)
    return 2
  }
  const target = await openCommandTarget(readSettings(process.env))
  const connection = { TimeZone: 'UTC', DateStyle: 'ISO' }
  const sql = postgres(target.url, { max: 1, onnotice: () => {}, connection }) as unknown as Sql & postgres.Sql
  try {
    await migrateTarget(target)
    if (organization_id !== undefined && (await countRows(sql, 'organizations', organization_id)) === 0) {
      process.stderr.write(`There is no organisation with the id ${organization_id}.\n`)
      return 2
    }
    const report = await verifyEngines(sql, engines, { organization_id, is_full, onProgress: progressOf() })
    process.stdout.write(reportText(report))
    return report.tables.some(({ differences }) => differences !== null && differences.length > 0) ? 1 : 0
  } finally {
    await sql.end({ timeout: 5 })
    await target.close()
  }
}

if (import.meta.main) await endWith(main)
