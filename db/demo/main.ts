/** `bun run demo [--variants N] [--seed S] [--organization ID]`: fills a sandbox organisation with two years of trade. */
import { parseArgs } from 'node:util'
import { openCommandPlace, StartFault } from '../../server/place.ts'
import { readSettings, SettingsFault } from '../../server/settings.ts'
import { migrateDatabase } from '../migrate.ts'
import { DemoRefused, fillDemo } from './fill.ts'

const usage = 'bun run demo [--variants N] [--seed S] [--organization ID]'
const variants_max = 1_000_000

function whole(name: string, text: string, low: number, high: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= low && Number(text) <= high) return Number(text)
  throw new DemoRefused(`--${name} must be a whole number from ${low} to ${high}, not "${text}". ${usage}`)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        variants: { type: 'string', default: '2000' },
        seed: { type: 'string', default: '1' },
        organization: { type: 'string' },
      },
    })
    return {
      variants: whole('variants', values.variants, 1, variants_max),
      seed: whole('seed', values.seed, 0, 2 ** 31 - 1),
      organization_id: values.organization,
    }
  } catch (error) {
    throw error instanceof DemoRefused ? error : new DemoRefused(`${(error as Error).message} ${usage}`)
  }
}

/** One line that is drawn over; nothing at all where nobody looks. */
function drawProgress(step: string, done: number, of: number): void {
  if (!process.stderr.isTTY) return
  const part = of === 0 ? 1 : done / of
  const bar = '█'.repeat(Math.round(part * 30)).padEnd(30, '░')
  process.stderr.write(`\r\x1b[K${step.padEnd(9)} ${bar} ${String(Math.round(part * 100)).padStart(3)}%`)
}

async function main(): Promise<void> {
  const options = readArguments()
  const started = performance.now()
  const database = await openCommandPlace(readSettings(process.env))
  try {
    await migrateDatabase(database.url)
    const { organization_id, rows } = await fillDemo(database.url, { ...options, progress: drawProgress })
    if (!process.stderr.isTTY) return
    const seconds = Math.round((performance.now() - started) / 1000)
    process.stderr.write(`\r\x1b[KOrganisation ${organization_id} filled in ${seconds} s.\n`)
    for (const [table, count] of Object.entries(rows))
      process.stderr.write(`  ${table.padEnd(22)} ${count.toLocaleString('en-US').padStart(11)}\n`)
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof DemoRefused || error instanceof StartFault || error instanceof SettingsFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
