/** Runs the loop of the guide about following changes, as its reader does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openFollowedShop } from '../tables/follow/followed_lists.ts'

setDefaultTimeout(60_000)
const guide = fileURLToPath(new URL('../../docs-site/src/content/docs/api/guides/follow-changes.mdx', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'follow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the loop of the guide keeps a copy up to date, and starts anew when its watermark has expired', async () => {
  const { tenant, ids } = await openFollowedShop()
  const { sql } = tenant.service.database
  const [, program] = /^```ts title="follow.ts"\n([^]*?)^```$/m.exec(readFileSync(guide, 'utf8'))!
  const file = join(folder, 'follow.ts')
  writeFileSync(file, program!)
  Object.assign(process.env, { BASE_URL: tenant.service.base_url, API_KEY: tenant.api_key })
  const { catchUp } = (await import(file)) as { catchUp: (path: string, copy: object) => Promise<void> }
  const savedFiles = new Map<string, string>()
  let stored: string | null = null
  let cleared = 0
  const copy = {
    watermark: () => Promise.resolve(stored),
    apply: (rows: any[], deleted: { id: string }[], watermark: string) => {
      for (const { variant_id, title } of rows) savedFiles.set(variant_id, title)
      for (const { id } of deleted) savedFiles.delete(id)
      stored = watermark
      return Promise.resolve()
    },
    clear: () => {
      savedFiles.clear()
      stored = null
      cleared += 1
      return Promise.resolve()
    },
  }
  const path = '/api/v1/variants/table'
  await catchUp(path, copy)
  expect(savedFiles.size).toBe(3)
  await sql`
    update variants set title = 'Small' where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-S']!}`
  await sql`
    delete from variants where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-L']!}`
  await catchUp(path, copy)
  expect([savedFiles.size, savedFiles.get(ids.variants['J-S']!), cleared]).toEqual([2, 'Small', 0])
  const parts = JSON.parse(Buffer.from(stored!, 'base64url').toString())
  stored = Buffer.from(JSON.stringify(['another', ...parts.slice(1)])).toString('base64url')
  await catchUp(path, copy)
  expect([savedFiles.size, cleared]).toEqual([2, 1])
})
