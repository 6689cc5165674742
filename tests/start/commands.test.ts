/** Properties of all commands: help, one-line errors if they cannot start, and machine-readable output. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { isRoot } from '../../db/embedded/binaries.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { newTenant } from '../support/service/tenant.ts'
import { type Command, commands, newDataDir, newMigratedDataDir, run } from './support/commands.ts'

// The first start creates a PostgreSQL cluster, and processes that exceed the test's time are killed.
setDefaultTimeout(90_000)

test('--help prints the usage of every command and starts nothing; an unknown option prints it with an error', async () => {
  const { DATA_DIR, remove } = newDataDir()
  const answersOf = async (name: Command, i: number) => {
    const usage = name === 'main' ? 'npm run server' : `npm run ${name}`
    // Admin has a reader of its own; the others share one, which half of them ask for each word.
    for (const word of name === 'admin' ? ['--help', '-h'] : [['--help', '-h'][i % 2]!]) {
      const { code, out, err } = await run(name, { DATA_DIR }, 'bun', [word])
      expect([name, code, err]).toEqual([name, 0, ''])
      expect(out).toContain(usage)
    }
    const args = name === 'admin' ? ['list-users', '--nope'] : ['--nope']
    const wrong = await run(name, { DATA_DIR }, 'bun', args)
    expect([name, wrong.code === 0, wrong.out]).toEqual([name, false, ''])
    expect(wrong.err).toStartWith("Unknown option '--nope'.\n\n")
    expect(wrong.err).toContain(usage)
  }
  await Promise.all(commands.map(answersOf))
  remove()
})

test("--help prints the usage of the repository's own scripts and starts nothing", async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const own = Object.entries(scripts).filter(
    ([name, script]) => /^bun \S+\.ts$/.test(script) && !commands.includes(name as Command) && name !== 'server',
  )
  expect(own.length).toBeGreaterThan(5)
  for (const [name, script] of own) {
    const child = Bun.spawn([process.execPath, script.slice('bun '.length), '--help'], { timeout: 20_000 })
    const usage = await new Response(child.stdout).text()
    expect([name, await child.exited]).toEqual([name, 0])
    expect(usage).toContain(name === 'test' ? 'npm test' : `npm run ${name}`)
  }
})

/** Folders that even root cannot write to. */
function closedFolders(parent: string): string[] {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  const closed = [join(file, 'data')]
  if (process.platform === 'linux') closed.push('/sys/data')
  if (!isRoot) closed.push('/data-of-root')
  return closed
}

test('every command reports a DATA_DIR that is not writable in one line, with the folder and the reason', async () => {
  const { DATA_DIR, remove } = newDataDir()
  writeFileSync(join(DATA_DIR, 'stock.csv'), 'sku,on hand\n')
  const folders = closedFolders(DATA_DIR)
  // import-organization checks the whole archive first, which needs no DATA_DIR.
  const others = commands.filter((one) => one !== 'import-organization')
  // The commands share the check, so every command is given one of the folders, and the first every one.
  for (const [i, name] of others.entries())
    for (const closed of i === 0 ? folders : [folders[i % folders.length]!]) {
      const file = join(DATA_DIR, 'stock.csv')
      const organization = ['--organization', '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41']
      const given: Record<string, string[]> = {
        admin: ['list-users'],
        import: [file],
        'export-organization': organization,
      }
      const args = given[name] ?? []
      const { code, out, err } = await run(name, { DATA_DIR: closed }, 'bun', args)
      expect([name, code === 0, out]).toEqual([name, false, ''])
      expect(err).toMatch(/^DATA_DIR \S+ cannot be used: [^\n]+, or set DATA_DIR to another directory\.\n$/)
      expect(err).toContain(closed)
    }
  remove()
})

test('with an external database, a DATA_DIR that cannot store the secret key is also reported in one line', async () => {
  const { DATA_DIR, remove } = newDataDir()
  // The service refuses a database that could lose writes, so this one is not that of the tests.
  const place = await newMigratedDataDir()
  const cluster = await startEmbedded({ data_dir: join(place.DATA_DIR, 'postgres') })
  try {
    for (const name of ['main', 'deliver'] as const) {
      const closed = closedFolders(DATA_DIR)[0]!
      const { code, out, err } = await run(name, { DATA_DIR: closed, DATABASE_URL: cluster.url })
      expect([name, code, out]).toEqual([name, 1, ''])
      expect(err).toMatch(/^DATA_DIR \S+ cannot be used: [^\n]+, or set DATA_DIR to another directory\.\n$/)
    }
  } finally {
    await cluster.stop()
    place.remove()
    remove()
  }
})

test('the demo prints one JSON line if its output is piped', async () => {
  const { organization_id, service } = await newTenant()
  const { DATA_DIR, remove } = newDataDir()
  const environment = { DATA_DIR, DATABASE_URL: service.database.url }
  const args = ['--organization', organization_id, '--variants', '4']
  const { code, out, err } = await run('demo', environment, 'bun', args)
  expect([code, err]).toEqual([0, ''])
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  const summary = JSON.parse(out)
  expect(summary).toMatchObject({ organization_id, seconds: expect.any(Number), rows: { variants: 4 } })
  const [counted] = await service.database.sql`
    select count(*)::int as movements from stock_movements where organization_id = ${organization_id}`
  expect(summary.rows.stock_movements).toBe(counted!.movements)
  remove()
})
