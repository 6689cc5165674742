/**
 * `npm run mutants` changes the rules one condition at a time and runs their tests: a change that no test notices
 * survives, and a test is missing. Stryker's instrumenter makes the mutants, all of a file at once behind a switch; Bun
 * runs the tests of the file once for each, which takes a quarter of a second.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { endWith, readArguments } from '../../server/boot/command_line.ts'
import { type Reason, reasons } from './reasons.ts'
import { testsOf } from './reach.ts'
import { type Mutant, sqlMutants } from './sql_mutants.ts'

const usage = `Changes rules one condition at a time and runs their tests: what no test notices, survives.

  npm run mutants -- [files] [--changed <ref>] [--recent <commits>] [--tests <file>] [--least <percent>] [--minutes <n>]

  files              the files to change; all rules otherwise
  --changed <ref>    only those that differ from this commit
  --recent <commits> only those that the last commits changed, the latest first
  --tests <file>     the tests to run, repeatable; otherwise all tests of rules that reach the file. With them, the
                     conditions of the file's SQL are changed as well
  --least <percent>  fails if fewer of the mutants of a file were killed; 0 by default
  --minutes <n>      tries no other mutant once so many minutes have passed
`

const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = join(root, 'tests/tools')
/** Of the run without a mutant; a mutant may take three times as long as that, for it may never end. */
const firstLimitMs = 120_000

interface Outcome {
  mutant: Mutant
  outcome: 'killed' | 'survived' | 'unreached' | 'excused' | 'untried'
}

const rulesFiles = (): string[] =>
  globSync('server/**/{*.rules.ts,rules.ts}', { cwd: root })
    .map((file) => join(root, file))
    .toSorted()

const rulesTests = (): string[] =>
  globSync('tests/**/{*.rules.test.ts,rules.test.ts}', { cwd: root }).map((file) => join(root, file))

function filesOf(gitArguments: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', gitArguments, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))].map((file) => join(root, file))
}

const changedSince = (ref: string) => filesOf(['diff', '--name-only', ref])

/** A merge counts as one commit with all it brings. The oldest commit of a shallow clone counts as changing every file. */
const changedRecently = (commits: string) =>
  filesOf(['log', '--first-parent', '--diff-merges=first-parent', '--format=', '--name-only', '-n', commits])

interface Instrumented {
  source: string
  mutants: Mutant[]
}

function instrument(file: string): Instrumented {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'tests/mutants/instrument.mjs'), tools, file], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${relative(root, file)} cannot be changed: ${stderr.trim()}`)
  return JSON.parse(stdout) as Instrumented
}

/** Whether the tests pass with this source in place of the file. */
async function passes(
  file: string,
  source: string,
  tests: readonly string[],
  environment: Record<string, string>,
  limitMs: number,
) {
  const child = Bun.spawn(
    [
      process.execPath,
      'test',
      '--bail',
      '--timeout=120000',
      '--preload',
      './tests/mutants/preload.ts',
      ...tests.map((test) => `./${relative(root, test)}`),
    ],
    {
      cwd: root,
      env: { ...process.env, MUTATED_FILE: file, MUTATED_SOURCE: source, ...environment },
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: limitMs,
      killSignal: 'SIGKILL',
    },
  )
  return (await child.exited) === 0
}

/** Tests that fail, or take minutes, without a mutant show nothing: all mutants count as unreached. */
function notMeasured(file: string, mutants: readonly Mutant[]): Outcome[] {
  console.log(`  ${relative(root, file)}: its tests fail without a mutant, or take more than ${firstLimitMs / 1_000} s`)
  return mutants.map((mutant) => ({ mutant, outcome: 'unreached' }))
}

interface Run {
  tests: readonly string[]
  withSql: boolean
  folder: string
  /** Of performance.now(). */
  deadline: number
}

async function testFile(file: string, { tests, withSql, folder, deadline }: Run): Promise<Outcome[]> {
  const { source, mutants } = instrument(file)
  const all = withSql ? [...mutants, ...sqlMutants(file, readFileSync(file, 'utf8'))] : mutants
  if (tests.length === 0) return all.map((mutant) => ({ mutant, outcome: 'unreached' }))
  const instrumented = join(folder, 'instrumented.ts')
  const reachedFile = join(folder, 'reached.json')
  writeFileSync(instrumented, source)
  rmSync(reachedFile, { force: true })
  const began = performance.now()
  if (!(await passes(file, instrumented, tests, { MUTANTS_REACHED: reachedFile }, firstLimitMs)))
    return notMeasured(file, all)
  const limitMs = Math.max(Math.ceil((performance.now() - began) * 3), 5_000)
  const reached = JSON.parse(readFileSync(reachedFile, 'utf8')) as Record<string, number>
  const excused = reasons.filter((reason) => join(root, reason.file) === file)
  const outcomeOf = async (mutant: Mutant, worker: number): Promise<Outcome['outcome']> => {
    if (mutant.source === undefined && reached[mutant.id] === undefined) return 'unreached'
    let path = instrumented
    if (mutant.source !== undefined) writeFileSync((path = join(folder, `mutant-${worker}.ts`)), mutant.source)
    if (!(await passes(file, path, tests, { __STRYKER_ACTIVE_MUTANT__: mutant.id }, limitMs))) return 'killed'
    const isExcused = excused.some((one) => one.original === mutant.original && one.replacement === mutant.replacement)
    return isExcused ? 'excused' : 'survived'
  }
  const waiting = [...all]
  const outcomes: Outcome[] = []
  const work = async (_: unknown, worker: number) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift())
      outcomes.push({ mutant, outcome: performance.now() > deadline ? 'untried' : await outcomeOf(mutant, worker) })
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return outcomes
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Both texts from shortly before the place where they differ, at most 90 characters of each. */
function difference({ original, replacement }: Mutant): string {
  const [one, other] = [oneLine(original), oneLine(replacement)]
  const differs = [...one].findIndex((letter, i) => letter !== other[i])
  const from = one.length > 90 && differs > 40 ? differs - 30 : 0
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + 87)}${text.length > from + 87 ? '…' : ''}`
  return `${part(one)}  →  ${part(other)}`
}

