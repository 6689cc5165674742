/**
 * Code samples that need only a key are run unchanged except for the example ids, which are replaced by real ones: all in
 * JavaScript, and in the long run with curl, one for each shape of request in the others. A language whose runtime is not
 * installed is skipped.
 */
import { expect, test } from 'bun:test'
import { openapi } from '../../support/document/document_check.ts'
import { idsOf } from '../../support/document/foreign.ts'
import { copiedRecords } from '../../support/fixtures/records/create_records.ts'
import { type Label, sampleLanguages } from '../../support/document/sample_languages.ts'
import {
  type AskedSample,
  operationsFor,
  runnable,
  sampleOf,
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

test('every operation has a sample in each of the six languages and in no other', () => {
  const labels = Object.keys(sampleLanguages)
  for (const methods of Object.values(openapi.paths))
    for (const published of Object.values(methods)) {
      const samples = published['x-codeSamples'] as { label: string }[]
      expect(samples.map(({ label }) => label)).toEqual(labels)
    }
})

for (const { label, missing } of runnable)
  testUnless(
    missing,
    `${label} samples of the public operations run unchanged, and their requests succeed`,
    async () => expect(await straySamples(label, await askedByKey(label))).toEqual([]),
    240_000,
  )
