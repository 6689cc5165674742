/**
 * Runs every block of the quick start in order, as a reader pastes it, against a service that the page itself starts and
 * the packed kit. Differences from the page: free ports, the values that the service printed, the packed kit instead of a
 * link to its folder, and no second installation.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { freePort } from '../support/free_port.ts'
import { serverIsReady, printedValue } from '../start/support/commands.ts'
import { missingProgram, testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const kit = at('receiver-kit')
/** The kit has its own install and build; without them there is nothing to pack. */
const missing = existsSync(join(kit, 'dist', 'index.js'))
  ? missingProgram('bash', 'curl')
  : 'the receiver kit is not built'

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

const packKit = (): string =>
  join(
    folder,
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: kit })
      .toString()
      .trim(),
  )

test('this test runs every block of the page', () => {
  const titles = new Set(blocks.map(({ title }) => title))
  expect([...titles].sort()).toEqual([
    'Terminal 1: the service',
    'Terminal 2: requests',
    'Terminal 3: the receiver',
    'quickstart/receiver.mjs',
  ])
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length)
})

testUnless(
  missing,
  'every command of the quick start works as described, up to a verified webhook of a real movement',
  async () => {
    const [port, hookPort] = [await freePort(), await freePort()]
    const packed = packKit()
    let session = ''
    let serviceOutput = ''
    let receiver: (pattern: RegExp) => Promise<string> = () => Promise.reject(new Error('no receiver yet'))

    /** Commands of the second terminal keep their folder and exports. Every curl must get a 2xx response. */
    const importCommand = `DATA_DIR=${join(folder, 'data')} DATABASE_URL= ${process.execPath} ${at('server/import.ts')}`
    const request = (text: string) => {
      const filled = text
        .replaceAll('npm --prefix .. run import --', importCommand)
        .replaceAll('../docs-site/', at('docs-site/'))
        .replaceAll(/"<([\w ]+)>"/g, (_, name: string) => `"${printedValue(serviceOutput, name)}"`)
        .replaceAll('http://localhost:3000', `http://localhost:${port}`)
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${hookPort}`)
        .replaceAll(/^npm --prefix \.\.\/receiver-kit (install|run build)$\n/gm, '')
        .replaceAll('../receiver-kit', `--no-audit --no-fund ${packed}`)
        .replaceAll('curl -sS', 'curl -sS --fail-with-body')
      const state = join(folder, 'terminal')
      const script = `set -eo pipefail\n${session}\n${filled}\n{ export -p; printf 'cd %q\\n' "$PWD"; } > ${state}`
      const out = execFileSync('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
      session = `source ${state}`
      return out
    }

    let requests = 0
    for (const { language, title, text } of blocks) {
      if (title === 'Terminal 1: the service') {
        expect(text).toStartWith('npm install\n')
        const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' }
        const unset = { DATABASE_URL: '', SECRET_KEY: '', BASE_URL: '', DOCS_URL: '', DELIVERIES: 'true', JOBS: 'true' }
        const says = begin(text.replace('npm install\n', ''), at('.'), { ...unset, ...env })
        serviceOutput = await says(serverIsReady)
      } else if (title === 'quickstart/receiver.mjs') {
        writeFileSync(join(folder, title), text.replace('4000', String(hookPort)))
      } else if (title === 'Terminal 3: the receiver') {
        receiver = begin(text, folder, {})
        await receiver(/listening/)
      } else {
        expect(language).toBe('sh')
        request(text)
        requests += (text.match(/^curl /gm) ?? []).length
        if (text.includes('/test"')) await receiver(/^verified /m)
      }
    }
    expect(requests).toBe(7)
    const printed = await receiver(/^verified \S+ stocktake 3$/m)
    expect(printed.match(/^verified /gm)).toHaveLength(2)
  },
  120_000,
)
