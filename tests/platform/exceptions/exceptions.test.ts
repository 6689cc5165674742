import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { orderFixture } from '../../purchasing/order_fixture.ts'
import { approved, arrived, listen, record } from '../../purchasing/receiving.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

test('a surplus waits in the queue until a person resolves it, once, and that is announced', async () => {
  const fixture = await orderFixture()
  const member = await newSession(fixture.tenant, { role: 'member', name: 'Ada Buyer' })
  const receivedEvents = await listen(fixture, 'exception.resolved')
  const id = await approved(fixture)
  await record(fixture, id, { accept_over_receipt: true, ...arrived(fixture, ['C-S', 26]) })
  const open = (await member.get(`/api/v1/exceptions?is_open=true&subject_id=${id}`)).body.data
  expect([open.size, open.filtered_max_size]).toEqual([1, 1])
  const [row] = open.rows
  expect(row).toMatchObject({
    kind: 'over_receipt',
    severity: 'warning',
    subject: { type: 'purchase_order', id },
    sentence: '2 units more than ordered arrived on PO-1001: 26 units of C-S where 24 are outstanding.',
    resolved_at: null,
    resolution: null,
    resolved_by: null,
  })
  const at = `/api/v1/exceptions/${row.id}`
  expect((await member.get(at)).body.data).toEqual(row)
  const blank = await member.post(`${at}/resolve`, { resolution: '  ' })
  expect([blank.status, blank.body.data.field]).toEqual([400, 'resolution'])
  const answers = await Promise.all(
    ['Kept.', 'Sent back.'].map((resolution) => member.post(`${at}/resolve`, { resolution })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const resolved = answers.find(({ status }) => status === 200)!.body.data
  expect(resolved).toMatchObject({
    ...row,
    resolved_at: resolved.resolved_at,
    resolution: resolved.resolution,
    resolved_by: 'user:Ada Buyer',
  })
  const late = answers.find(({ status }) => status === 409)!.body
  expect([late.code, late.data.resolution, late.data.resolved_by]).toEqual([
    'conflict',
    resolved.resolution,
    'user:Ada Buyer',
  ])
  expect(await receivedEvents()).toEqual([['exception.resolved', resolved]])
  expect((await member.get('/api/v1/exceptions?is_open=true')).body.data.rows).toEqual([])
  expect((await member.get('/api/v1/exceptions?is_open=false')).body.data.rows).toEqual([resolved])
})

test('the queue is read newest first, by kind, severity and subject, and holds no other organisation', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const row = (kind: string, severity: string, day: number) => ({
    exception_id: uuidv7(),
    kind,
    severity,
    subject_type: 'purchase_order',
    subject_id: `order ${day}`,
    sentence: 'Something happened.',
    opened_at: `2026-11-0${day}T08:00:00Z`,
  })
  const rows = [row('date_slip', 'warning', 2), row('quantity_short', 'info', 3), row('date_slip', 'blocking', 1)]
  await insertRows(tenant, 'exceptions', rows)
  const theirs = row('date_slip', 'warning', 4)
  await insertRows(other, 'exceptions', [theirs])
  const member = await newSession(tenant, { role: 'member' })
  const ids = async (query: string) =>
    (await member.get(`/api/v1/exceptions?${query}`)).body.data.rows.map(({ id }: any) =>
      rows.findIndex((one) => one.exception_id === id),
    )
  expect(await ids('')).toEqual([1, 0, 2])
  expect(await ids('kind=date_slip')).toEqual([0, 2])
  expect(await ids('severity=blocking')).toEqual([2])
  expect(await ids('subject_type=purchase_order&subject_id=order%203')).toEqual([1])
  expect(await ids('limit=1&offset=1')).toEqual([0])
  for (const exception_id of [theirs.exception_id, uuidv7()]) {
    const read = await member.get(`/api/v1/exceptions/${exception_id}`)
    const decided = await member.post(`/api/v1/exceptions/${exception_id}/resolve`, { resolution: 'Mine.' })
    expect([read.status, read.body.code, decided.status, decided.body.code]).toEqual([
      404,
      'not_found',
      404,
      'not_found',
    ])
  }
})
