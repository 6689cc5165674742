/** `npm run demo`: fills a sandbox organisation with two years of trading data. */
import { readCommandLine } from '../../server/boot/command_line.ts'
import { migrateTarget, openCommandTarget } from '../../server/boot/database_target.ts'
import { clearProgress, showProgress } from '../../server/boot/progress_bar.ts'
import { StartFault } from '../../server/settings/start_fault.ts'
import { readSettings, SettingsFault } from '../../server/settings/settings.ts'
import { openFileStore } from '../../server/boot/file_store.ts'
import { openFiles } from '../../server/files/files.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { DemoRefused, fillDemo } from './fill.ts'

const variantsMax = 1_000_000
const usage = `Fills a sandbox organisation with two years of a fashion merchandiser's data: stock, purchasing and sales, orders
of consumers and accounts with their shipments, invoices and returns, EDI documents, buy plans, cash and planning cycles.

  npm run demo -- [--variants <n>] [--seed <s>] [--organization <id>]

  --variants <n>       number of variants, 1 to ${variantsMax.toLocaleString('en-US')} (default 2,000)
  --seed <s>           seed of the random data; the same seed gives the same data (default 1)
  --organization <id>  organisation to fill (default: the oldest sandbox)

If standard output is not a terminal, it prints one JSON line: organization_id, seconds, and the rows of each table.
`

function whole(name: string, text: string, low: number, high: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= low && Number(text) <= high) return Number(text)
  throw new DemoRefused(`--${name} must be a whole number from ${low} to ${high}, not "${text}".\n\n${usage.trimEnd()}`)
}

function readArguments() {
  const { variants, seed, organization } = readCommandLine(usage, {
    variants: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    organization: { type: 'string' },
  })
  return {
    variants: whole('variants', variants, 1, variantsMax),
    seed: whole('seed', seed, 0, 2 ** 31 - 1),
    organization_id: organization,
  }
}

const stepWidth = 9
const drawProgress = (step: string, done: number, total: number) =>
  showProgress({ label: step.padEnd(stepWidth), done, total })

async function main(): Promise<void> {
  const options = readArguments()
  const started = performance.now()
  const settings = readSettings(process.env)
  const database = await openCommandTarget(settings)
  try {
    await migrateTarget(database)
    const { organization_id, rows } = await fillDemo(database.url, {
      ...options,
      secrets: secretBox(settings),
      files: openFiles(openFileStore(settings), null as never),
      progress: drawProgress,
    })
    const seconds = Math.round((performance.now() - started) / 1000)
    if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ organization_id, seconds, rows })}\n`)
    if (!process.stderr.isTTY) return
    clearProgress()
    process.stderr.write(`Filled organisation ${organization_id} in ${seconds} s.\n`)
    for (const [table, count] of Object.entries(rows))
      process.stderr.write(`  ${table.padEnd(22)} ${count.toLocaleString('en-US').padStart(11)}\n`)
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  if (![DemoRefused, StartFault, SettingsFault].some((kind) => error instanceof kind)) throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
