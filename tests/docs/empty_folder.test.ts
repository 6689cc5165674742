/**
 * Follows the quick start in TypeScript from an empty folder, with the address of the docs, a base URL and credentials: to a
 * verified webhook and a copy of the catalogue. Differences from the page: the packed files in place of two packages, and a free port.
 * The quick start of the Python client has its own test, python_client.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { freePort } from '../support/free_port.ts'
import { missingProgram, testUnless } from '../support/needs.ts'
import { printedValue, type Server, startServer } from '../start/support/commands.ts'

setDefaultTimeout(600_000)

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'empty-folder-'))
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function missingPackages(): string | null {
  const built = ['receiver-kit/dist/index.js', 'receiver-kit/client/dist/index.js'].every((path) =>
    existsSync(at(path)),
  )
  if (!built) return 'the receiver kit is not built'
  const missing = missingProgram('node', 'npm', 'bash')
  if (missing !== null) return missing
  const registry = spawnSync('npm', ['view', 'tsx', 'version', '--fetch-retries=0'], { timeout: 20_000 })
  return registry.status === 0 ? null : 'npm cannot reach its registry'
}

interface Block {
  title: string
  text: string
}

/** The titled code of a page: of the Markdown that the docs serve, or of its source where the site is not built. */
async function blocksOf(docsUrl: string, path: string): Promise<Block[]> {
  const served = await fetch(`${docsUrl}${path}.md`)
  const isServed = served.status === 200
  const page = isServed ? await served.text() : readFileSync(at(`docs-site/src/content/docs${path}.md`), 'utf8')
  const titled = isServed ? /^(\S.*)\n\n```\w+\n([^]*?)^```$/gm : /^```\w+ title="([^"]+)"\n([^]*?)^```$/gm
  return [...page.matchAll(titled)].map(([, title, text]) => ({ title: title!, text: text! }))
}

/** A terminal in a folder: exports stay from block to block. */
function terminal(cwd: string, given: Record<string, string>) {
  let before = ''
  return async (text: string): Promise<string> => {
    const script = `set -eo pipefail\n${before}\n${text}\nexport -p > ../state`
    const child = Bun.spawn(['bash', '-c', script], {
      cwd,
      env: { PATH: process.env.PATH!, HOME: folder, ...given },
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    if ((await child.exited) !== 0) throw new Error(`${text}\n${out}\n${err}`)
    before = 'source ../state'
    return out
  }
}

function packed(root: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = spawnSync('npm', args, { cwd: at(root), encoding: 'utf8' })
  return join(folder, (JSON.parse(stdout) as [{ filename: string }])[0].filename)
}

testUnless(
  missingPackages(),
  'the quick start in TypeScript leads from an empty folder to a verified webhook and a copy of the catalogue',
  async () => {
    const server = startServer({ DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW_LOOPBACK: 'true' })
    servers.push(server)
    const { out, base_url } = await server.ready()
    const blocks = await blocksOf(base_url, '/quick-start/typescript')
    expect(blocks.map(({ title }) => title)).toEqual([
      'Terminal',
      'Terminal',
      'first.ts',
      'Terminal',
      'sync.ts',
      'Terminal',
    ])

    const own = join(folder, 'reader')
    mkdirSync(own)
    const run = terminal(own, { HOOK_PORT: String(await freePort()) })
    const files = {
      '@merchant-api/client': packed('receiver-kit/client'),
      '@merchant-api/receiver-kit': packed('receiver-kit'),
    }
    const printed: string[] = []
    for (const { title, text } of blocks) {
      if (title !== 'Terminal') {
        writeFileSync(join(own, title), text)
        continue
      }
      let commands = text
        .replaceAll(/"<([\w ]+)>"/g, (_, name: string) => `"${printedValue(out, name)}"`)
        .replaceAll('http://localhost:3000', base_url)
      for (const [name, file] of Object.entries(files)) commands = commands.replace(` ${name}`, ` ${file}`)
      printed.push(await run(commands))
    }
    expect(printed[2]).toMatch(/^12 rows of stock; \S+ at .+: \d+\nverified stocktake 3\n$/)
    expect(printed[3]).toBe('6 changed, 6 in the copy\n0 changed, 6 in the copy\n')
    const { variants } = JSON.parse(readFileSync(join(own, 'catalogue.json'), 'utf8')) as {
      variants: Record<string, { sku: string }>
    }
    const skus = Object.values(variants).map(({ sku }) => sku)
    expect(skus.toSorted()).toEqual(['JEANS-30', 'JEANS-32', 'JUMPER-M', 'JUMPER-S', 'SHIRT-L', 'SHIRT-M'])
    // What is used is what the page installs.
    expect(readdirSync(join(own, 'node_modules/@merchant-api')).toSorted()).toEqual(['client', 'receiver-kit'])
  },
)
