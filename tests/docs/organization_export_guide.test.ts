/** Runs the commands of the guide to exports as an operator types them, from top to bottom. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { createRecords } from '../support/fixtures/create_records.ts'
import { missingProgram, testUnless } from '../support/needs.ts'
import { newTenant } from '../support/service/tenant.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs-site/src/content/docs/operate/export.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text]) => text!)
const folder = mkdtempSync(join(tmpdir(), 'export-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

testUnless(
  missingProgram('npm', 'tar'),
  'the commands of the guide export an organisation and import it again',
  async () => {
    const tenant = await newTenant()
    await createRecords(tenant)
    const { url, data_dir } = tenant.service.database
    const env: Record<string, string> = {
      ...(process.env as Record<string, string>),
      DATABASE_URL: url,
      DATA_DIR: data_dir,
      ORGANIZATION_ID: tenant.organization_id,
    }
    const printed: string[] = []
    for (const block of blocks) {
      const script = block.replaceAll('/backups', folder)
      const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], { cwd: root, env, encoding: 'utf8' })
      expect({ script, status, stderr: status === 0 ? '' : stderr }).toEqual({ script, status: 0, stderr: '' })
      printed.push(stdout)
      const created = /Created the organisation Acme .*: (\S+)/.exec(stdout)?.[1]
      if (created !== undefined) env.NEW_ORGANIZATION_ID = created
    }
    const [exported, listed, manifest, , imported, verified] = printed
    const rows = /Exported (\S+) rows/.exec(exported!)![1]!
    expect(listed).toContain('manifest.json')
    expect(listed).toContain('"sku":')
    expect(JSON.parse(manifest!).format_version).toBe(1)
    expect(imported).toContain(`Imported ${rows} rows of Test organisation`)
    expect(verified).toContain('No contradictions')
    expect(verified).toContain('sales, sums and row counts agree')
  },
  120_000,
)

test('the guide has the commands that the test reads', () => {
  expect(blocks.length).toBe(6)
})
