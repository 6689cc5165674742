/** The program as users run it: the built file, on Node. `npm test` builds it first. */
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signTestDelivery, type TestDelivery } from '../src/testing.ts'
import { listening, post, withBody } from './support/http.ts'

const secret = 'whsec_tests_own_secret'
const program = join(import.meta.dir, '../dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'receiver-kit-cli-'))
const timestamp = 1_793_613_600
const delivery = await signTestDelivery({
  body: { id: 1 },
  secret,
  event: 'order.created',
  delivery_id: 'd-1',
  timestamp,
})

function start(args: string[], environment: Record<string, string> = { RECEIVER_KIT_SECRET: secret }) {
  const child = spawn('node', [program, ...args], { env: { PATH: process.env.PATH, ...environment } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk))
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  /** Waits until the program has printed a match. */
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      const look = (): void => {
        const match = pattern.exec(text)
        if (match) resolve(match)
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      look()
    })
  return { child, code, printed, text: () => text }
}

async function run(args: string[], environment?: Record<string, string>): Promise<[number | null, string]> {
  const { code, text } = start(args, environment)
  return [await code, text()]
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const http = ({ headers, body }: TestDelivery, line_end = '\r\n'): string =>
  [
    'POST /hooks HTTP/1.1',
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name.toUpperCase()}: ${value}`),
    '',
    body,
  ].join(line_end)

const captured = file('captured.http', http(delivery))

test('verify: checks a captured request at its own time, from raw HTTP, JSON or flags', async () => {
  const json = file('captured.json', JSON.stringify({ headers: delivery.headers, body: delivery.body }))
  const body = file('body.json', delivery.body)
  const base64 = Buffer.from(delivery.body).toString('base64')
  const encoded = file('encoded.json', JSON.stringify({ headers: delivery.headers, body_base64: base64 }))
  const forms = [[captured], [file('lf.http', http(delivery, '\n'))], [json], [encoded]]
  forms.push(['--header', delivery.headers['x-service-signature'], '--body', body])
  for (const form of forms) {
    const [code, text] = await run(['verify', ...form, '--now', String(timestamp + 300)])
    expect([code, text]).toEqual([0, expect.stringMatching(/ok +header.*ok +time.*ok +signature.*Verified\./s)])
  }
})

test('verify: an old capture fails only because of its age, and the output says how to ignore it', async () => {
  const [code, text] = await run(['verify', captured, '--now', String(timestamp + 301)])
  expect(code).toBe(1)
  expect(text).toMatch(/ok +header.*FAIL time +signed 2026-11-02T\S+, 301 s ago; 300 s are allowed.*ok +signature/s)
  expect(text).toContain(`The signature is valid; only its time is too old.`)
  expect(text).toContain(`--now ${timestamp}`)
  expect((await run(['verify', captured, '--now', String(timestamp + 301), '--tolerance', '301']))[0]).toBe(0)
})

test('verify: names the step that failed and its likely cause', async () => {
  const verify = async (content: string, ...flags: string[]): Promise<string> => {
    const [code, text] = await run(['verify', file('wrong.http', content), '--now', String(timestamp), ...flags])
    expect(code).toBe(1)
    return text
  }
  expect(await verify(http(delivery), '--secret', 'whsec_other')).toMatch(
    /FAIL signature +signature_mismatch.*another subscription/s,
  )
  expect(await verify(http(delivery), '--secret', `${secret} `)).toMatch(/secret_malformed.*white space/s)
  expect(await verify(`${http(delivery)}\n`)).toContain('A line ending was added to the body.')
  expect(await verify(http(delivery).replace('{"id":1}', '{ "id": 1 }'))).toContain('parsed and serialised again')
  expect(await verify(http(delivery).replace('v1=', 'v2='))).toMatch(/FAIL header +header_other_scheme/)
  expect(await verify(http(delivery).replace(/X-SERVICE-SIGNATURE.*\r\n/, ''))).toContain('header_missing')
  const line = /X-SERVICE-SIGNATURE.*\r\n/.exec(http(delivery))?.[0] ?? ''
  expect(await verify(http(delivery).replace(line, line + line))).toContain('header_repeated')
})

test('verify: line endings changed by an editor are reported', async () => {
  const unix = await signTestDelivery({ body: '{\n"id":1\n}', secret, event: 'order.created', timestamp })
  const windows = { ...unix, body: '{\r\n"id":1\r\n}' }
  const [, text] = await run(['verify', file('crlf.http', http(windows)), '--now', String(timestamp)])
  expect(text).toContain('CRLF line endings where LF was signed')
})

test('verify: the secret can be read from a file, without the final newline', async () => {
  const kept = file('secret.txt', `${secret}\n`)
  expect((await run(['verify', captured, '--now', String(timestamp), '--secret-file', kept], {}))[0]).toBe(0)
  const several = ['--secret', 'whsec_new', '--secret', secret]
  expect((await run(['verify', captured, '--now', String(timestamp), ...several], {}))[0]).toBe(0)
})

test('invalid arguments exit with 2 and a message', async () => {
  const cases: [string[], RegExp][] = [
    [['verify'], /takes a file, or --header and --body/],
    [['verify', join(folder, 'absent')], /no such file/],
    [['verify', file('empty.txt', '')], /no empty line/],
    [['verify', file('parsed.json', '{"headers":{},"body":{"id":1}}')], /raw body as a string/],
    [['verify', captured, '--now', 'soon'], /--now takes an integer/],
    [['listen', '--forward', 'ftp://x'], /--forward takes an http/],
    [['send', 'order.creatd', 'http://localhost'], /send takes an event: order\.created, /],
    [['send', 'order.created'], /takes the URL/],
    [['fly'], /no command fly/],
    [['--what'], /--what/],
  ]
  for (const [args, message] of cases) {
    const [code, text] = await run(args)
    expect([code, text]).toEqual([2, expect.stringMatching(message)])
  }
  expect(await run(['verify', captured], {})).toEqual([2, expect.stringContaining('RECEIVER_KIT_SECRET')])
})

test('help is readable and exits with 0', async () => {
  for (const args of [[], ['help'], ['--help'], ['verify', '-h']]) {
    const [code, text] = await run(args)
    expect(code).toBe(0)
    for (const command of ['verify', 'listen', 'send', 'RECEIVER_KIT_SECRET']) expect(text).toContain(command)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(100)
  }
})

test('listen: prints verified deliveries and responds with 204; others are refused with 400 and marked', async () => {
  const { child, code, printed, text } = start(['listen', '--port', '0'])
  const [, url] = await printed(/Listening on (http:\S+)\. /)
  const { headers, body } = await signTestDelivery({ body: { note: 'a\u001b[2Jb' }, secret, event: 'order.created' })
  expect((await post(url as string, { ...headers }, body)).status).toBe(204)
  await printed(/verified order\.created [\w-]+ \d+ bytes\n +\{\n +"note"/)
  expect((await post(url as string, { ...headers }, `${body as string} `)).status).toBe(400)
  await printed(/refused order\.created signature_mismatch\n +No v1 signature matches/)
  const raw = await signTestDelivery({ body: 'a\u001b[2Jb', secret, event: 'order.created' })
  expect((await post(url as string, { ...raw.headers }, raw.body)).status).toBe(204)
  await printed(/a\uFFFD\[2Jb/)
  expect(text()).not.toContain('\u001b')
  child.kill('SIGINT')
  expect(await code).toBe(0)
})

test('listen --forward: the forwarded receiver gets the exact bytes and headers, and its response is returned', async () => {
  const got: { headers: unknown; body: string }[] = []
  const behind = createServer(
    withBody((request, response, body) => {
      got.push({ headers: request.headers, body: body.toString() })
      response.writeHead(got.length === 1 ? 500 : 204).end()
    }),
  )
  const target = await listening(behind)
  const { child, code, printed } = start(['listen', '--port', '0', '--forward', target])
  const [, url] = await printed(/Listening on (http:\S+), forwarding to /)
  const { headers, body } = await signTestDelivery({ body: '{ "ü": 1 }\n', secret, event: 'order.created' })
  expect((await post(url as string, { ...headers }, body)).status).toBe(500)
  expect((await post(url as string, { ...headers }, body)).status).toBe(204)
  expect(got[0]).toMatchObject({ headers, body })
  expect((await post(url as string, { ...headers }, `${body as string} `)).status).toBe(400)
  expect(got.length).toBe(2)
  behind.close()
  behind.closeAllConnections()
  expect((await post(url as string, { ...headers }, body)).status).toBe(502)
  child.kill('SIGINT')
  expect(await code).toBe(0)
})

test('send: a signed sample is sent and the response printed; a refusal exits with 1', async () => {
  const listener = start(['listen', '--port', '0'])
  const [, url] = await listener.printed(/Listening on (http:\S+)\. /)
  const sent = await run(['send', 'return.received', url as string, '--id', 'd-9'])
  expect(sent).toEqual([0, expect.stringMatching(/return\.received d-9\n +204 in \d+ ms/)])
  await listener.printed(/verified return\.received d-9/)
  expect((await run(['send', 'return.received', url as string], { RECEIVER_KIT_SECRET: 'whsec_other' }))[0]).toBe(1)
  listener.child.kill('SIGINT')
  await listener.code
  const [code, text] = await run(['send', 'return.received', url as string])
  expect([code, text.length > 0]).toEqual([1, true])
})
