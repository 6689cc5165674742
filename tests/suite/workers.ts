/** Runs test files in several processes; Bun assigns each free worker the next file. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, failedFiles, judge, type Report } from './report.ts'

export interface Work {
  folder: string
  files: readonly string[]
  workers: number
  /** A folder of this run, for the report. */
  run_folder: string
  /** Runs only tests whose name matches this pattern. */
  names?: string | undefined
  environment: Record<string, string | undefined>
  print: (line: string) => void
  progress: (filesBegun: number, counts: Counts) => void
  /** Ends the run early. */
  signal?: AbortSignal
  /** The current day in UTC; only tests give another one. */
  today?: () => string
}

const utcDay = () => new Date().toISOString().slice(0, 10)

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const outcomeOf = { '(pass)': 'passed', '(fail)': 'failed', '(skip)': 'skipped' } as const

/** Start of Bun's own summary, which is replaced by one from the report. */
const closing = /^ *\d+ (pass|fail|skip|todo|tests? (skipped|failed|todo):)/

/**
 * Reads Bun's output: passes on everything but passed tests, counts, and records files that threw outside of a test.
 */
function reader(work: Work) {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const begun = new Set<string>()
  const crashed = new Set<string>()
  let file = ''
  let isNamed = true
  let is_over = false
  const unhandled = errorsBetweenTests(work.files, (thrower) => crashed.add(thrower ?? file))
  const read = (line: string) => {
    is_over ||= closing.test(line)
    if (is_over) return
    const header = /^(\S+\.(?:test|browser)\.ts):$/.exec(line)?.[1]
    const outcome = outcomeOf[line.slice(0, 6) as keyof typeof outcomeOf]
    if (header !== undefined) {
      begun.add((file = header))
      isNamed = false
    } else if (outcome !== undefined) counts[outcome]++
    unhandled(line)
    work.progress(begun.size, counts)
    if (header !== undefined || outcome === 'passed' || outcome === 'skipped' || line.trim() === '') return
    if (!isNamed) work.print(`${file}:`)
    isNamed = true
    work.print(line)
  }
  return { read, crashed }
}

/** Finds the file that threw in an error's stack; Bun does not always print it above. */
function errorsBetweenTests(files: readonly string[], found: (thrower: string | undefined) => void) {
  let lines: string[] | null = null
  return (line: string) => {
    if (line.startsWith('# Unhandled error between tests')) lines = []
    else if (lines !== null && line.startsWith('---') && lines.length > 1) {
      const stack = lines.join('\n')
      found(files.find((file) => stack.includes(`/${file}:`)))
      lines = null
    } else lines?.push(line)
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, read: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) read(line)
  }
  if (rest !== '') read(rest)
}

/** Runs the files once and returns their outcome. */
async function runOnce(work: Work): Promise<Ended> {
  const outfile = join(work.run_folder, 'report.xml')
  rmSync(outfile, { force: true })
  const { read, crashed } = reader(work)
  const child = Bun.spawn(
    [
      process.execPath,
      'test',
      '--timeout=30000',
      `--parallel=${work.workers}`,
      '--parallel-delay=0',
      // One service and one database for all files of a worker.
      '--no-isolate',
      ...(work.names === undefined ? [] : [`--test-name-pattern=${work.names}`]),
      '--reporter=junit',
      `--reporter-outfile=${outfile}`,
      ...work.files.map((file) => `./${file}`),
    ],
    { cwd: work.folder, env: work.environment, stdout: 'pipe', stderr: 'pipe', signal: work.signal },
  )
  // Bun prints its version to standard output, and tests may print anything.
  const readOut = (line: string) => !line.startsWith('bun test v') && line.trim() !== '' && work.print(line)
  await Promise.all([readLines(child.stdout, readOut), readLines(child.stderr, read)])
  await child.exited
  const xml = existsSync(outfile) ? readFileSync(outfile, 'utf8') : null
  return { files: work.files, crashed, xml, ended: child.signalCode ?? child.exitCode ?? 'nothing' }
}

/**
 * Runs the files. Tests compare with the day on which their fixtures were loaded, so in a run that midnight (UTC) passes,
 * the files that failed are run once more.
 */
export async function runFiles(work: Work): Promise<Report> {
  const today = work.today ?? utcDay
  const began = today()
  const first = await runOnce(work)
  const report = judge(first)
  const failed = failedFiles(report, work.files)
  if (failed.length === 0 || today() === began) return report
  work.print(`The day changed during the run. Running again what failed: ${failed.join(', ')}`)
  const others = judge({ ...first, files: work.files.filter((file) => !failed.includes(file)), ended: 0 })
  const again = judge(await runOnce({ ...work, files: failed }))
  return {
    passed: others.passed + again.passed,
    failures: [...others.failures, ...again.failures],
    skipped: [...others.skipped, ...again.skipped],
  }
}
