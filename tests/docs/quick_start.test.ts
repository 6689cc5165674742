/**
 * Runs every block of the quick start as a reader pastes it, in an empty folder, against a service that is started as the page
 * says. Differences from the page: free ports, the values that the service printed, no second installation, and the samples from
 * their folder, since a test needs no built site.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { freePort } from '../support/free_port.ts'
import { serverIsReady, printedValue } from '../start/support/commands.ts'
import { missingProgram, testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(at('docs-site/src/content/docs/quick-start.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)(?: title="([^"]+)")?\n([^]*?)^```$/gm)].map(
  ([, language, title, text]) => ({
    language: language!,
    title: title ?? '',
    text: text!,
  }),
)

const folder = mkdtempSync(join(tmpdir(), 'quick-start-'))
const begun: { child: ChildProcess; ended: Promise<unknown> }[] = []
afterAll(async () => {
  for (const { child, ended } of begun.reverse()) {
    // Like Ctrl-C: stop everything that the terminal runs, npm and its children.
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Starts a block whose last line runs until stopped; exec replaces the shell, so that signals reach the program. */
function begin(text: string, cwd: string, env: Record<string, string>) {
  const lines = text.trimEnd().split('\n')
  const script = [...lines.slice(0, -1), `exec env ${lines.at(-1)}`].join('\n')
  const child = spawn('bash', ['-ec', script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  begun.push({ child, ended })
  let out = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      for (const look of waiting) look()
    })
  return (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(out) && resolve(out)
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`ended: ${out}`)))
    })
}

test('this test runs every block of the page', () => {
  const titles = new Set(blocks.map(({ title }) => title))
  expect([...titles].sort()).toEqual([
    'Terminal 1: requests',
    'Terminal 2: the receiver',
    'The service',
    'quickstart/receiver.mjs',
  ])
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length)
})

testUnless(
  missingProgram('bash', 'curl', 'node'),
  'every command of the quick start works as described, up to a verified webhook of a real movement',
  async () => {
    const [port, hookPort] = [await freePort(), await freePort()]
    let session = ''
    let serviceOutput = ''
    let receiver: (pattern: RegExp) => Promise<string> = () => Promise.reject(new Error('no receiver yet'))

    /** Commands of the first terminal keep their folder and exports. Every curl must get a 2xx response. */
    const request = (text: string) => {
      const filled = text
        .replaceAll('$BASE_URL/samples/', `file://${at('docs-site/public/samples/')}`)
        .replaceAll(/"<([\w ]+)>"/g, (_, name: string) => `"${printedValue(serviceOutput, name)}"`)
        .replaceAll('http://localhost:3000', `http://localhost:${port}`)
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${hookPort}`)
        .replaceAll('curl -sS', 'curl -sS --fail-with-body')
      const state = join(folder, 'terminal')
      const script = `set -eo pipefail\n${session}\n${filled}\n{ export -p; declare -f; printf 'cd %q\\n' "$PWD"; } > ${state}`
      const out = execFileSync('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
      session = `source ${state}`
      return out
    }

    let requests = 0
    // The service runs before the requests begin, although its section comes last.
    const start = blocks.find(({ title }) => title === 'The service')!
    for (const { language, title, text } of [start, ...blocks.filter((block) => block !== start)]) {
      if (title === 'The service') {
        expect(text).toStartWith('npm install\n')
        const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' }
        const unset = { DATABASE_URL: '', SECRET_KEY: '', BASE_URL: '', DOCS_URL: '', DELIVERIES: 'true', JOBS: 'true' }
        const says = begin(text.replace('npm install\n', ''), at('.'), { ...unset, ...env })
        serviceOutput = await says(serverIsReady)
      } else if (title === 'quickstart/receiver.mjs') {
        writeFileSync(join(folder, title), text.replace('4000', String(hookPort)))
      } else if (title === 'Terminal 2: the receiver') {
        receiver = begin(text, folder, {})
        await receiver(/listening/)
      } else {
        expect(language).toBe('sh')
        const out = request(text)
        requests += (text.match(/^curl /gm) ?? []).length
        if (text.includes('import_state')) expect(out).toContain('completed')
        if (text.includes('/test"')) await receiver(/^verified /m)
      }
    }
    expect(requests).toBe(9)
    const printed = await receiver(/^verified \S+ stocktake 3$/m)
    expect(printed.match(/^verified /gm)).toHaveLength(2)
  },
  120_000,
)
