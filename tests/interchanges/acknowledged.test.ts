/** Accounts' acknowledgements mark the documents that they answer. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  type AcknowledgedSet,
  type FunctionalAcknowledgement997,
  write997,
} from '../../server/edi/documents/functional_acknowledgement_997.ts'
import {
  type InterchangeAcknowledgement,
  writeTa1,
} from '../../server/edi/documents/interchange_acknowledgement_ta1.ts'
import { answersTo } from '../../server/interchanges/inbound/acknowledged.rules.ts'
import { advice, type EdiRig, type Partner, queue, shop, type Shop, startWorkers, written } from './rig.ts'

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers()
})
afterAll(() => rig.stop())

const accepted: AcknowledgedSet = {
  type: '846',
  control_number: '0001',
  verdict: 'accepted',
  segments: [],
  codes: [],
}
const rejected: AcknowledgedSet = {
  ...accepted,
  verdict: 'rejected',
  codes: ['5'],
  segments: [
    {
      tag: 'LIN',
      position: 3,
      code: '8',
      elements: [{ element: 3, component: null, reference: '234', code: '7', value: 'J-S' }],
    },
  ],
}

const answerTo = (group: string, set: AcknowledgedSet, more: Partial<FunctionalAcknowledgement997> = {}) => ({
  group_code: 'IB',
  group_control_number: group,
  verdict: set.verdict,
  sets_included: 1,
  sets_received: 1,
  sets_accepted: set.verdict === 'accepted' ? 1 : 0,
  codes: [],
  sets: [set],
  ...more,
})

async function answer(merchant: Shop, partner: Partner, given: FunctionalAcknowledgement997): Promise<void> {
  await merchant.upload(written(merchant, partner, [write997(given)]))
  await rig.worker.settle()
}

const advices = async (merchant: Shop) =>
  (await merchant.documents('&document_type=846')).map(({ state, sentence }) => [state, sentence])

test('a 997 accepts or rejects the documents of its group, names the place, and is not answered', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  for (const reference of ['I1', 'I2', 'I3']) await queue(merchant, partner, '846', advice(reference))
  await rig.worker.settle()
  await answer(merchant, partner, answerTo('000000001', accepted))
  await answer(merchant, partner, answerTo('2', rejected))
  expect(await advices(merchant)).toEqual([
    ['accepted', 'Meridian accepted the inventory advice (846).'],
    [
      'rejected',
      'Meridian rejected the inventory advice (846): segment 3 (LIN), element 3 has an unknown code: "J-S".',
    ],
    ['stored', 'The inventory advice (846) for Meridian is ready to be downloaded.'],
  ])
  const open = await merchant.exceptions()
  expect(open.map(({ kind, severity }) => [kind, severity])).toEqual([['edi_rejected', 'blocking']])
  const all = await merchant.documents()
  expect(all.filter(({ document_type, direction }) => document_type === '997' && direction === 'outbound')).toEqual([])
  expect(all.filter(({ document_type }) => document_type === '997').map(({ state }) => state)).toEqual([
    'processed',
    'processed',
  ])

  await answer(merchant, partner, answerTo('2', accepted))
  expect((await advices(merchant))[1]![0]).toBe('accepted')
  expect(await merchant.exceptions()).toEqual([])
})

const withFaults: AcknowledgedSet = { ...rejected, verdict: 'accepted_with_errors' }
const faults = 'segment 3 (LIN), element 3 has an unknown code: "J-S".'

test('a 997 that takes a document with faults accepts it, and an exception names them', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  for (const reference of ['I1', 'I2', 'I3']) await queue(merchant, partner, '846', advice(reference))
  await rig.worker.settle()
  await answer(merchant, partner, answerTo('1', withFaults))
  await answer(merchant, partner, answerTo('2', withFaults, { sets: [], codes: ['5'] }))
  await answer(merchant, partner, answerTo('3', withFaults, { sets: [accepted], verdict: 'partially_accepted' }))
  expect(await advices(merchant)).toEqual([
    ['accepted', `Meridian accepted with faults the inventory advice (846): ${faults}`],
    ['accepted', 'Meridian accepted with faults the inventory advice (846): fault 5 of its group.'],
    ['accepted', 'Meridian accepted with faults the inventory advice (846) without a reason.'],
  ])
  const open = await merchant.exceptions()
  expect(open.map(({ kind, severity }) => [kind, severity])).toEqual(Array(3).fill(['edi_rejected', 'warning']))
  expect(open.some(({ sentence }) => sentence.includes(faults))).toBe(true)

  await answer(merchant, partner, answerTo('1', accepted))
  expect(await merchant.exceptions()).toHaveLength(2)
})

test.each([
  ['A', 'accepted', []],
  ['E', 'accepted', ['edi_rejected']],
  ['P', 'accepted', ['edi_rejected']],
  ['R', 'rejected', ['edi_rejected']],
  ['M', 'rejected', ['edi_rejected']],
  ['W', 'rejected', ['edi_rejected']],
  ['X', 'rejected', ['edi_rejected']],
])('the codes %s of AK501 and AK901 are read: %s', async (code, state, kinds) => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const count = state === 'rejected' ? '0' : '1'
  const segments = [`AK1*IB*1`, 'AK2*846*0001', `AK5*${code}`, `AK9*${code}*1*1*${count}`].map((one) => one.split('*'))
  await merchant.upload(written(merchant, partner, [{ type: '997', segments }]))
  await rig.worker.settle()
  expect((await advices(merchant)).map(([one]) => one)).toEqual([state])
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(kinds)
})

test('an acknowledgement of something that was never sent changes nothing, and waits if it finds faults', async () => {
  const merchant = await shop()
  const [partner, other] = [await merchant.account('Meridian'), await merchant.account('Harbor')]
  await queue(merchant, other, '846', advice())
  await rig.worker.settle()
  const arrived = async (set: AcknowledgedSet) => {
    await answer(merchant, partner, answerTo('1', set))
    const inbound = (await merchant.documents('&direction=inbound')).at(-1)
    return [inbound.state, inbound.sentence]
  }
  expect(await arrived(accepted)).toEqual([
    'processed',
    'Meridian acknowledged the group IB 1, which was not sent to it.',
  ])
  expect(await merchant.exceptions()).toEqual([])
  expect(await arrived(rejected)).toEqual(['held', 'Meridian rejected the group IB 1, which was not sent to it.'])
  expect(await arrived(withFaults)).toEqual([
    'held',
    'Meridian found faults in the group IB 1, which was not sent to it.',
  ])
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(['edi_held', 'edi_held'])
  expect((await advices(merchant)).map(([state]) => state)).toEqual(['stored'])
})

test('a set that was not sent, and that an acknowledgement rejects, waits beside those that were', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const sets = [accepted, { ...rejected, control_number: '0002' }]
  await answer(merchant, partner, answerTo('1', accepted, { verdict: 'partially_accepted', sets }))
  expect((await advices(merchant)).map(([state]) => state)).toEqual(['accepted'])
  const [held] = await merchant.exceptions()
  expect([held.kind, held.sentence]).toEqual([
    'edi_held',
    'Meridian found faults in sets of the group IB 1 that were not sent to it: 846 0002.',
  ])
})

test('a TA1 that rejects an interchange rejects its document; one that accepts it leaves it', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  for (const reference of ['I1', 'I2']) await queue(merchant, partner, '846', advice(reference))
  await rig.worker.settle()
  const of = (control_number: number, more: Partial<InterchangeAcknowledgement>) =>
    writeTa1({ control_number, date: '261122', time: '1000', verdict: 'accepted', note_code: '000', ...more })
  const acknowledgements = [of(1, {}), of(2, { verdict: 'rejected', note_code: '017' })]
  await merchant.upload(written(merchant, partner, [], { acknowledgements }))
  await rig.worker.settle()
  expect((await advices(merchant)).map(([state]) => state)).toEqual(['stored', 'rejected'])
  expect((await merchant.exceptions('&kind=edi_rejected'))[0].sentence).toContain('its envelope has the fault 017')
})

test('a partly accepted group rejects the sets that it names, and a rejected one all of its own type', () => {
  const documents = [
    { document_id: 1, document_type: '846', set_control_number: '0001' },
    { document_id: 2, document_type: '846', set_control_number: '0002' },
    { document_id: 3, document_type: '810', set_control_number: '0001' },
  ]
  const given = answerTo('1', { ...rejected, control_number: '2' }, { verdict: 'partially_accepted' })
  const states = (one: FunctionalAcknowledgement997) =>
    answersTo(one, documents, 'Meridian').map(({ document_id, state }) => [document_id, state])
  expect(states(given)).toEqual([
    [1, 'accepted'],
    [2, 'rejected'],
  ])
  expect(states({ ...given, verdict: 'rejected', sets: [], codes: ['5'] })).toEqual([
    [1, 'rejected'],
    [2, 'rejected'],
  ])
})
