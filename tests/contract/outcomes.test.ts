/**
 * The message of a success. tests/support/document/document_check.ts compares every success of the whole run with its
 * summary.
 */
import { expect, test } from 'bun:test'
import type { Operation } from '../../server/contract/operation.ts'
import { counted, usualSentence } from '../../server/contract/outcome.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { orderFixture } from '../purchasing/order_fixture.ts'
import { arrived, record } from '../purchasing/receiving.ts'
import { openapi } from '../support/document/document_check.ts'
import { publicOperations } from '../support/service/service.ts'

const operations = [...publicOperations, ...sessionOperations].filter(({ status, answer }) => status !== 204 && answer)

/** The message of the sample response, as in the document. */
function documented({ path, method, status }: Operation): string {
  const response = openapi.paths[path]![method.toLowerCase()]!.responses[status] as any
  return response.content['application/json'].example.message.desc
}

test("every success is documented with a message that differs from the operation's summary", () => {
  for (const operation of operations) {
    const sentence = documented(operation)
    expect([operation.id, sentence]).not.toEqual([operation.id, `${operation.summary}.`])
    expect([operation.id, sentence]).toEqual([operation.id, expect.stringMatching(/^[A-Z0-9"].*\.$/)])
    expect(sentence).not.toMatch(/undefined|null|\[object|NaN/)
  }
})

test('every write has its own success message', () => {
  const usual = ({ method, verb, answer }: Operation) => usualSentence(method, verb, answer)({} as never)
  const without = operations.filter((one) => one.verb === 'write' && documented(one) === usual(one))
  expect(without.map(({ id }) => id)).toEqual([])
})

test('a page states which rows it contains', () => {
  const list = publicOperations.find(({ id }) => id === 'purchase_orders.list')!
  const sentence = (size: number, offset: number, filtered_max_size: number) =>
    list.desc({ size, offset, filtered_max_size } as never, {} as never)
  expect([
    sentence(0, 0, 0),
    sentence(1, 0, 1),
    sentence(10, 20, 1_042),
    sentence(0, 40, 2),
    sentence(0, 9, 1),
  ]).toEqual([
    'No rows match.',
    '1 row.',
    'Rows 21 to 30 of 1,042.',
    '2 rows match; none at this offset.',
    '1 row matches; none at this offset.',
  ])
  expect([counted(1, 'line'), counted(2_000, 'line')]).toEqual(['1 line', '2,000 lines'])
})

test('a write of a purchase order states its result, and a repeated delivery states that no stock moved', async () => {
  const fixture = await orderFixture()
  const { tenant, at } = fixture
  const id = await fixture.order()
  const resultOf = async (verb: string, body?: unknown) =>
    (await tenant.post(at(`/${id}/${verb}`), body)).body.message.desc
  const patched = async (body: unknown) => (await tenant.patch(at(`/${id}`), body)).body.message.desc
  expect(await resultOf('hold', { reason: 'Wrong price' })).toBe('Purchase order PO-1001 is on hold (Wrong price).')
  expect(await resultOf('hold', { on_hold: false })).toBe('Purchase order PO-1001 is no longer on hold.')
  expect(await resultOf('approve')).toBe('Purchase order PO-1001 approved.')
  expect(await patched({ notes: 'Pack by size.' })).toBe('Purchase order PO-1001 saved.')
  const first = await record(fixture, id, arrived(fixture, ['C-S', 10]))
  expect(first.body.message.desc).toBe('10 units received on PO-1001.')
  expect(first.body.data).toMatchObject({ units: 10, already_on_file: false, moved_units: 10 })
  const again = await record(fixture, id, arrived(fixture, ['C-S', 10]))
  expect(again.body.data).toEqual({ ...first.body.data, already_on_file: true, moved_units: 0 })
  expect(again.body.message.desc).toBe(
    `This delivery to PO-1001 is already on file, recorded at ${first.body.data.recorded_at} with 10 units. No stock moved.`,
  )
  const bulk = await tenant.post(at(`/${id}/deliveries/bulk`), {
    deliveries: [arrived(fixture, ['C-S', 10]), { reference: 'DN 2', ...arrived(fixture, ['C-S', 4]) }],
  })
  expect(bulk.body.data.deliveries.map((one: any) => [one.already_on_file, one.moved_units])).toEqual([
    [true, 0],
    [false, 4],
  ])
  expect(bulk.body.message.desc).toBe('1 delivery recorded; 1 already on file.')
})
