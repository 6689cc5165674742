/**
 * Every kind of exception that the document lists is provoked through the public surface, shows open, and ends: an action that
 * the table of kinds names changes its record and resolves it. A kind without a provocation fails here.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../db/client/database.ts'
import { exceptionKindFacts, type ExceptionKind } from '../../server/exceptions/kinds.ts'
import { addressRules } from '../../server/outbox/webhook_tools.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { startPaymentFeeds } from '../../server/selling/payments/accounting/worker.ts'
import { startPostings } from '../../server/selling/invoices/accounting/worker.ts'
import { openCorrespondence } from '../documents/correspondence.ts'
import { startReading } from '../selling/partner_files/shop.ts'
import { useDatabase } from '../selling/support/sales.ts'
import { startRequestWorker } from '../selling/support/warehouse.ts'
import { testService } from '../support/service/service.ts'
import { arrivedProvoked } from './provocations/arrived.ts'
import { ordersProvoked } from './provocations/orders.ts'
import type { Provocations, Provoked } from './provocations/provocation.ts'
import { type Senders, sentProvoked } from './provocations/sent.ts'

setDefaultTimeout(120_000)
const db = useDatabase()

let senders: Senders
let stopPostings: () => Promise<void>
beforeAll(async () => {
  const { database, settings } = await testService()
  const own = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
  const tools = { secrets: secretBox(settings), rules: addressRules(settings) }
  const postings = startPostings(own, tools)
  const payments = startPaymentFeeds(own, tools)
  stopPostings = async () => {
    await postings.stop()
    await payments.stop()
    await own.close()
  }
  senders = {
    postings,
    payments,
    rig: await startReading(),
    requests: await startRequestWorker(settings),
    correspondence: await openCorrespondence((response) => response.writeHead(202).end()),
  }
})
afterAll(async () => {
  await senders.rig.stop()
  await senders.requests.stop()
  await senders.correspondence.stop()
  await stopPostings()
})

const document = JSON.parse(
  readFileSync(new URL('../../docs-site/public/openapi/2026-11.json', import.meta.url), 'utf8'),
) as { components: { schemas: { ExceptionKind: { 'x-extensible-enum': ExceptionKind[] } } } }

/** By kind, with more words where a kind has several causes. */
const provocations: Provocations = {
  ...ordersProvoked(db),
  ...arrivedProvoked(() => senders.rig, db),
  ...sentProvoked(() => senders),
}
const kindOf = (name: string) => name.split(' ')[0] as ExceptionKind

test('every kind of the document is provoked', () => {
  const kinds = document.components.schemas.ExceptionKind['x-extensible-enum']
  expect([...new Set(Object.keys(provocations).map(kindOf))].toSorted()).toEqual(kinds.toSorted())
})

async function rowsOf(kind: string, { session, subject: { type, id } }: Provoked): Promise<any[]> {
  const { rows } = (await session.get(`/api/v1/exceptions?kind=${kind}&subject_type=${type}&subject_id=${id}`)).body
    .data
  return rows
}

for (const [name, provoke] of Object.entries(provocations))
  test(`${name}: opens, and ends with its cause`, async () => {
    const kind = kindOf(name)
    const provoked = await provoke()
    const opened = await rowsOf(kind, provoked)
    expect(opened.map(({ resolved_at }) => resolved_at)).toEqual(opened.map(() => null))
    expect(opened.length).toBeGreaterThan(0)
    const { actions, subjects } = exceptionKindFacts[kind]
    expect(subjects).toContain(provoked.subject.type)
    expect(actions.map(({ operation }) => operation)).toContain(provoked.action)
    const before = await provoked.state()
    const answer = await provoked.end()
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    await provoked.settle?.()
    expect(await provoked.state()).not.toEqual(before)
    const ended = await rowsOf(kind, provoked)
    expect(ended.map(({ id }) => id)).toEqual(opened.map(({ id }) => id))
    for (const { resolved_at, resolution } of ended)
      expect([typeof resolved_at, typeof resolution]).toEqual(['string', 'string'])
  })
