/** Runs the scripts of the JavaScript and Python quick starts as the pages say, each against its own service. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { freePort } from '../support/free_port.ts'
import { type Server, startServer, printedValue } from '../start/support/commands.ts'
import { missingProgram, testUnless } from '../support/needs.ts'

// The first start creates a PostgreSQL cluster.
setDefaultTimeout(120_000)

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quick-start-scripts-'))
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Page {
  name: string
  file: string
  program: string
}

const pages: Page[] = [
  { name: 'javascript', file: 'first.mjs', program: 'node' },
  { name: 'python', file: 'first.py', program: 'python3' },
]

for (const page of pages)
  testUnless(
    missingProgram(page.program),
    `the quick start script in ${page.name} ends with a verified movement`,
    async () => {
      const markdown = readFileSync(at(`docs-site/src/content/docs/quick-start/${page.name}.md`), 'utf8')
      const [, script] = new RegExp(`^\`\`\`\\w+ title="quickstart/${page.file}"\\n([^]*?)^\`\`\`$`, 'm').exec(
        markdown,
      )!
      expect(markdown).toContain(`\`\`\`sh title="Terminal"\n${page.program} ${page.file}\n`)
      const own = join(folder, page.name)
      mkdirSync(own)
      writeFileSync(join(own, page.file), script!)
      const server = startServer({ DATA_DIR: join(own, 'data'), WEBHOOK_ALLOW_LOOPBACK: 'true' })
      servers.push(server)
      const { out, base_url } = await server.ready()
      const env = {
        PATH: process.env.PATH!,
        BASE_URL: base_url,
        ORGANIZATION_ID: printedValue(out, 'Organisation'),
        USER_TOKEN: printedValue(out, 'User token'),
        API_KEY: printedValue(out, 'API key'),
        HOOK_PORT: String(await freePort()),
      }
      const printed = await run(page.program, page.file, own, env)
      expect(printed).toMatch(/^12 rows of stock; \S+ at .+: \d+\nverified stocktake 3\n$/)
    },
  )

async function run(program: string, file: string, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(program, [file], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return printed
}
