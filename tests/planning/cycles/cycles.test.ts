import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { startReceiver } from '../../outbox/receiver.ts'
import { type DeliveryRig, newSubscriber, startDeliveryRig } from '../../outbox/rig.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { refusal } from '../planning_fixture.ts'

const cycles = '/api/v1/planning/cycles'
const steps = [{ name: 'Targets', owner: 'Buying', due_on: '2026-12-11' }, { name: 'Plan' }]

let rig: DeliveryRig
beforeAll(async () => {
  rig = await startDeliveryRig()
})
afterAll(() => rig.stop())

test('each step closed and the signature reach a receiver once, with the record as its read answers it', async () => {
  const { admin, subscribe } = await newSubscriber()
  const receiver = await startReceiver()
  for (const type of ['cycle.step_closed', 'cycle.signed']) await subscribe(receiver.url, type)
  const opened = await admin.post(cycles, { name: 'Spring 2027', steps })
  expect(opened.status).toBe(201)
  const { cycle_id } = opened.body.data
  const [first, second] = opened.body.data.steps
  const path = `${cycles}/${cycle_id}`
  const close = ({ step_id }: any) => admin.post(`${path}/steps/${step_id}/close`)
  expect(refusal(await close(second))).toEqual([409, 'conflict'])
  expect(refusal(await admin.post(`${path}/sign`))).toEqual([409, 'conflict'])
  const records = []
  for (const step of [first, second]) {
    const closed = await close(step)
    expect((await admin.get(`${path}/steps/${step.step_id}`)).body.data).toEqual(closed.body.data)
    records.push(closed.body.data)
    expect(refusal(await close(step))).toEqual([409, 'conflict'])
  }
  const signed = await admin.post(`${path}/sign`)
  expect(signed.body.data).toEqual((await admin.get(path)).body.data)
  expect(refusal(await admin.post(`${path}/sign`))).toEqual([409, 'conflict'])
  records.push(signed.body.data)
  await rig.worker.settle()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  expect(bodies).toHaveLength(3)
  expect(bodies).toEqual(expect.arrayContaining(records))
  await receiver.stop()
})

test('a cycle keeps its steps in order, and only open steps of an open cycle change', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const cycle = (await session.post(cycles, { name: 'Spring', steps })).body.data
  expect(cycle).toMatchObject({
    state: 'open',
    mfp_id: null,
    signed_at: null,
    steps: [
      { position: 1, name: 'Targets', owner: 'Buying', due_on: '2026-12-11', state: 'open' },
      { position: 2, name: 'Plan', owner: null, due_on: null, state: 'open' },
    ],
  })
  const at = (i: number) => `${cycles}/${cycle.cycle_id}/steps/${cycle.steps[i].step_id}`
  expect((await session.patch(at(1), { owner: 'Planning' })).body.data).toMatchObject({
    name: 'Plan',
    owner: 'Planning',
  })
  expect((await session.patch(at(0), { due_on: null })).body.data).toMatchObject({ owner: 'Buying', due_on: null })
  expect(refusal(await session.patch(at(0), {}))).toEqual([400, 'body'])
  expect((await session.post(`${at(0)}/close`)).body.data).toMatchObject({ state: 'closed', cycle_name: 'Spring' })
  expect(refusal(await session.patch(at(0), { name: 'x' }))).toEqual([409, 'conflict'])
  await session.post(`${at(1)}/close`)
  const member = await newSession(tenant, { role: 'member' })
  expect(refusal(await member.post(`${cycles}/${cycle.cycle_id}/sign`))).toEqual([403, 'admin_required'])
  expect((await session.post(`${cycles}/${cycle.cycle_id}/sign`)).body.data.state).toBe('signed')
  expect((await session.get(cycles)).body.data.map(({ name, state }: any) => [name, state])).toEqual([
    ['Spring', 'signed'],
  ])
})

test('of two closes of one step at once one succeeds and one event is recorded', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  const { webhook_id } = await subscribe('http://127.0.0.1:9/hook', 'cycle.step_closed')
  const cycle = (await admin.post(cycles, { name: 'Spring', steps })).body.data
  const close = () => admin.post(`${cycles}/${cycle.cycle_id}/steps/${cycle.steps[0].step_id}/close`)
  const both = await Promise.all([close(), close()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await deliveries(webhook_id)).toHaveLength(1)
})

test('faulty cycles are refused by field, and those of another organisation are unknown', async () => {
  const session = await newSession(await newTenant())
  const other = await newSession(await newTenant())
  const cycle = (await session.post(cycles, { name: 'Spring', steps })).body.data
  for (const [change, field] of [
    [{ name: 'SPRING' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ steps: [] }, 'steps'],
    [{ steps: [{ name: 'A', due_on: '2026-13-01' }] }, 'steps[0].due_on'],
    [{ mfp_id: uuidv7() }, 'mfp_id'],
  ] as const)
    expect([field, ...refusal(await session.post(cycles, { name: 'Autumn', steps, ...change }))]).toEqual([
      field,
      400,
      field,
    ])
  const path = `${cycles}/${cycle.cycle_id}`
  const step = `${path}/steps/${cycle.steps[0].step_id}`
  for (const answer of [
    await other.get(path),
    await other.get(step),
    await other.patch(step, { name: 'x' }),
    await other.post(`${step}/close`),
    await other.post(`${path}/sign`),
    await session.get(`${path}/steps/${uuidv7()}`),
    await session.post(`${path}/steps/${uuidv7()}/close`),
    await session.get(`${cycles}/spring`),
  ])
    expect(refusal(answer)).toEqual([404, 'not_found'])
})

test('an organisation has at most 500 planning cycles', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  await tenant.service.database.sql`
    insert into planning_cycles (organization_id, cycle_id, name, opened_by, opened_at)
    select ${tenant.organization_id}, gen_random_uuid(), 'Cycle ' || n, 'test', now() from generate_series(1, 499) n`
  expect((await session.post(cycles, { name: 'The last', steps })).status).toBe(201)
  const refused = await session.post(cycles, { name: 'One more', steps })
  expect(refusal(refused)).toEqual([409, 'conflict'])
  expect(refused.body.message.desc).toContain('500 planning cycles')
  expect((await session.get(cycles)).body.data).toHaveLength(500)
})
