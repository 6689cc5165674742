import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { listen } from '../../server/boot/listen.ts'
import { testDatabase } from '../support/database.ts'
import { testUnless } from '../support/needs.ts'
import {
  missingRuntime,
  newDataDir,
  newMigratedDataDir,
  run,
  type Runtime,
  runtimes,
  type Started,
  startServer,
  printedValue,
} from './support/commands.ts'

// The first start creates a PostgreSQL cluster, and processes that exceed the test's time are killed.
setDefaultTimeout(90_000)

const begun: { started?: Started; remove: () => void }[] = []
afterAll(async () => {
  for (const { started, remove } of begun) {
    started?.child.kill('SIGTERM')
    await started?.ended
    remove()
  }
})

function newPlace({ DATA_DIR, remove } = newDataDir()) {
  const place: (typeof begun)[number] & { DATA_DIR: string } = { DATA_DIR, remove }
  begun.push(place)
  return place
}

/** Starts the server and waits until it is ready. */
async function startAt(place: ReturnType<typeof newPlace>, runtime: Runtime, more: Record<string, string> = {}) {
  const server = startServer({ DATA_DIR: place.DATA_DIR, ...more }, { runtime })
  place.started = server
  const { out, base_url } = await server.ready()
  return { out, base: base_url, started: server }
}

async function ask(url: string, token: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

/** The printed curl commands, as a person would paste them. */
const printedRequests = (out: string) =>
  [...out.matchAll(/^ {2}curl (?:-X (\w+) )?"?(http[^\s"]+)"? -H "Authorization: Bearer (\S+)"$/gm)].map(
    ([, method, url, key]) => ({ method: method ?? 'GET', url: url!, key: key! }),
  )

const portInUse = (port: string | number) =>
  `Port ${port} on 127.0.0.1 is in use; stop the process that listens there, or set PORT to another.\n`

