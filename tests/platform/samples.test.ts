/** The code samples of the app's own operations, run as they stand by an administrator who is signed in. */
import { expect } from 'bun:test'
import { sessionOperations } from '../../server/boot/operations.ts'
import type { Label } from '../support/document/sample_languages.ts'
import {
  type AskedSample,
  operationsFor,
  runnable,
  sampleOf,
  straySamples,
  withRealIds,
} from '../support/document/sample_requests.ts'
import {
  copiedSessionRecords,
  openSessionFixture,
  type SessionFixture,
  unheardAddress,
} from '../support/fixtures/session_fixture.ts'
import { isPrepared } from '../support/fixtures/prepared.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { testUnless } from '../support/needs.ts'

const exampleToken = 'inv_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5tXw2Qy8E'
const exampleFileKey = 'uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'

async function askedByPerson(label: Label): Promise<AskedSample[]> {
  const sampleRuns: AskedSample[] = []
  let ofReads: Promise<SampleFixture> | undefined
  for (const operation of operationsFor(label, sessionOperations)) {
    const isRead = operation.method === 'GET' && !/deliver|import/.test(operation.id) && !isPrepared(operation.id)
    const { tenant, user_token, ids, invitation_token } = await (isRead
      ? (ofReads ??= fixtureFor(''))
      : fixtureFor(operation.id))
    // Names that only a reader's own machine knows.
    const source = withRealIds(sampleOf(operation, label), operation, tenant, ids)
      .replaceAll(exampleToken, invitation_token)
      .replaceAll(encodeURIComponent(exampleFileKey), encodeURIComponent(ids.get('file_key')!))
      .replaceAll('https://hooks.example.com/service', unheardAddress)
      .replaceAll('https://wms.example.com/inbounds', unheardAddress)
      .replaceAll('https://books.example.com/invoices', unheardAddress)
    sampleRuns.push({
      operation,
      source,
      variables: { USER_TOKEN: user_token, ORGANIZATION_ID: tenant.organization_id },
    })
  }
  return sampleRuns
}

interface SampleFixture extends SessionFixture {
  tenant: Tenant
}

/** An organisation of its own for each write; reads leave theirs as it was, and share one unless it is prepared for them. */
async function fixtureFor(operationId: string): Promise<SampleFixture> {
  const tenant = await newTenant()
  return { tenant, ...(await openSessionFixture(tenant, operationId, copiedSessionRecords)) }
}

for (const { label, missing } of runnable)
  testUnless(
    missing,
    `${label} samples of the app's operations run as they stand, and their requests are answered with success`,
    async () => expect(await straySamples(label, await askedByPerson(label))).toEqual([]),
    240_000,
  )
