/** Interchanges from accounts: stored first, read once, answered, and held where a person must decide. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { read997 } from '../../server/edi/documents/functional_acknowledgement_997.ts'
import { readTa1 } from '../../server/edi/documents/interchange_acknowledgement_ta1.ts'
import type { PurchaseOrder850 } from '../../server/edi/documents/purchase_order_850.ts'
import { X12Error } from '../../server/edi/x12/faults.ts'
import type { EdiDocumentHandler, ReceivedEdiDocument } from '../../server/interchanges/handler.ts'
import {
  accountsPath,
  advance,
  archived,
  type EdiRig,
  interchangesPath,
  orderSet,
  shop,
  type Shop,
  startWorkers,
  written,
} from './rig.ts'

/** What was taken, of any organisation: the worker also reads interchanges that other test files left. */
const handledDocuments: ReceivedEdiDocument[] = []
const takenFrom = ({ trading_partner_id }: { trading_partner_id: string }) =>
  handledDocuments.filter(({ account }) => account.trading_partner_id === trading_partner_id)
let failures = 0
/** Takes orders, and does with them what their number says. */
const orders: EdiDocumentHandler = {
  document_type: '850',
  async handle(sql, { organization_id }, received) {
    const number = (received.record as PurchaseOrder850).number
    // Something that must be undone where the set is rejected or fails.
    await sql`
      insert into edi_control_numbers (organization_id, qualifier, edi_id, last_number)
      values (${organization_id}, 'TS', ${number}, 1)`
    if (number.startsWith('BROKEN')) throw new X12Error('PO1 1 orders nothing.')
    if (number.startsWith('FAILS') && failures-- > 0) throw new Error('the handler failed')
    handledDocuments.push(received)
    if (number.startsWith('HELD')) return { state: 'held', sentence: 'A person decides.' }
    return { state: 'processed', sentence: `Order ${number} was taken.` }
  },
}

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers([orders])
})
afterAll(async () => {
  await rig.stop()
})
beforeEach(() => {
  handledDocuments.length = 0
  failures = 0
})

const effects = async ({ tenant }: Shop): Promise<string[]> => {
  const rows = await tenant.service.database.sql<{ edi_id: string }[]>`
    select edi_id from edi_control_numbers
    where organization_id = ${tenant.organization_id} and qualifier = 'TS' order by edi_id`
  return rows.map(({ edi_id }) => edi_id)
}

const acknowledgements = async (merchant: Shop) => {
  const all = await merchant.documents('&document_type=997&direction=outbound')
  return Promise.all(
    all.map(async ({ document_id }) => {
      const { read } = await archived(merchant, document_id)
      return read997(read.groups[0]!.transactions[0]!)
    }),
  )
}

test('each set of an interchange is processed, and its group is acknowledged', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1'), orderSet('HELD2')], { control_number: 7 })
  const [{ interchange, is_duplicate }] = await merchant.upload(text)
  expect(is_duplicate).toBe(false)
  expect(interchange).toMatchObject({
    direction: 'inbound',
    account: { name: 'Meridian' },
    sender: `ZZ:${partner.party.id}`,
    control_number: 7,
    file_name: 'po.edi',
  })
  await rig.worker.settle()
  const [first, second, answer] = await merchant.documents()
  expect(first).toMatchObject({
    document_type: '850',
    direction: 'inbound',
    state: 'processed',
    sentence: 'Order A1 was taken.',
    control_number: 7,
    account: { name: 'Meridian', trading_partner_id: partner.trading_partner_id },
    received_at: expect.any(String),
    sent_at: null,
  })
  expect([second.state, second.sentence]).toEqual(['held', 'A person decides.'])
  expect(answer).toMatchObject({ document_type: '997', direction: 'outbound', state: 'stored' })
  expect((await acknowledgements(merchant)).map(({ verdict, sets_accepted }) => [verdict, sets_accepted])).toEqual([
    ['accepted', 2],
  ])
  expect(takenFrom(partner).map(({ account, control_number }) => [account.name, control_number])).toEqual([
    ['Meridian', 7],
    ['Meridian', 7],
  ])
  const [listed] = (await merchant.member.get(`${interchangesPath}?direction=inbound`)).body.data.rows
  expect([listed.state, listed.sentence]).toEqual(['read', 'Read: of the documents of Meridian, 1 processed, 1 held.'])
})

