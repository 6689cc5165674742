/**
 * `npm run forecast:proof`: measures the forecast engine on the held-out demo data (held_out.ts) against the seasonal naive
 * forecast and an average of eight weeks, at origins over the last half year; exits 1 where a bound is missed.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import postgres from 'postgres'
import { fillDemo } from '../../../db/demo/fill.ts'
import { startEmbedded } from '../../../db/embedded/start.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { readCommandLine } from '../../../server/boot/command_line.ts'
import { addDays } from '../../../server/calendar/days.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { heldOut } from './held_out.ts'
import { measureOrigin, noSums, readActuals, type Sums } from './measure.ts'

const usage = `Measures the forecasts on held-out demo data.

  npm run forecast:proof -- [--seeds <list>] [--variants <n>] [--series <file>]

  --seeds <list>   seeds in place of the held-out ones, separated by commas
  --variants <n>   variants of each seed
  --series <file>  appends every series and origin to a file, one JSON line each, for other programs
`

const historyWeeks = 105
const firstOrigin = 78
const originStep = 4
const bounds = { wmase_gain: 0.05, bias: 0.03, coverage: [0.75, 0.85] } as const

const percent = (part: number) => `${(100 * part).toFixed(1)}%`

export function summaryOf(sums: Sums) {
  const best = Math.min(1, sums.average_error / sums.naive_error)
  const wmase = sums.error / sums.naive_error
  return {
    wmase,
    average_wmase: sums.average_error / sums.naive_error,
    gain: 1 - wmase / best,
    bias: sums.forecast / sums.actual - 1,
    coverage: sums.intervals === 0 ? null : sums.covered / sums.intervals,
  }
}

function report(name: string, sums: Sums): void {
  const { wmase, average_wmase, gain, bias, coverage } = summaryOf(sums)
  process.stdout.write(
    `${name}: WMASE ${wmase.toFixed(4)}, of an 8-week average ${average_wmase.toFixed(4)}, of the seasonal naive 1; ${percent(gain)} below the better, bias ${percent(bias)}, ${coverage === null ? 'no series of 10 units a week' : `80% intervals cover ${percent(coverage)} of ${sums.intervals} weeks`}\n`,
  )
}

function add(total: Sums, one: Sums): void {
  for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += one[key]
}

async function measureSeed(url: string, sql: postgres.Sql, seed: number, variants: number, file: string | undefined) {
  const organization_id = randomUUID()
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, 'Proof', 'us', 'pro', true)`
  await fillDemo(url, { organization_id, variants, seed, today: heldOut.today })
  // Which products are archived is known today, and was not at the origins.
  await sql`update products set status = 'ACTIVE' where organization_id = ${organization_id}`
  const first_week = addDays(heldOut.today, -7 * historyWeeks)
  const { series, digest } = await readActuals(sql, organization_id, first_week, historyWeeks)
  process.stdout.write(`seed ${seed}: ${series.length} series, digest ${digest}\n`)
  const sums = noSums()
  for (let origin = firstOrigin; origin < historyWeeks - 1; origin += originStep)
    await measureOrigin(sql as unknown as Sql, { organization_id, first_week, origin }, series, sums, (sample) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ seed, ...sample })}\n`)
    })
  report(`seed ${seed}`, sums)
  return sums
}

async function main(): Promise<number> {
  const values = readCommandLine(usage, {
    seeds: { type: 'string' },
    variants: { type: 'string' },
    series: { type: 'string' },
  })
  const seeds = values.seeds?.split(',').map(Number) ?? heldOut.seeds
  const folder = mkdtempSync(join(tmpdir(), 'forecast-proof-'))
  const cluster = await startEmbedded({ data_dir: join(folder, 'postgres'), durable: false })
  const sql = postgres(cluster.url, { max: 2, onnotice: () => {}, connection: { TimeZone: 'UTC', DateStyle: 'ISO' } })
  try {
    await migrateDatabase(cluster.url)
    const total = noSums()
    for (const seed of seeds)
      add(total, await measureSeed(cluster.url, sql, seed, Number(values.variants ?? heldOut.variants), values.series))
    report('all', total)
    const { gain, bias, coverage } = summaryOf(total)
    const isMet =
      gain >= bounds.wmase_gain &&
      Math.abs(bias) <= bounds.bias &&
      (coverage === null || (coverage >= bounds.coverage[0] && coverage <= bounds.coverage[1]))
    process.stdout.write(isMet ? 'All bounds are met.\n' : 'A bound is missed.\n')
    return isMet ? 0 : 1
  } finally {
    await sql.end({ timeout: 5 })
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main()
