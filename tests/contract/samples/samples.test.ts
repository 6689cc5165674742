/**
 * Code samples that need only a key are run unchanged except for the example ids, which are replaced by real ones: all in
 * JavaScript and with the TypeScript client, and in the long run with curl, one for each shape of request in the others. A language whose runtime is not
 * installed is skipped.
 */
import { expect, test } from 'bun:test'
import { everyOperation } from '../../../server/boot/operations.ts'
import { idsOf } from '../../support/document/foreign.ts'
import { copiedRecords } from '../../support/fixtures/records/create_records.ts'
import { type Label, sampleLanguages } from '../../support/document/sample_languages.ts'
import {
  type AskedSample,
  operationsFor,
  runnable,
  sampleOf,
  samplesOf,
  straySamples,
  withRealIds,
} from '../../support/document/sample_requests.ts'
import { publicOperations } from '../../support/service/service.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { testUnless } from '../../support/needs.ts'

async function askedByKey(label: Label): Promise<AskedSample[]> {
  const sampleRuns: AskedSample[] = []
  const reader = await newTenant()
  await copiedRecords(reader, '')
  for (const operation of operationsFor(label, publicOperations)) {
    // Writes change data, so each has an organisation of its own.
    const tenant = operation.method === 'GET' ? reader : await newTenant()
    if (tenant !== reader) await copiedRecords(tenant, operation.id)
    const source = withRealIds(sampleOf(operation, label), operation, tenant, await idsOf(tenant))
    sampleRuns.push({
      operation,
      source,
      variables: { API_KEY: tenant.api_key, ORGANIZATION_ID: tenant.organization_id },
    })
  }
  return sampleRuns
}

test('every operation has a sample in each language, the client first wherever it can call the operation', () => {
  const labels = Object.keys(sampleLanguages)
  expect(labels[0]).toBe('TypeScript')
  for (const operation of everyOperation) {
    const { surface, session } = operation
    const called = surface === 'public' || (surface === 'session' && session !== 'user')
    expect(samplesOf(operation).map(({ label }) => label)).toEqual(called ? labels : labels.slice(1))
  }
})

for (const { label, missing } of runnable)
  testUnless(
    missing,
    `${label} samples of the public operations run unchanged, and their requests succeed`,
    async () => expect(await straySamples(label, await askedByKey(label))).toEqual([]),
    240_000,
  )
