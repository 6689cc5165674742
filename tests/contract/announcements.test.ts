/** Compares the events that the document says a write sends with what it writes to the outbox. */
import { expect, test } from 'bun:test'
import { eventNames } from '../../server/contract/events.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { events } from '../../server/boot/events.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { type Announced, announced, besideTheirReads, listenToAll } from '../support/document/event_reads.ts'
import { type OrderFixture, orderFixture } from '../purchasing/order_fixture.ts'
import { idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import { copiedRecords } from '../support/fixtures/records/create_records.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { publicOperations } from '../support/service/service.ts'
import { copiedSessionRecords, openSessionFixture } from '../support/fixtures/session_fixture.ts'
import { type Answer, call, newTenant, type Tenant } from '../support/service/tenant.ts'

interface Written {
  tenant: Tenant
  status: number
  sent: Announced[]
  text: string
}

/** Runs a write successfully in an organisation subscribed to every event, and returns the events that it sent. */
async function announcedBy(operation: Operation): Promise<Written> {
  const tenant = await newTenant()
  const fixture =
    operation.surface === 'session' ? await openSessionFixture(tenant, operation.id, copiedSessionRecords) : null
  if (fixture === null) await copiedRecords(tenant, operation.id)
  await listenToAll(tenant)
  const before = (await announced(tenant)).length
  const ids = fixture?.ids ?? (await idsOf(tenant))
  const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, kindIn(operation, name)))
  const { headers, ...request } = sent(plan, operation)
  const answer = await call(tenant.service, operation.method, targetOf(plan), {
    ...request,
    headers: { ...headers, 'X-Organization-ID': tenant.organization_id },
    key: fixture?.user_token ?? tenant.api_key,
  })
  return { tenant, status: answer.status, sent: await announced(tenant, before), text: answer.text }
}

/**
 * Their examples send nothing: one corrects no quantity, one queues a report whose worker sends the event, one sets a rate
 * that no cost waits for, an inspection that writes off moves no stock, no exception that the others would resolve is open,
 * and what is returned, refunded or credited falls on no day that an import has.
 */
const mayBeSilent = new Set([
  'orders.file_document',
  'orders.invoice',
  'purchase_orders.correct_delivery',
  'returns.cancel',
  'session.accept_returned_units',
  'session.cancel_credit_note',
  'session.correct_refund',
  'session.correct_supplier_invoice',
  'session.create_account_doors',
  'session.credit_invoice',
  'session.credit_return',
  'session.credit_supplier_invoice',
  'session.decide_edi_document',
  'session.discard_edi_document',
  'session.discard_edi_interchange',
  'session.inspect_returned_units',
  'session.read_edi_document_again',
  'session.read_edi_interchange_again',
  'session.record_payment',
  'session.release_edi_interchange',
  'session.release_hold_of_order',
  'session.release_order',
  'session.resend_edi_document',
  'session.revert_inspection',
  'session.send_report_schedule',
  'session.set_exchange_rates',
  'session.update_account_door',
  'session.void_supplier_invoice',
])

const writes = [
  ...publicOperations.filter(({ verb }) => verb === 'write'),
  ...sessionOperations.filter(({ emits }) => emits.length > 0),
]

test('a write sends only the events that it declares, each record equal to the response of its read', async () => {
  const found: Record<string, unknown> = {}
  for (const operation of writes) {
    const { tenant, status, sent, text } = await announcedBy(operation)
    const stray = sent.filter(({ event }) => !operation.emits.includes(event))
    if (status !== operation.status) found[operation.id] = `${status} ${text.slice(0, 200)}`
    else if (stray.length > 0) found[operation.id] = `undeclared: ${stray.map(({ event }) => event).join(', ')}`
    else if (operation.emits.length > 0 && sent.length === 0 && !mayBeSilent.has(operation.id))
      found[operation.id] = 'announces nothing'
    else {
      const [records, reads] = await besideTheirReads(tenant, sent)
      expect({ operation: operation.id, records }).toEqual({ operation: operation.id, records: reads })
    }
  }
  expect(found).toEqual({})
}, 120_000)