for (const runtime of runtimes) {
  describe(`on ${runtime}`, () => {
    const place = newPlace()
    let first = { out: '', base: '' }

    testUnless(
      missingRuntime(runtime),
      'the first start prints everything needed for the first requests, once and without colours',
      async () => {
        const { out, base } = await startAt(place, runtime)
        first = { out, base }
        expect(out).not.toContain('\u001b')
        expect(out).toContain(runtime === 'bun' ? 'running on Bun' : 'running on Deno')
        expect(new URL(base).port).not.toBe('0')
        expect(printedValue(out, 'Reference')).toBe(`${base}/docs`)
        expect(printedValue(out, 'Document')).toBe(`${base}/openapi/2026-11.json`)
        expect(out).toContain(join(place.DATA_DIR, 'postgres'))

        const [, file] = /^ {2}npm run import -- (\S+)$/m.exec(out)!
        const report = join(place.DATA_DIR, 'report.csv')
        const imported = await run('import', { DATA_DIR: place.DATA_DIR }, runtime, [
          file!,
          '--dry-run',
          '--report',
          report,
        ])
        expect([imported.code, JSON.parse(imported.out).preview.records.created]).toEqual([0, 4])

        const [seed, table, ...more] = printedRequests(out)
        expect(more).toEqual([])
        const seeded = await ask(seed!.url, seed!.key, { method: seed!.method })
        expect(seeded.body.data).toMatchObject({ seeded: true, written: { variants: 6 } })
        const read = await ask(table!.url, table!.key, { method: table!.method })
        expect(read.body.data).toMatchObject({ size: 3, filtered_max_size: 6 })

        const signedIn = await fetch(`${base}/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: printedValue(out, 'Administrator'), password: printedValue(out, 'Password') }),
        })
        expect(signedIn.status).toBe(200)
        for (const token of [((await signedIn.json()) as any).token, printedValue(out, 'User token')]) {
          const mine = await ask(`${base}/api/v1/organizations`, token)
          expect(mine.body.data).toMatchObject([
            { organization_id: printedValue(out, 'Organisation'), sandbox: true, plan: 'pro', role: 'admin' },
          ])
        }
      },
    )

    testUnless(
      missingRuntime(runtime),
      'a second start on the same data is refused and does not affect the running server',
      async () => {
        const second = await run('main', { DATA_DIR: place.DATA_DIR }, runtime)
        expect(second.code).toBe(1)
        expect(second.out).toBe('')
        expect(second.err.trim().split('\n')).toHaveLength(1)
        expect(second.err).toContain(`server (pid ${place.started!.child.pid}) already uses this data directory`)
        expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
      },
    )

    testUnless(
      missingRuntime(runtime),
      'a second server on its port is refused, and the running server keeps responding',
      async () => {
        const { port } = new URL(first.base)
        const other = newPlace(await newMigratedDataDir())
        const second = await run('main', { DATA_DIR: other.DATA_DIR, PORT: port }, runtime)
        expect(second).toEqual({ code: 1, out: '', err: portInUse(port) })
        const key = printedValue(first.out, 'API key')
        for (let i = 0; i < 8; i++) expect((await ask(`${first.base}/api/v1/variants/table`, key)).status).toBe(200)
      },
    )

    testUnless(
      missingRuntime(runtime),
      'on SIGTERM a running request finishes, new ones are refused, and the exit code is 0',
      async () => {
        const { child, says, ended } = place.started!
        const { base, out } = first
        const token = printedValue(out, 'User token')
        const organization_id = printedValue(out, 'Organisation')
        const { hostname, port } = new URL(base)
        const idle = connect(Number(port), hostname).on('error', () => {})
        const socket = connect(Number(port), hostname)
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk.toString()))
        const closed = new Promise((resolve) => socket.once('close', resolve))
        const body = JSON.stringify({ name: 'Renamed while stopping' })
        const head = [
          `PATCH /api/v1/organizations/${organization_id} HTTP/1.1`,
          `Host: ${hostname}`,
          `Authorization: Bearer ${token}`,
          `X-Organization-ID: ${organization_id}`,
          'Content-Type: application/json',
          'Connection: close',
          'Expect: 100-continue',
          `Content-Length: ${body.length}`,
        ]
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        // The server asks for the body, so it has started to process the request.
        await new Promise((resolve) => socket.once('data', resolve))
        expect(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
        child.kill('SIGTERM')
        await says(/SIGTERM: finishing/)
        expect(await lateAnswer(`${base}/api/v1/organizations`, token)).toBe('SERVICE_UNAVAILABLE')
        socket.write(body)
        await closed
        expect(answer).toContain('HTTP/1.1 200')
        expect(answer).toContain('Renamed while stopping')
        idle.destroy()
        expect(await ended).toBe(0)
        expect(place.started!.printed().out).toEndWith('Stopped.\n')
        expect(existsSync(join(place.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
        expect(existsSync(join(place.DATA_DIR, 'server.claim'))).toBe(false)
      },
    )

    testUnless(
      missingRuntime(runtime),
      'a second start finds the data, prints no secret, and the old key works',
      async () => {
        const { out, base } = await startAt(place, runtime)
        expect(out).toContain('Found existing data: 1 organisation.')
        expect(out).not.toContain('svc_')
        expect(out).not.toMatch(/Password +\S|User token +\S/)
        const key = printedValue(first.out, 'API key')
        const read = await ask(`${base}/api/v1/variants/table`, key)
        expect(read.body.data.filtered_max_size).toBe(6)
        const mine = await ask(`${base}/api/v1/organizations`, printedValue(first.out, 'User token'))
        expect(mine.body.data[0].name).toBe('Renamed while stopping')
        // Usage counted before the stop was written during it.
        const listed = await ask(`${base}/api/v1/developer/keys`, printedValue(first.out, 'User token'), {
          headers: { 'X-Organization-ID': printedValue(first.out, 'Organisation') },
        })
        const usage = await ask(
          `${base}/api/v1/developer/keys/${listed.body.data.rows[0].api_key_id}/usage?offset=1`,
          printedValue(first.out, 'User token'),
          { headers: { 'X-Organization-ID': printedValue(first.out, 'Organisation') } },
        )
        expect(JSON.stringify(usage.body)).toContain('/api/v1/sandbox/seed')
      },
    )

    testUnless(
      missingRuntime(runtime),
      'after a kill, the next start finds the data and the PostgreSQL that kept running',
      async () => {
        const { child, ended } = place.started!
        child.kill('SIGKILL')
        await ended
        const { out, base, started } = await startAt(place, runtime)
        expect(out).toContain('Found existing data')
        expect((await ask(`${base}/api/v1/variants/table`, printedValue(first.out, 'API key'))).status).toBe(200)
        started.child.kill('SIGINT')
        expect(await started.ended).toBe(0)
        expect(existsSync(join(place.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
      },
    )
  })
}

/** The result of a request after the stop: no connection, or a refusal that may be resent. */
async function lateAnswer(url: string, token: string): Promise<string> {
  try {
    return (await ask(url, token)).body.code
  } catch {
    return 'SERVICE_UNAVAILABLE'
  }
}

test('all invalid settings are reported at once, and nothing is started', async () => {
  const { DATA_DIR } = newPlace()
  const faulty = {
    DATA_DIR,
    PORT: 'x',
    SERVICE_REGION: 'mars',
    SECRET_KEY: 'mistyped-secret',
    TRUSTED_PROXIES: 'nowhere',
  }
  const { code, out, err } = await run('main', faulty)
  expect([code, out]).toEqual([1, ''])
  for (const name of ['PORT', 'SERVICE_REGION', 'SECRET_KEY', 'TRUSTED_PROXIES']) expect(err).toContain(`- ${name} `)
  expect(err).not.toContain('mistyped-secret')
  expect(err).not.toContain('    at ')
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
})

test('a port in use is reported in one sentence, and the first start is left to the next attempt', async () => {
  const place = newPlace(await newMigratedDataDir())
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const { code, err } = await run('main', { DATA_DIR: place.DATA_DIR, PORT: String(port) })
  expect(code).toBe(1)
  expect(err).toBe(portInUse(port))
  expect(existsSync(join(place.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
  await new Promise((resolve) => holder.close(resolve))
  const { out, started } = await startAt(place, 'bun', { PORT: String(port) })
  expect(printedValue(out, 'Base address')).toBe(`http://localhost:${port}`)
  expect(out).toContain('First start')
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
})

test('a database that may lose an acknowledged write is refused', async () => {
  const { DATA_DIR } = newPlace()
  const { url } = await testDatabase()
  const { code, err } = await run('main', { DATA_DIR, DATABASE_URL: url })
  expect(code).toBe(1)
  expect(err).toContain('fsync, full_page_writes, synchronous_commit are off')
  expect(err).not.toContain(new URL(url).password)
})

test('an unreachable database is reported in one sentence without the password', async () => {
  const { DATA_DIR } = newPlace()
  const { code, err } = await run('main', { DATA_DIR, DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:1/shop' })
  expect(code).toBe(1)
  expect(err).toStartWith('Cannot use the PostgreSQL at 127.0.0.1:1/shop: ')
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).not.toContain('secret-word')
})

test('commands work while a server is running and leave it running', async () => {
  const place = newPlace(await newMigratedDataDir())
  const { out, base } = await startAt(place, 'bun')
  const admin = (...args: string[]) => run('admin', { DATA_DIR: place.DATA_DIR }, 'bun', args)
  const organization = printedValue(out, 'Organisation')
  const key = printedValue(out, 'API key')

  const made = await admin('create-user', '--email', 'Ada@Example.com', '--name', 'Ada')
  expect([made.code, made.err]).toEqual([0, ''])
  const password = /shown only once\): (\S+)/.exec(made.out)![1]!
  expect(
    (await admin('add-member', '--organization', organization, '--email', 'ada@example.com', '--role', 'member')).code,
  ).toBe(0)
  const signedIn = await fetch(`${base}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  expect((await ask(`${base}/api/v1/organizations`, token)).body.data).toMatchObject([{ role: 'member' }])

  expect((await ask(`${base}/api/v1/variants/table`, key)).status).toBe(200)
  const plan = await admin('set-plan', '--organization', organization, '--plan', 'starter')
  expect(plan.out).toBe('Changed the plan of Sandbox from pro to starter.\n')
  expect((await ask(`${base}/api/v1/variants/table`, key)).body.code).toBe('plan_excludes')

  const reset = await admin('set-password', '--email', 'ada@example.com', '--password', 'a fresh long password')
  expect(reset.code).toBe(0)
  expect((await ask(`${base}/api/v1/organizations`, token)).body.code).toBe('session_invalid')

  const last = await admin('remove-member', '--organization', organization, '--email', 'admin@example.com')
  expect([last.code, last.out]).toEqual([1, ''])
  expect(last.err).toContain('last administrator')
  const members = await admin('list-members', '--organization', organization)
  expect(
    members.out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['name', 'email', 'role'],
    ['Ada', 'ada@example.com', 'member'],
    ['Administrator', 'admin@example.com', 'admin'],
  ])
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  place.started!.child.kill('SIGTERM')
  expect(await place.started!.ended).toBe(0)

  // Without a server, a command starts the database and stops it again.
  const alone = await admin('list-users')
  expect(alone.out).toContain('ada@example.com')
  expect(existsSync(join(place.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(readFileSync(join(place.DATA_DIR, 'postgres.log'), 'utf8')).not.toContain('ERROR')
})

test('a command with wrong arguments prints the error and its usage', async () => {
  const { DATA_DIR } = newPlace()
  for (const [args, sentence] of [
    [['nope'], 'There is no command "nope".'],
    [['create-user', '--name', 'A'], '--email is missing.'],
    [['create-user', '--email', ' ', '--name', 'A'], '--email is empty.'],
    [
      ['set-plan', '--organization', 'x', '--plan', 'gold'],
      '--plan cannot be "gold"; it must be one of starter, essentials',
    ],
    [['list-users', '--all'], "Unknown option '--all'."],
  ] as const) {
    const { code, out, err } = await run('admin', { DATA_DIR }, 'bun', [...args])
    expect([code, out]).toEqual([1, ''])
    expect(err).toStartWith(sentence)
    expect(err).toContain('Usage: npm run admin -- ')
  }
  const help = await run('admin', { DATA_DIR }, 'bun', ['add-member', '--help'])
  expect(help.code).toBe(0)
  expect(help.out).toContain('--role <role>')
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
})

test('a request that never ends is cut off when the time for the stop is over', async () => {
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => (begin = resolve))
  const forever = new Promise<never>(() => {})
  const fetchForever = async () => {
    begin()
    return forever
  }
  const listener = listen({ fetch: fetchForever, drain: () => forever }, '127.0.0.1', 0)
  const pending = fetch(`http://127.0.0.1:${listener.port}/`).then(
    () => 'answered',
    () => 'cut off',
  )
  await hasBegun
  await listener.stop(50)
  expect(await pending).toBe('cut off')
})
