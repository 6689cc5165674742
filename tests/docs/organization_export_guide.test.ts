/** Runs the commands of the guide to exports as an operator types them, from top to bottom. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { fillDemo } from '../../db/demo/fill.ts'
import { missingProgram, testUnless } from '../support/needs.ts'
import { operate } from '../support/operate.ts'
import { newTenant } from '../support/service/tenant.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs-site/src/content/docs/operate/export.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text]) => text!)
const folder = mkdtempSync(join(tmpdir(), 'export-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command itself refuses the database of the tests, which is not durable. */
const create = 'npm run admin -- create-organization --name "Acme"\n'

async function runBlocks(env: Record<string, string>): Promise<string[]> {
  const printed: string[] = []
  for (const block of blocks) {
    const script = block.replaceAll('/backups', folder)
    if (script === create) {
      const made = await operate('create-organization', { name: 'Acme' })
      env.NEW_ORGANIZATION_ID = /^Created the organisation Acme .*: (\S+)/.exec(made)![1]!
      continue
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`)
    printed.push(stdout)
  }
  return printed
}

testUnless(
  missingProgram('npm', 'tar'),
  'the commands of the guide export an organisation and import it again',
  async () => {
    const tenant = await newTenant()
    const { url, data_dir } = tenant.service.database
    await fillDemo(url, { organization_id: tenant.organization_id, variants: 20, seed: 4, today: '2026-11-20' })
    const environment = { ...(process.env as Record<string, string>), DATABASE_URL: url, DATA_DIR: data_dir }
    const [exported, listed, manifest, imported, verified] = await runBlocks({
      ...environment,
      ORGANIZATION_ID: tenant.organization_id,
    })
    const rows = /Exported (\S+) rows/.exec(exported!)![1]!
    expect(listed).toContain('manifest.json')
    expect(listed).toContain('"sku":')
    expect(JSON.parse(manifest!).format_version).toBe(2)
    expect(imported).toContain(`Imported ${rows} rows of Test organisation`)
    expect(verified).toMatch(/^stock_levels +\S+ rows? +agrees$/m)
    expect(verified).toMatch(/^sales_daily +\S+ rows? +agrees$/m)
    expect(verified).not.toMatch(/\d differences?$/m)
  },
  120_000,
)

test('the guide has the commands that the test reads', () => {
  expect(blocks.length).toBe(6)
})