test('every event that is sent names an existing operation that reads its record', () => {
  const reads = [...publicOperations, ...sessionOperations].map(({ method, path }) => `${method} ${path}`)
  const sentEvents = new Set([...publicOperations, ...sessionOperations].flatMap(({ emits }) => emits))
  expect(eventNames.filter((event) => sentEvents.has(event) && !reads.includes(String(events[event].read)))).toEqual([])
})

/** Runs the steps in order and compares what each sent with the reads of the records before the next step. */
async function expectSteps(fixture: OrderFixture, steps: Record<string, () => Promise<Answer>>): Promise<string[]> {
  const receivedEvents: string[] = []
  for (const [step, act] of Object.entries(steps)) {
    const answer = await act()
    expect([step, answer.status < 300 ? 'done' : answer.text]).toEqual([step, 'done'])
    const sent = await announced(fixture.tenant, receivedEvents.length)
    const [records, reads] = await besideTheirReads(fixture.tenant, sent)
    expect({ step, records }).toEqual({ step, records: reads })
    receivedEvents.push(...sent.map(({ event }) => event))
  }
  return receivedEvents
}

test('every step of an order sends the whole current order with its deliveries and costs', async () => {
  const fixture = await orderFixture()
  await listenToAll(fixture.tenant)
  const { tenant, ids, at } = fixture
  const freight = { freight_per_container_cents: 15_000 }
  const line_items = [
    { variant_id: ids.variants['C-S'], quantity: 24, duty_bp: 500 },
    { variant_id: ids.variants['C-M'], quantity: 6 },
  ]
  const id = await fixture.order({ supplier_id: ids.suppliers.Forge, line_items, ...freight })
  const units = (received_quantity: number) => [{ variant_id: ids.variants['C-S'], received_quantity }]
  const receive = (reference: string, count: number) =>
    tenant.post(at(`/${id}/deliveries`), { reference, accept_over_receipt: true, line_items: units(count) })
  const deliveryPath = async (i: number) =>
    at(`/${id}/deliveries/${(await fixture.read(id)).deliveries[i].delivery_id}`)
  const receivedEvents = await expectSteps(fixture, {
    create: () => tenant.post(at(), { location_id: ids.locations.Main, line_items }),
    hold: () => tenant.post(at(`/${id}/hold`), { reason: 'Wrong price' }),
    release: () => tenant.post(at(`/${id}/hold`), { on_hold: false }),
    approve: () => tenant.post(at(`/${id}/approve`)),
    issue: () => tenant.post(at(`/${id}/issue`), { channel: 'link' }),
    amend: () => tenant.patch(at(`/${id}`), { notes: 'Pack by size.', line_items: [line_items[1]] }),
    receive: () => receive('DN 1', 10),
    'receive too much': () => receive('DN 2', 20),
    'bill a delivery': async () => tenant.patch(await deliveryPath(0), { freight_cents: 9_900 }),
    'correct its time and units': async () =>
      tenant.patch(await deliveryPath(0), { received_at: '2026-11-20T08:00:00Z', line_items: units(4) }),
    'correct its reference': async () => tenant.patch(await deliveryPath(0), { reference: 'DN 8812' }),
    'bill the order': () => tenant.patch(at(`/${id}`), { billed_freight_cents: 25_000, billed_duty_cents: 3_100 }),
    'remove a delivery': async () => tenant.delete(await deliveryPath(1)),
    close: () => tenant.patch(at(`/${id}`), { status: 'closed' }),
  })
  expect(new Set(receivedEvents)).toEqual(
    new Set([
      'new_purchase_order',
      'purchase_order_updated',
      'receipt.recorded',
      'movement.recorded',
      'exception.opened',
      'exception.resolved',
    ]),
  )
})
