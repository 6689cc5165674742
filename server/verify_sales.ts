/** `npm run sales:verify`: proves sales by day, their sums, those of products, and the row counts; exits 1 where something differs. */
import process from 'node:process'
import postgres from 'postgres'
import { uuidPattern } from './contract/schema.ts'
import type { Sql } from './contract/sql.ts'
import { endWith, readCommandLine } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { progressOf } from './boot/progress_bar.ts'
import { readSettings } from './settings/settings.ts'
import { type SalesVerification, verifySales } from './selling/sales_facts/verify_sales.ts'
import { findWrongOrderCounts, type WrongOrderCount } from './selling/sales_facts/order_counts.ts'
import { findWrongProductSums, type WrongProductSum } from './insight/product_sums/verify_product_sums.ts'
import { findWrongCounts, type WrongCount } from './tables/row_counts.ts'

const usage = `Proves that sales by day equal the lines of orders and returns and the imported days, and that sums, figures of
products and row counts equal their rows.

  npm run sales:verify -- [--organization <id>] [--full]

  --organization <id>  only this organisation
  --full               every day, in place of those that changed since the last proof

Prints one line, and a line for each of the first differences.
`

const findingsShownMax = 50
const number = (value: number) => value.toLocaleString('en-US')
const counted = (value: number, word: string) => `${number(value)} ${word}${value === 1 ? '' : 's'}`

export interface SalesReport {
  sales: SalesVerification
  counts: (WrongCount & { organization_id: string })[]
  order_counts: (WrongOrderCount & { organization_id: string })[]
  product_sums: WrongProductSum[]
}

const differences = ({ sales, counts, order_counts, product_sums }: SalesReport) =>
  sales.faults.length + counts.length + order_counts.length + product_sums.length

/** The report as a person reads it: a summary, and the first differences. */
export function reportSales(report: SalesReport): string {
  const { sales, counts, order_counts, product_sums } = report
  const read = `${counted(sales.organizations, 'organisation')}, ${counted(sales.days, 'day')} with ${counted(sales.rows, 'row')} compared, ${number(sales.unchanged_days)} unchanged since the last proof`
  const wrong = differences(report)
  const lines = [
    ...sales.faults.map(({ organization_id, kind, sentence }) => `${organization_id} ${kind}: ${sentence}`),
    ...counts.map(
      (one) =>
        `${one.organization_id} row_count_differs: ${one.table_name} has ${counted(one.rows, 'row')}, and the count is ${number(one.row_count)}`,
    ),
    ...order_counts.map(
      (one) =>
        `${one.organization_id} order_count_differs: ${counted(one.rows, 'order')} in state ${one.lifecycle}, and the count is ${number(one.row_count)}`,
    ),
    ...product_sums.map(
      (one) =>
        `${one.organization_id} product_sum_differs: ${one.table_name}, ${one.row}: ${one.found ?? 'nothing'} is stored, and the rows have ${one.expected ?? 'nothing'}`,
    ),
  ]
  if (wrong === 0) return `${read}: sales, sums and row counts agree.\n`
  const rest = wrong - findingsShownMax
  return `${[`${read}: ${counted(wrong, 'difference')}.`, ...lines.slice(0, findingsShownMax), ...(rest > 0 ? [`… and ${number(rest)} more`] : [])].join('\n')}\n`
}

export async function proveSales(
  sql: Sql,
  options: { organization_id?: string; is_full?: boolean },
): Promise<SalesReport> {
  const sales = await verifySales(sql, { ...options, onProgress: progressOf() })
  const organizations = await sql<{ organization_id: string }[]>`
    select organization_id from organizations
    where ${options.organization_id ?? null}::uuid is null or organization_id = ${options.organization_id ?? null}::uuid
    order by organization_id`
  const counts: SalesReport['counts'] = []
  const order_counts: SalesReport['order_counts'] = []
  const product_sums: SalesReport['product_sums'] = []
  for (const { organization_id } of organizations) {
    counts.push(...(await findWrongCounts(sql, organization_id)).map((one) => ({ organization_id, ...one })))
    order_counts.push(...(await findWrongOrderCounts(sql, organization_id)).map((one) => ({ organization_id, ...one })))
    product_sums.push(...(await findWrongProductSums(sql, organization_id)))
  }
  return { sales, counts, order_counts, product_sums }
}

async function main(): Promise<number> {
  const values = readCommandLine(usage, { organization: { type: 'string' }, full: { type: 'boolean' } }, 2)
  if (values.organization !== undefined && !uuidPattern.test(values.organization)) {
    process.stderr.write(`--organization must be an id, not "${values.organization}"\n`)
    return 2
  }
  const target = await openCommandTarget(readSettings(process.env))
  const sql = postgres(target.url, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC', DateStyle: 'ISO' } })
  try {
    await migrateTarget(target)
    const verification = await proveSales(sql as unknown as Sql, {
      ...(values.organization === undefined ? {} : { organization_id: values.organization }),
      is_full: values.full ?? false,
    })
    if (values.organization !== undefined && verification.sales.organizations === 0) {
      process.stderr.write(`There is no organisation ${values.organization}.\n`)
      return 2
    }
    process.stdout.write(reportSales(verification))
    return differences(verification) > 0 ? 1 : 0
  } finally {
    await sql.end({ timeout: 5 })
    await target.close()
  }
}

if (import.meta.main) await endWith(main)