test('a broken set is rejected with its place, leaves no effect, and stops none of its neighbours', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1'), orderSet('BROKEN2'), orderSet('A3'), orderSet('A4')])
  await merchant.upload(text.replace('BEG*00*SA*A3**20261122', 'BEG*00*SA*A3**20261322'))
  await rig.worker.settle()
  const documents = await merchant.documents('&direction=inbound')
  expect(documents.map(({ state }) => state)).toEqual(['processed', 'rejected', 'rejected', 'processed'])
  expect(documents[1].sentence).toBe('The 850 was rejected: PO1 1 orders nothing.')
  expect(documents[2].sentence).toContain('BEG05')
  expect(await effects(merchant)).toEqual(['A1', 'A4'])
  const [answer] = await acknowledgements(merchant)
  expect([answer!.verdict, answer!.sets_received, answer!.sets_accepted]).toEqual(['partially_accepted', 4, 2])
  expect(answer!.sets.map(({ verdict }) => verdict)).toEqual(['accepted', 'rejected', 'rejected', 'accepted'])
  expect(answer!.sets[2]!.segments[0]).toMatchObject({
    tag: 'BEG',
    position: 2,
    elements: [{ element: 5, code: '8', value: '20261322' }],
  })
  expect((await merchant.exceptions()).map(({ kind, subject }) => [kind, subject.id])).toEqual([
    ['document_unreadable', String(documents[1].document_id)],
    ['document_unreadable', String(documents[2].document_id)],
  ])
})

test('a set whose handler fails is tried again without doubling its neighbours, and waits for a person in the end', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  failures = 1
  await merchant.upload(written(merchant, partner, [orderSet('A1'), orderSet('FAILS2')]))
  await rig.worker.settle()
  expect(await effects(merchant)).toEqual(['A1'])
  expect(await acknowledgements(merchant)).toEqual([])
  await advance(merchant, 5)
  await rig.worker.settle()
  expect(await effects(merchant)).toEqual(['A1', 'FAILS2'])
  expect(takenFrom(partner)).toHaveLength(2)
  expect((await acknowledgements(merchant))[0]!.sets_accepted).toBe(2)

  failures = 100
  await merchant.upload(written(merchant, partner, [orderSet('FAILS3'), orderSet('A4')]))
  for (const seconds of [0, 5, 60, 600, 3_600]) {
    await advance(merchant, seconds)
    await rig.worker.settle()
  }
  expect((await merchant.documents('&state=held')).length).toBe(1)
  expect(await effects(merchant)).toEqual(['A1', 'A4', 'FAILS2'])
  expect((await merchant.exceptions('&kind=edi_held'))[0].sentence).toContain('the handler failed')
})

test('the same interchange again changes nothing, also at once', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1')])
  const uploads = await Promise.all([1, 2, 3, 4].map(() => merchant.upload(text)))
  expect(uploads.map(([one]) => one.is_duplicate).toSorted()).toEqual([false, true, true, true])
  expect(new Set(uploads.map(([one]) => one.interchange.interchange_id)).size).toBe(1)
  await rig.worker.settle()
  const before = await merchant.documents()
  await merchant.upload(`\n${text}\n`)
  await rig.worker.settle()
  expect((await merchant.documents()).map(({ document_id }) => document_id)).toEqual(
    before.map(({ document_id }) => document_id),
  )
  expect(takenFrom(partner)).toHaveLength(1)
})

test('a control number with other content is held until a person releases or discards it', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const of = (number: string) => written(merchant, partner, [orderSet(number)], { control_number: 5 })
  await merchant.upload(of('A1'))
  const [{ interchange: second }] = await merchant.upload(of('A2'))
  const [{ interchange: third }] = await merchant.upload(of('A3'))
  await rig.worker.settle()
  expect([second.state, third.state]).toEqual(['held', 'held'])
  expect(second.sentence).toContain('Meridian used the control number 5 before')
  expect((await merchant.exceptions('&kind=edi_held')).map(({ subject }) => subject)).toEqual(
    [second, third].map(({ interchange_id }) => ({ type: 'edi_interchange', id: interchange_id })),
  )
  const act = (id: string, verb: string) => merchant.member.post(`${interchangesPath}/${id}/${verb}`)
  expect((await act(second.interchange_id, 'release')).body.data.state).toBe('received')
  const discarded = await act(third.interchange_id, 'discard')
  expect([discarded.body.data.state, discarded.body.data.sentence]).toEqual([
    'rejected',
    'Discarded by Ada Merchant; nothing of it was processed.',
  ])
  await rig.worker.settle()
  expect(await effects(merchant)).toEqual(['A1', 'A2'])
  expect(await merchant.exceptions('&kind=edi_held')).toEqual([])
  const again = await act(third.interchange_id, 'release')
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})

