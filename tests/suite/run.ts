/**
 * `npm test`: runs every test file in several processes with a database each, then checks that the tests provoked every
 * documented response. Ends with one line: N passed, N failed, N skipped.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../server/boot/command_line.ts'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import { newBuiltFolder } from '../support/built.ts'
import { createMigratedCluster, startCopy } from '../support/migrated_cluster.ts'
import { promisedOperations, readProvoked } from '../support/promises.ts'
import { readRecord, recordFaults, recordOf, turnFaults, wholeFaults, writeRecord } from './promise_record.ts'
import type { Report } from './report.ts'
import { filesOfTurn, readTurn } from './turns.ts'
import { type Counts, readTimings, runFiles } from './workers.ts'

const usage = `Runs the tests; all of them, or those whose path holds one of the given words.

  npm test -- [words] [--turn <n>/<of>] [--workers <n>] [--report <file>] [--skipped-in <file>] [--update-records]

  --turn <n>/<of>      all short files, and the long ones of this turn, such as 2/6
  --workers <n>        processes to share the files; one for each processor otherwise
  --report <file>      writes what was skipped and what failed, as JSON
  --skipped-in <file>  only the tests that were skipped in that report
  --update-records     of all tests: writes how long each file took to tests/suite/timings.json, which balances the
                       processes, and which promises only long files keep to tests/suite/promises.json
`

const root = fileURLToPath(new URL('../..', import.meta.url))
const timings = join(root, 'tests/suite/timings.json')
const promiseRecord = join(root, 'tests/suite/promises.json')
const workersMax = 8
const promisesPrefix = 'promises: '

function readOptions() {
  const { values, positionals } = readArguments(
    usage,
    {
      turn: { type: 'string' },
      workers: { type: 'string' },
      report: { type: 'string' },
      'skipped-in': { type: 'string' },
      'update-records': { type: 'boolean', default: false },
    },
    2,
  )
  const workers = Number(values.workers ?? Math.min(availableParallelism(), workersMax))
  if (!Number.isInteger(workers) || workers < 1)
    throw new Error(`--workers must be a number from 1, not ${values.workers}`)
  const turn = values.turn === undefined ? null : readTurn(values.turn)
  const isPart = turn !== null || positionals.length > 0 || values['skipped-in'] !== undefined
  if (values['update-records'] && isPart) throw new Error('--update-records needs all tests')
  return { ...values, workers, turn, words: positionals }
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

/** What of the promises was checked: all by this run, those of long files by the record, or nothing. */
type Checked = 'whole' | 'turn' | 'nothing'

/** Faults of what the tests provoked. With `update`, what only long files keep is written first. */
function checkPromises(checked: Checked, files: readonly string[], run_folder: string, update: boolean): string[] {
  if (checked === 'nothing') return []
  const provoked = readProvoked(run_folder)
  if (checked === 'turn') {
    const run = new Set(files)
    return turnFaults(
      provoked,
      allFiles().filter((file) => !run.has(file)),
      readRecord(promiseRecord),
    )
  }
  const times = readTimings(timings)
  if (update) writeRecord(promiseRecord, recordOf(provoked, times, readRecord(promiseRecord)))
  return [...wholeFaults(provoked), ...recordFaults(provoked, times, readRecord(promiseRecord))]
}

const promisesKept: Record<Checked, string> = {
  whole: `promises held: ${promisedOperations} operations, every declared code provoked`,
  turn: `promises held: ${promisedOperations} operations, those of other turns as recorded`,
  nothing: 'promises were not checked: some files were left out',
}

function tell({ passed, failures, skipped }: Report, checked: Checked, seconds: number): void {
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map(({ file, name }) => `  ${file}: ${name}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
  const areBroken = failures.some((failure) => failure.startsWith(promisesPrefix))
  const promises = areBroken ? 'promises were broken' : promisesKept[checked]
  console.log(`\n${promises}\ntook ${seconds} s`)
  console.log(`${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

async function main(): Promise<number> {
  const options = readOptions()
  const started = performance.now()
  const skipped = readSkipped(options['skipped-in'])
  const chosen = chosenFiles(options.words, skipped)
  const files = options.turn === null ? chosen : filesOfTurn(chosen, readTimings(timings), options.turn)
  if (files.length === 0) throw new Error('no test file fits')
  const workers = Math.min(options.workers, files.length)
  const run_folder = mkdtempSync(join(tmpdir(), 'merchant-api-run-'))
  const databases: EmbeddedPostgres[] = []
  const built = newBuiltFolder()
  try {
    const migrated = await createMigratedCluster(join(run_folder, 'migrated'))
    for (let i = 1; i <= workers; i++) databases.push(await startCopy(migrated, join(run_folder, `database-${i}`)))
    const progress = progressOver(files.length)
    const report = await runFiles({
      folder: root,
      files,
      names: skipped === null ? undefined : patternOf(skipped),
      workers,
      run_folder,
      timings,
      update_timings: options['update-records'],
      environment: {
        ...process.env,
        TEST_RUN_FOLDER: run_folder,
        TEST_MIGRATED_CLUSTER: migrated,
        TEST_BUILT_FOLDER: built,
        TEST_DATABASE_URL: databases.map(({ url }) => url).join(','),
      },
      print: (line) => (progress.clear(), console.log(line)),
      progress: progress.draw,
      signal: stopping.signal,
    })
    progress.clear()
    if (skipped !== null) report.skipped = skippedAgain(report.skipped, skipped)
    const isTurn = options.turn !== null && options.words.length === 0 && skipped === null
    const checked = files.length === allFiles().length ? 'whole' : isTurn ? 'turn' : 'nothing'
    const faults = checkPromises(checked, files, run_folder, options['update-records'])
    report.failures.push(...faults.map((fault) => promisesPrefix + fault))
    tell(report, checked, Math.round((performance.now() - started) / 1000))
    if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`)
    return report.failures.length > 0 || report.passed === 0 ? 1 : 0
  } finally {
    for (const database of databases) await database.stop()
    rmSync(run_folder, { recursive: true, force: true })
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
