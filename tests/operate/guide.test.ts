/** Files from the production guide: the container has everything it needs, and the alerts use metrics that exist. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../start/support/commands.ts'

// The first start creates a PostgreSQL cluster.
setDefaultTimeout(120_000)

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(root, 'docs-site/src/content/docs/operate/production.md'), 'utf8')
const block = (language: string): string => {
  const [, text] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide) ?? []
  if (text === undefined) throw new Error(`The guide has no block of ${language}`)
  return text
}

const metricsToken = 'a token of this test'.replaceAll(' ', '-')
const folder = mkdtempSync(join(tmpdir(), 'merchant-container-'))
/** Only what the Containerfile copies, with the packages that its npm ci installs. */
const copied = [...block('dockerfile').matchAll(/^COPY (.+) (\S+)$/gm)].flatMap(([, from, to]) =>
  from!.split(' ').map((path) => [path, from!.includes(' ') ? join(to!, path) : to!] as const),
)
for (const [from, to] of copied) cpSync(join(root, from), join(folder, to), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
const [, program, script] = /^RUN (\S+\/bun) (\S+)$/m.exec(block('dockerfile'))!
execFileSync(join(folder, program!), [script!], { cwd: folder })
const server = startServer({ DATA_DIR: join(folder, 'data'), METRICS_TOKEN: metricsToken }, { folder })
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the files copied by the Containerfile are sufficient to run the service', async () => {
  const { base_url: base } = await server.ready()
  const pages = ['/', '/docs', '/docs/scalar.js', '/quick-start', '/changelog', '/api/guides/errors', '/favicon.ico']
  for (const path of ['/readyz', '/openapi/2026-11.json', ...pages])
    expect([path, (await fetch(base + path)).status]).toEqual([path, 200])
})

test('every metric in the alerts exists in the service', async () => {
  const { base_url: base } = await server.ready()
  // One refusal, so that the counter of refusals exists.
  await fetch(`${base}/api/v1/variants/table`)
  const metrics = await (
    await fetch(`${base}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  ).text()
  const named = new Set(
    [...block('yaml').matchAll(/\b((?:http|process|nodejs|queue)_\w+)\b/g)].map(([, name]) => name!),
  )
  expect(named.size).toBeGreaterThan(4)
  for (const name of named) expect([name, new RegExp(`^${name}[ {]`, 'm').test(metrics)]).toEqual([name, true])
})