test('an unknown sender, a wrong receiver and a test are held with their reason', async () => {
  const merchant = await shop({ sandbox: false })
  const partner = await merchant.account('Meridian')
  const stranger = { ...partner, party: { qualifier: '01', id: 'STRANGER' } }
  const live = { usage: 'P' as const }
  const [{ interchange: unknown }] = await merchant.upload(written(merchant, stranger, [orderSet('A1')], live))
  const elsewhere = { ...live, receiver: { qualifier: 'ZZ', id: 'SOMEONE' } }
  const [{ interchange: astray }] = await merchant.upload(written(merchant, partner, [orderSet('A2')], elsewhere))
  const [{ interchange: trial }] = await merchant.upload(written(merchant, partner, [orderSet('A3')]))
  expect([unknown.state, astray.state, trial.state]).toEqual(['held', 'held', 'held'])
  expect(unknown.sentence).toContain('No account has the EDI identity 01/STRANGER')
  expect(astray.sentence).toContain('It is addressed to ZZ/SOMEONE')
  expect(trial.sentence).toContain('marked it as a test')
  const release = () => merchant.member.post(`${interchangesPath}/${unknown.interchange_id}/release`)
  expect((await release()).body.code).toBe('conflict')
  await merchant.admin.put(`${accountsPath}/${partner.trading_partner_id}/edi-profile`, {
    edi_qualifier: '01',
    edi_id: 'STRANGER',
    version: '5010',
    documents_taken: [],
  })
  expect((await release()).body.data.account.name).toBe('Meridian')
  await rig.worker.settle()
  expect(await effects(merchant)).toEqual(['A1'])
  // The account takes no 997.
  expect(await merchant.documents('&direction=outbound')).toEqual([])
})

test('a broken envelope is rejected as a whole and answered with a TA1 where one is requested', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1')], { control_number: 9, acknowledgement_requested: true })
  const [{ interchange }] = await merchant.upload(text.replace('IEA*1*', 'IEA*2*'))
  await rig.worker.settle()
  expect(await merchant.documents('&direction=inbound')).toEqual([])
  const [answer] = await merchant.documents()
  expect([answer.document_type, answer.state]).toEqual(['TA1', 'stored'])
  const { read } = await archived(merchant, answer.document_id)
  expect([read.groups, readTa1(read.acknowledgements[0]!)]).toEqual([
    [],
    expect.objectContaining({ control_number: 9, verdict: 'rejected', note_code: '021' }),
  ])
  const [listed] = (await merchant.member.get(`${interchangesPath}?state=rejected`)).body.data.rows
  expect([listed.interchange_id, listed.sentence]).toEqual([
    interchange.interchange_id,
    expect.stringContaining('IEA counts 2'),
  ])
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(['document_unreadable'])
})

test('files that are no interchanges are rejected beside those that are', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const good = written(merchant, partner, [orderSet('A1')])
  const whole = written(merchant, partner, [orderSet('A2')])
  const cut = whole.slice(0, whole.indexOf('GE*'))
  const received = await merchant.upload(`${good}\r\n${cut}${good.replace('A1', 'A9')}Dear all`)
  expect(received.map(({ interchange }: any) => interchange.state)).toEqual([
    'received',
    'rejected',
    'held',
    'rejected',
  ])
  const nothing = await merchant.member.post(interchangesPath, undefined, { raw: '' })
  expect([nothing.status, nothing.body.code]).toEqual([400, 'bad_request'])
  await rig.worker.settle()
  expect(await effects(merchant)).toEqual(['A1'])
})

test('unknown documents are kept and reported, and their 997 says so', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1')])
  await merchant.upload(text.replace('ST*850*', 'ST*864*'))
  await rig.worker.settle()
  const [document] = await merchant.documents()
  expect([document.document_type, document.state]).toEqual(['864', 'unsupported'])
  expect((await acknowledgements(merchant))[0]).toMatchObject({ verdict: 'rejected', sets: [{ codes: ['1'] }] })
  expect((await merchant.exceptions())[0]).toMatchObject({ kind: 'document_unreadable', severity: 'warning' })
})

test('personal data of consumers is blanked before it is stored; doors and counts stay', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const person = [
    'N1*BT*Jane Roe',
    'N3*12 Elm Street',
    'N4*Portland*OR*97201*US',
    'PER*DC*Jane Roe*TE*5035550142*EM*jane@roe.example',
  ]
  await merchant.upload(written(merchant, partner, [orderSet('A1', person)]))
  await rig.worker.settle()
  const [document] = await merchant.documents()
  expect(document.state).toBe('processed')
  const { text } = await archived(merchant, document.document_id)
  for (const secret of ['Jane', 'Elm', 'Portland', '97201', '5035550142', 'roe.example'])
    expect(text).not.toContain(secret)
  expect(text).toContain('N1*ST*North store*92*0117')
  expect(text).toContain('N4*REDACTED*OR*REDACTED*US')
  expect(text).toContain('PER*DC*REDACTED*TE*REDACTED*EM*REDACTED')
  const rows = await merchant.tenant.service.database.sql`
    select t::text as row from edi_documents t where organization_id = ${merchant.tenant.organization_id}`
  expect(rows.map(({ row }) => row).join('')).not.toContain('Jane')
})
