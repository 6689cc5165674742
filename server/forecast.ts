/** `npm run forecast`: makes the forecasts of the last complete week now, without waiting for the job. */
import process from 'node:process'
import { openDatabase } from '../db/client/database.ts'
import { uuidPattern } from './contract/schema.ts'
import { endWith, readCommandLine } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { originAt, readForecastOrganizations, runForecasts } from './insight/forecasts/run.ts'
import { readSettings } from './settings/settings.ts'

const usage = `Makes the weekly forecasts of organisations that have sales, from the last week that is over. Forecasts that exist are
kept; a run that was interrupted goes on.

  npm run forecast -- [--organization <id>]

  --organization <id>  only this organisation

Prints one line.
`

const number = (value: number) => value.toLocaleString('en-US')

function showProgress(variants: number, seconds: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(
    `\r\x1b[K${number(variants)} variants, ${number(Math.round(variants / Math.max(seconds, 0.1)))} a second`,
  )
}

interface Totals {
  organizations: number
  unchanged: number
  variants: number
  series: number
}

export async function forecastAll(url: string, only: string | null): Promise<Totals> {
  const db = openDatabase(url, { write_slots: 1 })
  const totals: Totals = { organizations: 0, unchanged: 0, variants: 0, series: 0 }
  const began = performance.now()
  try {
    const now = new Date().toISOString()
    for (const { organization_id, time_zone } of await db.write((sql) => readForecastOrganizations(sql, only))) {
      const step = <T>(work: (sql: Parameters<Parameters<typeof db.write>[0]>[0], now: string) => Promise<T>) =>
        db.write((sql) => work(sql, now))
      const origin_week = await step((sql) => originAt(sql, { organization_id, time_zone }, now))
      const result = await runForecasts(step, organization_id, origin_week, {
        onProgress: (variants) => showProgress(totals.variants + variants, (performance.now() - began) / 1_000),
      })
      totals.organizations++
      if (result === null) totals.unchanged++
      totals.variants += result?.variants ?? 0
      totals.series += result?.series ?? 0
    }
    return totals
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    await db.close()
  }
}

async function main(): Promise<number> {
  const { organization } = readCommandLine(usage, { organization: { type: 'string' } }, 2)
  if (organization !== undefined && !uuidPattern.test(organization)) {
    process.stderr.write(`--organization must be an id, not "${organization}"\n`)
    return 2
  }
  const target = await openCommandTarget(readSettings(process.env))
  const began = performance.now()
  try {
    await migrateTarget(target)
    const totals = await forecastAll(target.url, organization ?? null)
    if (organization !== undefined && totals.organizations === 0) {
      process.stderr.write(`There is no organisation ${organization} with sales and forecasts switched on.\n`)
      return 2
    }
    const seconds = (performance.now() - began) / 1_000
    process.stdout.write(
      `${number(totals.organizations)} organisations, ${number(totals.unchanged)} of them forecast before: ${number(totals.variants)} variants, ${number(totals.series)} series in ${seconds.toFixed(1)} s.\n`,
    )
    return 0
  } finally {
    await target.close()
  }
}

if (import.meta.main) await endWith(main)
