/** The test runner, tested on small suites: no failure is overlooked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import { judge, type Report } from './report.ts'
import { type Counts, runFiles } from './workers.ts'

const begun: string[] = []
afterAll(() => begun.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  begun.push(folder)
  return folder
}

/** Runs files with the given contents in two workers. */
async function runTexts(texts: Record<string, string>, options: { signal?: AbortSignal; today?: () => string } = {}) {
  const folder = newFolder()
  const run_folder = join(folder, 'run')
  mkdirSync(run_folder)
  for (const [file, text] of Object.entries(texts))
    writeFileSync(join(folder, file), `import { describe, expect, test } from 'bun:test'\n${text}`)
  const { BUN_TEST_WORKER_ID: _, JEST_WORKER_ID: __, ...environment } = process.env
  const printed: string[] = []
  let last: { files: number; counts: Counts } | null = null
  const report = await runFiles({
    folder,
    files: Object.keys(texts),
    workers: 2,
    run_folder,
    environment,
    print: (line) => printed.push(line),
    progress: (files, counts) => (last = { files, counts: { ...counts } }),
    ...options,
  })
  return { report, printed: printed.join('\n'), last: last as { files: number; counts: Counts } | null }
}

const good = `test('holds', () => expect(1).toBe(1))`

test('a passing suite is counted, with skipped tests and their reasons', async () => {
  const skipping = `describe('<curl> & "co"', () => test.skip('answers [curl is not installed]', () => {}))`
  const { report, printed, last } = await runTexts({
    'a.test.ts': `${good}\ntest('too', () => {})`,
    'b.test.ts': skipping,
  })
  expect(report).toEqual({
    passed: 2,
    failures: [],
    skipped: [{ file: 'b.test.ts', name: '<curl> & "co" > answers [curl is not installed]' }],
  })
  expect(last).toEqual({ files: 2, counts: { passed: 2, failed: 0, skipped: 1 } })
  expect(printed).toBe('')
})

const broken: [string, string, string, string?][] = [
  ['a test that fails', `${good}\ntest('does not', () => expect(1).toBe(2))`, 'bad.test.ts: does not', 'Expected: 2'],
  [
    'a file that throws while it is loaded',
    `throw new Error('at once')`,
    'bad.test.ts: threw outside a test',
    'at once',
  ],
  [
    'a file that throws between its tests',
    `${good}\nsetTimeout(() => { throw new Error('later') }, 20)\ntest('waits', () => Bun.sleep(60))`,
    'bad.test.ts: ',
    'later',
  ],
  ['a file that cannot be read', `test('`, 'bad.test.ts: threw outside a test'],
  ['a file without a test', `expect(1).toBe(1)`, 'bad.test.ts: ran no test'],
  [
    'a process that is killed',
    `test('ends', () => process.kill(process.pid, 'SIGKILL'))`,
    'bad.test.ts: (worker crashed)',
  ],
  ['a process that exits in a test', `test('leaves', () => process.exit(0))`, 'bad.test.ts: '],
]
for (const [what, text, failure, expectedText] of broken)
  test(`${what} fails the run by name, and the other files still run`, async () => {
    const { report, printed } = await runTexts({ 'a.test.ts': good, 'bad.test.ts': text, 'c.test.ts': good })
    expect(report.failures).toHaveLength(1)
    expect(report.failures[0]).toStartWith(failure)
    expect(report.passed).toBeGreaterThanOrEqual(2)
    if (expectedText !== undefined) expect(printed).toContain(expectedText)
  })

test('an aborted run, or one without a report, counts as failed', async () => {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), 200)
  const { report } = await runTexts(
    { 'a.test.ts': `test('waits', () => Bun.sleep(20_000), 30_000)` },
    { signal: ending.signal },
  )
  expect(report).toEqual({
    passed: 0,
    failures: ['the run died before its report was written (SIGTERM)'],
    skipped: [],
  } satisfies Report)
  const silent = { files: [], crashed: new Set<string>(), xml: '<testsuites></testsuites>', ended: 1 }
  expect(judge(silent).failures).toEqual(['the run ended with 1'])
})

test('what failed is run once more if the day changed during the run, and only then', async () => {
  const mark = join(newFolder(), 'mark')
  const failsOnce = `import { existsSync, writeFileSync } from 'node:fs'
    test('holds', () => {})
    test('compares with today', () => {
      const isLater = existsSync('${mark}')
      writeFileSync('${mark}', '')
      expect(isLater).toBe(true)
    })`
  const texts = { 'a.test.ts': good, 'b.test.ts': failsOnce, 'c.test.ts': `test('does not', () => expect(1).toBe(2))` }
  const days = ['2026-11-23', '2026-11-24']
  const { report, printed } = await runTexts(texts, { today: () => days.shift()! })
  expect(report).toEqual({ passed: 3, failures: ['c.test.ts: does not'], skipped: [] })
  expect(printed).toContain('The day changed during the run. Running again what failed: b.test.ts, c.test.ts')
  rmSync(mark)
  const sameDay = await runTexts(texts, { today: () => '2026-11-23' })
  expect(sameDay.report.failures.toSorted()).toEqual(['b.test.ts: compares with today', 'c.test.ts: does not'])
})