/** Prints the survivors of a file, and answers the share of its mutants that were killed, in percent. */
function report(file: string, outcomes: readonly Outcome[]): number {
  const are = (outcome: Outcome['outcome']) => outcomes.filter((one) => one.outcome === outcome)
  const [killed, survived, unreached] = [are('killed').length, are('survived').length, are('unreached').length]
  const counted = killed + survived + unreached
  for (const { mutant } of are('survived').toSorted((a, b) => a.mutant.line - b.mutant.line))
    console.log(`  ${file}:${mutant.line}  ${difference(mutant)}`)
  const share = counted === 0 ? 100 : (killed / counted) * 100
  const untried = are('untried').length === 0 ? '' : `, ${are('untried').length} not tried in time`
  console.log(
    `${share.toFixed(1).padStart(5)}%  ${killed} of ${counted} killed, ${unreached} unreached${untried}  ${file}`,
  )
  return share
}

/** Reasons of a file that fit none of its survivors. */
const idleReasons = (file: string, outcomes: readonly Outcome[]): readonly Reason[] =>
  reasons.filter(
    (reason) =>
      reason.file === file &&
      !outcomes.some(
        ({ mutant, outcome }) =>
          outcome === 'excused' && mutant.original === reason.original && mutant.replacement === reason.replacement,
      ),
  )

const optionsOfMutants = {
  changed: { type: 'string' },
  recent: { type: 'string' },
  tests: { type: 'string', multiple: true },
  least: { type: 'string', default: '0' },
  minutes: { type: 'string', default: 'Infinity' },
} as const

function filesToChange(named: readonly string[], changed: string | undefined, recent: string | undefined): string[] {
  const files = named.length > 0 ? named.map((file) => resolve(file)) : rulesFiles()
  const ordered = recent === undefined ? files : changedRecently(recent).filter((file) => files.includes(file))
  if (changed === undefined) return ordered
  const differing = changedSince(changed)
  return ordered.filter((file) => differing.includes(file))
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(usage, optionsOfMutants, 2)
  if (!existsSync(join(tools, 'node_modules/@stryker-mutator')))
    throw new Error('Install the tools: npm --prefix tests/tools install')
  const files = filesToChange(positionals, values.changed, values.recent)
  const namedTests = values.tests?.map((test) => resolve(test))
  const testsFor = namedTests === undefined ? testsOf(rulesTests()) : () => namedTests
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const withSql = namedTests !== undefined
  const deadline = Number(values.minutes) * 60_000
  const failed: string[] = []
  let measured = 0
  try {
    for (const path of files) {
      if (performance.now() > deadline) break
      const file = relative(root, path)
      const outcomes = await testFile(path, { tests: testsFor(path), withSql, folder, deadline })
      const share = report(file, outcomes)
      const isWhole = !withSql && outcomes.every(({ outcome }) => outcome !== 'untried')
      const idle = isWhole ? idleReasons(file, outcomes) : []
      for (const { original } of idle) console.log(`  the reason of ${oneLine(original)} fits no survivor`)
      if (share < Number(values.least)) failed.push(`${file}: ${share.toFixed(1)}% killed, not ${values.least}%`)
      else if (idle.length > 0) failed.push(`${file}: a reason fits no survivor`)
      measured++
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (measured < files.length) console.log(`\n${files.length - measured} files were not reached in time`)
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((line) => `  ${line}`).join('\n')}`)
  console.log(`\n${measured - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}

await endWith(main)
