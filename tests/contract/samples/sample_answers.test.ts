/**
 * Each published sample request is sent to a sandbox with the starter data, and the sample response is compared with
 * the actual one: the same fields, values only where there can be one, the starter data's names, and what a write
 * repeats of its request or sets as a state. Ids, instants and other figures may differ.
 */
import { expect, test } from 'bun:test'
import { starter } from '../../../server/platform/sandbox/starter.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { sessionOperations } from '../../../server/boot/operations.ts'
import { type Pair, sampleAnswer, sampleFaults, sendSample } from '../../support/document/sample_answers.ts'
import { readsInvoice } from '../../support/fixtures/records/sales_order_records.ts'
import { copiedSeeds, delivers, setSeededFixture } from '../../support/fixtures/seeded_fixture.ts'
import { publicOperations } from '../../support/service/service.ts'
import {
  openSessionFixture,
  type SessionFixture,
  sessionRecords,
  unheardAddress,
} from '../../support/fixtures/session_fixture.ts'
import { copying } from '../../support/fixtures/copies.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { differing, differingCount, notInTheSandboxCount, notInTheSandbox } from './sample_exceptions.ts'

const variants = starter.products.flatMap((product) => product.variants.map((one) => ({ product, ...one })))
const namesIn = (rows: readonly { name: string }[]) => new Set(rows.map(({ name }) => name))
const words = [
  namesIn(starter.suppliers),
  namesIn([...starter.locations, ...starter.sales_channels]),
  new Set(starter.products.map(({ title }) => title)),
  new Set(starter.products.map(({ vendor }) => vendor)),
  new Set(starter.products.map(({ description }) => description)),
  new Set(variants.map(({ sku }) => sku)),
  new Set(variants.map(({ sku }) => `S-${sku}`)),
  new Set(variants.map(({ title }) => title)),
  new Set(variants.map(({ product, title }) => `${product.title}, ${title}`)),
]

interface Seeded extends SessionFixture {
  tenant: Tenant
}

const copiedSeededRecords = copying(sessionRecords(setSeededFixture))
let ofReads: Promise<Seeded> | undefined
let ofPublicReads: Promise<{ tenant: Tenant; ids: Map<string, string> }> | undefined

/** Public reads share one organisation too, unless the records differ for them. */
function publicFixtureFor({ id, method }: Operation) {
  const open = async (operationId: string) => {
    const tenant = await newTenant()
    return { tenant, ids: await copiedSeeds(tenant, operationId) }
  }
  return method === 'GET' && !delivers.has(id) && !readsInvoice.has(id) ? (ofPublicReads ??= open('')) : open(id)
}

/** Reads of the app share one organisation, as they leave it as it was, unless their records are prepared for them. */
function fixtureFor({ id, method }: Operation): Promise<Seeded> {
  const open = async (operationId: string) => {
    const tenant = await newTenant()
    return { tenant, ...(await openSessionFixture(tenant, operationId, copiedSeededRecords)) }
  }
  return method === 'GET' && !/deliver|import|packing|carton|transport|preview_edi/.test(id)
    ? (ofReads ??= open(''))
    : open(id)
}

async function pairOf(operation: Operation): Promise<Pair & { status: number }> {
  const pair = { operation, sample: sampleAnswer(operation), words }
  if (operation.surface === 'public') {
    const { tenant, ids } = await publicFixtureFor(operation)
    return { ...pair, ...(await sendSample(operation, tenant, ids, tenant.api_key)) }
  }
  const { tenant, user_token, ids, invitation_token } = await fixtureFor(operation)
  const exchanged = [
    ['inv_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5tXw2Qy8E', invitation_token],
    [
      encodeURIComponent('uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/count.xlsx'),
      encodeURIComponent(ids.get('file_key')!),
    ],
    ['https://hooks.example.com/service', unheardAddress],
    ['https://wms.example.com/inbounds', unheardAddress],
    ['https://books.example.com/invoices', unheardAddress],
  ] as const
  return { ...pair, ...(await sendSample(operation, tenant, ids, user_token, exchanged)) }
}

test('every sample request succeeds in a seeded sandbox, and its sample response matches the actual one', async () => {
  const refused: string[] = []
  const found: string[] = []
  const empty = new Set<string>()
  for (const operation of [...publicOperations, ...sessionOperations]) {
    const pair = await pairOf(operation)
    if (pair.status !== operation.status) refused.push(`${operation.id} ${pair.status}`)
    else if (pair.sample !== undefined)
      for (const fault of sampleFaults(pair)) {
        const [path] = fault.replace('null ', '').split(':')
        const field = path!.replaceAll('[]', '').split('.').at(-1)!
        if (fault.startsWith('null ')) empty.add(field)
        if (!fault.startsWith('null ') || !(field in notInTheSandbox)) found.push(`${operation.id} ${fault}`)
      }
  }
  expect(refused).toEqual([])
  expect(found.filter((fault) => !differing.some(([start]) => fault.startsWith(start)))).toEqual([])
  // The lists may only shrink.
  expect(differing.filter(([start]) => !found.some((fault) => fault.startsWith(start)))).toEqual([])
  expect(Object.keys(notInTheSandbox).filter((field) => !empty.has(field))).toEqual([])
  expect([differing.length, Object.keys(notInTheSandbox).length]).toEqual([differingCount, notInTheSandboxCount])
}, 600_000)
