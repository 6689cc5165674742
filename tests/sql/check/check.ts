/**
 * Holds every statement against the schema. The TypeScript compiler finds the tagged templates (program.ts), fragments
 * are put in and other values become parameters (statements.ts, with bindings.ts and evaluate.ts), a freshly migrated
 * PostgreSQL prepares and describes each (database.ts), and its columns are compared with the row type that the
 * statement declares (rows.ts). Declared tables are
 * prepared with all their fields and joins (tables.ts). A statement on a table of organisations must work on one of them
 * (tenancy.ts).
 */
import { findDrift } from './drift.ts'
import { makeDescribe, withDatabase } from './database.ts'
import { readSource, type Source } from './program.ts'
import { compareRows, declaredFields, type Fault } from './rows.ts'
import { type Form, readStatements, type Statement, type Statements } from './statements.ts'
import { tableStatements } from './tables.ts'
import { tenancyFaults } from './tenancy.ts'
import { neverNull, unresolvedOnPurpose } from './allowed.ts'

export interface Checked {
  statements: number
  forms: number
  fragments: number
  /** `server/ledger/book.ts:64 missing_column: declared …; the database says …` */
  faults: string[]
  seconds: number
}

interface Options {
  /** A migrated database to ask, instead of one of its own. */
  url?: string
  /** Files by path that are checked in place of the repository's. */
  texts?: Record<string, string>
}

export async function checkStatements({ url, texts }: Options = {}): Promise<Checked> {
  const started_at = performance.now()
  const source = readSource(texts)
  const statements = await readStatements(source)
  const isWhole = texts === undefined
  const tables = isWhole ? await tableStatements() : []
  const faults = await withDatabase(url, async (sql) => {
    const describe = await makeDescribe(sql)
    const found = await Promise.all([
      ...statements.resolved.map((one) => checkOne(source, one, describe)),
      ...tables.map(async ({ place, form }) =>
        (await notPrepared(form, describe)).map((fault) => ({ place, ...fault })),
      ),
    ])
    return found.flat()
  })
  const waived = new Set<string>()
  const remainingFaults = faults.filter(({ place, rule, column }) => {
    const waiver = `${fileOf(place)} ${column}`
    if (rule !== 'null_undeclared' || !(waiver in neverNull)) return true
    waived.add(waiver)
    return false
  })
  const drift = isWhole ? await findDrift() : []
  const idle = Object.keys(neverNull).filter((waiver) => isWhole && !waived.has(waiver))
  const lines = [
    ...remainingFaults.map(
      ({ place, rule, declared, database }) => `${place} ${rule}: declared ${declared}; the database says ${database}`,
    ),
    ...idle.map((waiver) => `${waiver} is listed in allowed.ts for nothing`),
    ...unlisted(source, statements, isWhole),
    ...(await tenancyFaults(source, statements.resolved, tables, isWhole)),
    ...drift.map((change) => `db/migrations lacks a change of db/schema: ${change.replaceAll(/\s+/g, ' ')}`),
  ]
  return {
    statements: statements.resolved.length,
    forms: statements.resolved.reduce((sum, { forms }) => sum + forms.length, 0),
    fragments: statements.fragments,
    faults: [...new Set(lines)].toSorted(),
    seconds: Math.round((performance.now() - started_at) / 100) / 10,
  }
}

interface Finding extends Fault {
  place: string
}

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(':'))

type Describe = Awaited<ReturnType<typeof makeDescribe>>

async function notPrepared(form: Form, describe: Describe): Promise<Fault[]> {
  const described = await describe(form)
  if (!('error' in described)) return []
  return [{ rule: 'not_prepared', column: '', declared: 'a statement', database: described.error }]
}

async function checkOne(
  { checker, placeOf }: Source,
  { node, forms }: Statement,
  describe: Describe,
): Promise<Finding[]> {
  const fields = declaredFields(checker, node)
  const faults = await Promise.all(
    forms.map(async (form): Promise<Fault[]> => {
      const described = await describe(form)
      if ('error' in described)
        return [{ rule: 'not_prepared', column: '', declared: 'a statement', database: described.error }]
      return fields === null ? [] : compareRows(fields, described.columns, form.text)
    }),
  )
  return faults.flat().map((fault) => ({ place: placeOf(node), ...fault }))
}

function unlisted({ placeOf }: Source, { unresolved }: Statements, isWhole: boolean): string[] {
  const found = unresolved.map(({ node, reason }) => ({ place: placeOf(node), reason }))
  const inFiles = Map.groupBy(found, ({ place }) => fileOf(place))
  const files = new Set([...inFiles.keys(), ...(isWhole ? Object.keys(unresolvedOnPurpose) : [])])
  return [...files].flatMap((file) => {
    const listed = unresolvedOnPurpose[file]?.statements ?? 0
    const here = inFiles.get(file) ?? []
    if (here.length === listed) return []
    if (here.length < listed)
      return [`${file} unresolved: ${listed} are listed in allowed.ts, and ${here.length} are left`]
    return here.map(({ place, reason }) => `${place} unresolved: ${reason}`)
  })
}
