/** What the console of the docs fills in: each read succeeds as it is opened. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import {
  type ConsoleDocument,
  filledAddress,
  filledDocument,
  readValues,
} from '../../docs-site/src/lib/console_values.ts'
import { setSeededFixture } from '../support/fixtures/seeded_fixture.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const path = fileURLToPath(new URL('../../docs-site/public/openapi/2026-11.keys.json', import.meta.url))
const document = JSON.parse(readFileSync(path, 'utf8')) as ConsoleDocument

/** Reads without path parameters that do not succeed as the console opens them. */
async function failedReads(tenant: Tenant): Promise<string[]> {
  const values = await readValues(async (address) => (await tenant.get(address)).body)
  const filled = filledDocument(document, values)
  const reads = Object.entries(filled.paths).flatMap(([one, methods]) =>
    'get' in methods && !one.includes('{') ? [one] : [],
  )
  expect(reads.length).toBeGreaterThan(50)
  const failed: string[] = []
  for (const read of reads) {
    const address = filledAddress(filled, read)
    const { status, body } = await tenant.get(address)
    if (status !== 200) failed.push(`${status} ${address}: ${body?.message?.desc}`)
  }
  return failed
}

test('every keyed read without path parameters answers 200 as filled in, in a sandbox with its starter data alone', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  expect(await failedReads(tenant)).toEqual([])
}, 120_000)

test('the same reads answer 200 in a sandbox with one record of every kind', async () => {
  const tenant = await newTenant()
  await setSeededFixture(tenant)
  expect(await failedReads(tenant)).toEqual([])
}, 120_000)
