/**
 * `npm test`: runs every test file in several processes with a database each, then checks that the tests provoked every
 * documented response. Ends with one line: N passed, N failed, N skipped.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../server/boot/command_line.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded/start.ts'
import { buildInto, newBundlesFolder } from '../support/built.ts'
import { testFolderPrefix } from '../support/database.ts'
import { migratedCluster, startCopy } from '../support/cluster/migrated_cluster.ts'
import { promisedOperations, promiseFaults, readProvoked } from '../support/promises.ts'
import type { Report } from './report.ts'
import { type Counts, runFiles } from './workers.ts'

const usage = `Runs the tests; all of them, or those whose path holds one of the given words.

  npm test -- [words] [--workers <n>] [--report <file>] [--skipped-in <file>]

  --workers <n>        processes to share the files; one for each processor otherwise
  --report <file>      writes what was skipped and what failed, as JSON
  --skipped-in <file>  only the tests that were skipped in that report
`

const root = fileURLToPath(new URL('../..', import.meta.url))
const workersMax = 8
const promisesPrefix = 'promises: '

function readOptions() {
  const { values, positionals } = readArguments(
    usage,
    {
      workers: { type: 'string' },
      report: { type: 'string' },
      'skipped-in': { type: 'string' },
    },
    2,
  )
  const workers = Number(values.workers ?? Math.min(availableParallelism(), workersMax))
  if (!Number.isInteger(workers) || workers < 1)
    throw new Error(`--workers must be a number from 1, not ${values.workers}`)
  return { ...values, workers, words: positionals }
}

const allFiles = (): string[] =>
  readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('tools'))
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .sort()

type Skipped = Report['skipped']

const readSkipped = (report: string | undefined): Skipped | null =>
  report === undefined ? null : (JSON.parse(readFileSync(report, 'utf8')) as Report).skipped

/** The name of a test without its skip reason. */
const withoutReason = (name: string): string => name.replace(/ \[[^\]]*\]$/, '')

/** A pattern that matches the names of these tests. Bun joins groups and test with a space. */
const patternOf = (skipped: Skipped): string =>
  skipped
    .map(({ name }) => withoutReason(name).replaceAll(' > ', ' '))
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

function chosenFiles(words: readonly string[], skipped: Skipped | null): string[] {
  let files = allFiles()
  if (skipped !== null) {
    const wanted = new Set(skipped.map(({ file }) => file))
    files = files.filter((file) => wanted.has(file))
  }
  return words.length === 0 ? files : files.filter((file) => words.some((word) => file.includes(word)))
}

/** Selected tests that were skipped again; Bun also reports tests that were not selected as skipped. */
function skippedAgain(now: Skipped, earlier: Skipped): Skipped {
  const chosen = new Set(earlier.map(({ file, name }) => `${file} ${withoutReason(name)}`))
  return now.filter(({ file, name }) => chosen.has(`${file} ${withoutReason(name)}`))
}

/** A progress line that overwrites itself in a terminal; otherwise one line for each tenth of the files. */
function progressOver(count: number) {
  let tenths = 0
  const clear = () => process.stdout.isTTY && process.stdout.write('\r\x1b[K')
  return {
    clear,
    draw(begun: number, { passed, failed, skipped }: Counts) {
      const line = `${begun} of ${count} files: ${passed} passed, ${failed} failed, ${skipped} skipped`
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
      else if (Math.floor((begun / count) * 10) > tenths) {
        tenths = Math.floor((begun / count) * 10)
        console.log(line)
      }
    },
  }
}

function tell({ passed, failures, skipped }: Report, isWhole: boolean, seconds: number): void {
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map(({ file, name }) => `  ${file}: ${name}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
  const areBroken = failures.some((failure) => failure.startsWith(promisesPrefix))
  const promisesKept = isWhole
    ? `promises held: ${promisedOperations} operations, every declared code provoked`
    : 'promises were not checked: some files were left out'
  const promises = areBroken ? 'promises were broken' : promisesKept
  console.log(`\n${promises}\ntook ${seconds} s`)
  console.log(`${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
}

/** Stops what the processes of a run started for themselves: they are not told that they end. */
async function stopClustersIn(run_folder: string): Promise<void> {
  for (const name of readdirSync(run_folder).filter((one) => one.startsWith(testFolderPrefix))) {
    const data_dir = join(run_folder, name, 'postgres')
    if (!existsSync(join(data_dir, 'postmaster.pid'))) continue
    await (await startEmbedded({ data_dir, durable: false })).stop()
  }
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

async function main(): Promise<number> {
  const options = readOptions()
  const started = performance.now()
  const skipped = readSkipped(options['skipped-in'])
  const files = chosenFiles(options.words, skipped)
  const isWhole = files.length === allFiles().length
  if (files.length === 0) throw new Error('no test file fits')
  const workers = Math.min(options.workers, files.length)
  const run_folder = mkdtempSync(join(tmpdir(), 'merchant-api-run-'))
  const databases: EmbeddedPostgres[] = []
  const bundles = newBundlesFolder()
  try {
    // Parts start what they need when a test asks for it.
    if (isWhole) {
      buildInto(bundles)
      const migrated = await migratedCluster()
      for (let i = 1; i <= workers; i++) databases.push(await startCopy(migrated, join(run_folder, `database-${i}`)))
    }
    const progress = progressOver(files.length)
    const report = await runFiles({
      folder: root,
      files,
      names: skipped === null ? undefined : patternOf(skipped),
      workers,
      run_folder,
      environment: {
        ...process.env,
        TEST_RUN_FOLDER: run_folder,
        TEST_BUILT_FOLDER: bundles,
        ...(isWhole ? { TEST_DATABASE_URL: databases.map(({ url }) => url).join(',') } : {}),
      },
      print: (line) => (progress.clear(), console.log(line)),
      progress: progress.draw,
      signal: stopping.signal,
    })
    progress.clear()
    if (skipped !== null) report.skipped = skippedAgain(report.skipped, skipped)
    const faults = isWhole ? promiseFaults(readProvoked(run_folder)) : []
    report.failures.push(...faults.map((fault) => promisesPrefix + fault))
    tell(report, isWhole, Math.round((performance.now() - started) / 1000))
    if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`)
    return report.failures.length > 0 || report.passed === 0 ? 1 : 0
  } finally {
    for (const database of databases) await database.stop()
    await stopClustersIn(run_folder)
    rmSync(run_folder, { recursive: true, force: true })
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
