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
import { reasons } from './reasons.ts'
import { testsOf } from './reach.ts'
import { type Mutant, sqlMutants } from './sql_mutants.ts'

const usage = `Changes rules one condition at a time and runs their tests: what no test notices, survives.

  npm run mutants -- [files] [--changed <ref>] [--tests <files>] [--least <percent>]

  files             the files to change; all rules otherwise
  --changed <ref>   only those that differ from this commit
  --tests <file>    the tests to run, repeatable; otherwise all tests of rules that reach the file. With them, the
                    conditions of the file's SQL are changed as well
  --least <percent> fails if fewer of the mutants were killed; 0 by default
`

const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = join(root, 'tests/tools')
/** Of the run without a mutant; a mutant may take three times as long as that, for it may never end. */
const firstLimitMs = 120_000

interface Outcome {
  file: string
  mutant: Mutant
  outcome: 'killed' | 'survived' | 'unreached' | 'excused'
}

const rulesFiles = (): string[] =>
  globSync('server/**/{*.rules.ts,rules.ts}', { cwd: root })
    .map((file) => join(root, file))
    .toSorted()

const rulesTests = (): string[] =>
  globSync('tests/**/{*.rules.test.ts,rules.test.ts}', { cwd: root }).map((file) => join(root, file))

function changedSince(ref: string): Set<string> {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--name-only', ref], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  return new Set(stdout.split('\n').map((file) => join(root, file)))
}

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
  return mutants.map((mutant) => ({ file, mutant, outcome: 'unreached' }))
}

async function testFile(file: string, tests: readonly string[], withSql: boolean, folder: string): Promise<Outcome[]> {
  const { source, mutants } = instrument(file)
  const all = withSql ? [...mutants, ...sqlMutants(file, readFileSync(file, 'utf8'))] : mutants
  if (tests.length === 0) return all.map((mutant) => ({ file, mutant, outcome: 'unreached' }))
  const instrumented = join(folder, 'instrumented.ts')
  const reachedFile = join(folder, 'reached.json')
  writeFileSync(instrumented, source)
  rmSync(reachedFile, { force: true })
  const began = performance.now()
  if (!(await passes(file, instrumented, tests, { MUTANTS_REACHED: reachedFile }, firstLimitMs)))
    return notMeasured(file, all)
  const limitMs = Math.ceil(Math.max((performance.now() - began) * 3, 5_000))
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
      outcomes.push({ file, mutant, outcome: await outcomeOf(mutant, worker) })
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return outcomes
}

const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 87)}…` : line
}

function report(outcomes: readonly Outcome[]): { killed: number; counted: number } {
  const left = outcomes.filter(({ outcome }) => outcome === 'survived')
  const counted = outcomes.filter(({ outcome }) => outcome !== 'excused').length
  const killed = outcomes.filter(({ outcome }) => outcome === 'killed').length
  const unreached = outcomes.filter(({ outcome }) => outcome === 'unreached').length
  for (const { file, mutant } of left.toSorted((a, b) => a.mutant.line - b.mutant.line))
    console.log(
      `  ${relative(root, file)}:${mutant.line}  ${oneLine(mutant.original)}  →  ${oneLine(mutant.replacement)}`,
    )
  const share = counted === 0 ? 100 : (killed / counted) * 100
  const file = outcomes[0] === undefined ? '' : relative(root, outcomes[0].file)
  console.log(`${share.toFixed(1).padStart(5)}%  ${killed} of ${counted} killed, ${unreached} unreached  ${file}`)
  return { killed, counted }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(
    usage,
    {
      changed: { type: 'string' },
      tests: { type: 'string', multiple: true },
      least: { type: 'string', default: '0' },
    },
    2,
  )
  if (!existsSync(join(tools, 'node_modules/@stryker-mutator')))
    throw new Error('Install the tools: npm --prefix tests/tools install')
  const named = positionals.map((file) => resolve(file))
  const changed = values.changed === undefined ? null : changedSince(values.changed)
  const files = (named.length > 0 ? named : rulesFiles()).filter((file) => changed === null || changed.has(file))
  const namedTests = values.tests?.map((test) => resolve(test))
  const testsFor = namedTests === undefined ? testsOf(rulesTests()) : () => namedTests
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  let [killed, counted] = [0, 0]
  try {
    for (const file of files) {
      const counts = report(await testFile(file, testsFor(file), namedTests !== undefined, folder))
      killed += counts.killed
      counted += counts.counted
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const share = counted === 0 ? 100 : (killed / counted) * 100
  console.log(`\n${killed} of ${counted} mutants killed: ${share.toFixed(1)}%, in ${files.length} files`)
  return share < Number(values.least) ? 1 : 0
}

await endWith(main)
