/** `npm run ledger:verify`: verifies the ledger and prints a report; exits 1 if it found contradictions. */
import process from 'node:process'
import postgres from 'postgres'
import { uuidPattern } from './contract/schema.ts'
import type { Sql } from './contract/sql.ts'
import { endWith, readCommandLine } from './boot/command_line.ts'
import { verifyVariantStock, type WrongStock } from './catalogue/variant_stock/verify_variant_stock.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { progressOf } from './boot/progress_bar.ts'
import { verifyOrderSums, type WrongOrderSum } from './purchasing/order_sums/verify_order_sums.ts'
import { readSettings } from './settings/settings.ts'
import { type Verification, verifyLedger } from './ledger/verify.ts'
import { findWrongStockDays, type WrongStockDay } from './stock/stock_days/verify_stock_days.ts'
import { verifyStockValues, type WrongStockValue } from './stock/stock_values/verify_stock_values.ts'

const usage = `Verifies that stock levels, sums of stock by day and the value of the stock equal their movements, committed and
in-transit units their orders, the stock of variants and products their levels, and sums of purchase orders their lines and
deliveries.

  npm run ledger:verify -- [--organization <id>] [--full]

  --organization <id>  only this organisation
  --full               every row instead of only those since the last verification
`

const findingsShownMax = 50
const count = (number: number, word: string) => `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`

function listed<T>(all: readonly T[], line: (one: T) => string): string[] {
  const rest = all.length - findingsShownMax
  return [...all.slice(0, findingsShownMax).map(line), ...(rest > 0 ? [`  … and ${count(rest, 'more')}`] : [])]
}

const where = (one: { organization_id: string; variant_id: string; location_id: string }) =>
  `  organisation ${one.organization_id}\n  variant ${one.variant_id} at location ${one.location_id}`

const dayLine = ({ organization_id, location_id, category_id, day, moved, units }: WrongStockDay) =>
  `  organisation ${organization_id}\n  location ${location_id}, category ${category_id}, ${day ?? 'all days'}\n    ${units} units in the sums, ${moved} in the movements`

const ofValue = ({ organization_id, category_id, currency, day, found, expected }: WrongStockValue) =>
  `  organisation ${organization_id}\n  ${category_id === null ? 'products without a category' : `category ${category_id}`}, ${currency}, ${day ?? 'the stock as it is now'}\n    the sums have ${found ?? 'nothing'}, the movements ${expected ?? 'nothing'}`

const ofOrder = ({ organization_id, purchase_order_id, delivery_id, category_id, found, expected }: WrongOrderSum) =>
  `  organisation ${organization_id}\n  purchase order ${purchase_order_id}, ${delivery_id === null ? 'its lines' : `delivery ${delivery_id}`}, ${category_id === null ? 'products without a category' : `category ${category_id}`}\n    the sums have ${found ?? 'nothing'}, the lines ${expected ?? 'nothing'}`

const ofStock = ({ organization_id, row_type, id, found, expected }: WrongStock) =>
  `  organisation ${organization_id}\n  ${row_type} ${id}\n    kept as ${found ?? 'nothing'}, the levels sum to ${expected ?? 'nothing'}`

/** The report that is printed. */
export function report(
  { organizations, pairs, rows, faults, overcommitted }: Verification,
  wrongDays: readonly WrongStockDay[] = [],
  wrongValues: readonly WrongStockValue[] = [],
  wrongOrders: readonly WrongOrderSum[] = [],
  wrongStock: readonly WrongStock[] = [],
): string {
  const read = `${count(organizations, 'organisation')}, ${count(pairs, 'level')}, ${count(rows, 'row')} read.`
  const over = `${count(overcommitted.length, 'level')} ${overcommitted.length === 1 ? 'promises' : 'promise'} more than on hand`
  const lines = [read, '']
  if (faults.length === 0)
    lines.push(
      'No contradictions: sequences are gapless, levels equal their movements, and committed and in-transit units match.',
    )
  else {
    lines.push(`${count(faults.length, 'mismatch').replace(/hs$/, 'hes')}:`)
    lines.push(...listed(faults, (fault) => `${where(fault)}\n    ${fault.sentence} (${fault.kind})`))
  }
  if (wrongDays.length > 0) {
    lines.push(
      '',
      `${count(wrongDays.length, 'sum')} of stock by day ${wrongDays.length === 1 ? 'differs' : 'differ'}:`,
    )
    lines.push(...listed(wrongDays, dayLine))
  }
  if (wrongValues.length > 0)
    lines.push(
      '',
      `${count(wrongValues.length, 'value')} of the stock ${wrongValues.length === 1 ? 'differs' : 'differ'}:`,
      ...listed(wrongValues, ofValue),
    )
  if (wrongOrders.length > 0)
    lines.push(
      '',
      `${count(wrongOrders.length, 'sum')} of purchase orders ${wrongOrders.length === 1 ? 'differs' : 'differ'}:`,
      ...listed(wrongOrders, ofOrder),
    )
  if (wrongStock.length > 0)
    lines.push(
      '',
      `The stock of ${count(wrongStock.length, 'row')} of variants or products ${wrongStock.length === 1 ? 'differs' : 'differ'}:`,
      ...listed(wrongStock, ofStock),
    )
  if (overcommitted.length > 0) {
    lines.push('', `${over}:`)
    lines.push(
      ...listed(overcommitted, (one) => `${where(one)}\n    ${one.committed} committed, ${one.on_hand} on hand`),
    )
  }
  return `${lines.join('\n')}\n`
}

async function main(): Promise<number> {
  const values = readCommandLine(usage, { organization: { type: 'string' }, full: { type: 'boolean' } }, 2)
  if (values.organization !== undefined && !uuidPattern.test(values.organization)) {
    process.stderr.write(`--organization must be an id, not "${values.organization}"\n`)
    return 2
  }
  const target = await openCommandTarget(readSettings(process.env))
  const sql = postgres(target.url, { max: 1, onnotice: () => {} })
  try {
    await migrateTarget(target)
    const verification = await verifyLedger(sql as unknown as Sql, {
      organization_id: values.organization,
      is_full: values.full ?? false,
      onProgress: progressOf('levels'),
    })
    if (values.organization !== undefined && verification.organizations === 0) {
      process.stderr.write(`There is no organisation with the id ${values.organization}.\n`)
      return 2
    }
    const wrongDays = await findWrongStockDays(sql as unknown as Sql, values.organization)
    const wrongValues = await verifyStockValues(sql as unknown as Sql, values.organization)
    const wrongOrders = await verifyOrderSums(sql as unknown as Sql, values.organization)
    const wrongStock = await verifyVariantStock(sql as unknown as Sql, values.organization)
    const wrongSums = [wrongDays, wrongValues, wrongOrders, wrongStock]
    process.stdout.write(report(verification, wrongDays, wrongValues, wrongOrders, wrongStock))
    return verification.faults.length + wrongSums.flat().length > 0 ? 1 : 0
  } finally {
    await sql.end({ timeout: 5 })
    await target.close()
  }
}

if (import.meta.main) await endWith(main)
