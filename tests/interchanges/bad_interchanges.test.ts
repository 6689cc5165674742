/** Interchanges as partners get them wrong: each is stored or refused with a named reason, and nothing is half done. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ediHandlers } from '../../server/boot/edi_handlers.ts'
import { read997 } from '../../server/edi/documents/functional_acknowledgement_997.ts'
import { archived, type EdiRig, orderSet, type Partner, shop, type Shop, startWorkers, written } from './rig.ts'

setDefaultTimeout(60_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers(ediHandlers)
})
afterAll(async () => {
  await rig.stop()
})

interface Exchange {
  merchant: Shop
  partner: Partner
  /** Uploads a file and reads it; answers the stored interchanges as [state, sentence]. */
  send: (text: string) => Promise<[string, string][]>
  orders: () => Promise<any[]>
  answers: () => Promise<ReturnType<typeof read997>[]>
}

async function open(): Promise<Exchange> {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const { sql } = merchant.tenant.service.database
  const { organization_id } = merchant.tenant
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${organization_id}, gen_random_uuid(), 'Meridian', 'wholesale', ${partner.trading_partner_id})`
  return {
    merchant,
    partner,
    async send(text) {
      const stored = await merchant.upload(text)
      await rig.worker.settle()
      const ids: string[] = stored.map(({ interchange }: any) => interchange.interchange_id)
      const rows = await sql`
        select interchange_id, state, sentence from edi_interchanges where organization_id = ${organization_id}`
      return ids.map((id) => {
        const row = rows.find(({ interchange_id }) => interchange_id === id)!
        return [row.state, row.sentence]
      })
    },
    orders: async () => (await merchant.tenant.get('/api/v1/sales/orders?limit=100')).body.data.rows,
    answers: async () => {
      const all = await merchant.documents('&document_type=997&direction=outbound')
      return Promise.all(
        all.map(async ({ document_id }) => {
          const { read } = await archived(merchant, document_id)
          return read997(read.groups[0]!.transactions[0]!)
        }),
      )
    },
  }
}

test('an ISA whose elements have wrong lengths is refused by its form, and nothing of it is kept', async () => {
  const { merchant, partner, send, orders } = await open()
  const text = written(merchant, partner, [orderSet('A1')])
  for (const wrong of [
    text.replace(partner.party.id.padEnd(15), partner.party.id),
    text.replace('*00501*', '*501*'),
    text.replace(/^ISA\*00\*/, 'ISA*0*'),
    text.slice(0, 60),
  ]) {
    const [[state, sentence]] = (await send(wrong)) as [[string, string]]
    expect([state, sentence]).toEqual([
      'rejected',
      'This is not a complete X12 interchange. It does not begin with an ISA segment of 106 characters.',
    ])
  }
  expect([await orders(), await merchant.documents()]).toEqual([[], []])
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(Array(4).fill('document_unreadable'))
})

test('orders with unusual delimiters and in other alphabets become drafts', async () => {
  const { merchant, partner, send, orders } = await open()
  const delimiters = [
    { element: '\u001D', component: '\u001F', repetition: '^', segment: '\u001C' },
    { element: '|', component: ':', repetition: '!', segment: '\n' },
  ]
  for (const [i, each] of delimiters.entries())
    expect((await send(written(merchant, partner, [orderSet(`D${i}`)], { delimiters: each })))[0]![0]).toBe('read')
  const plain = written(merchant, partner, [orderSet('D2')])
  expect((await send(plain.replace('North store', 'Größe Nürnberg')))[0]![0]).toBe('read')
  expect((await orders()).map(({ reference }) => reference).toSorted()).toEqual(['D0', 'D1', 'D2'])
})

test('a group whose trailer is missing, miscounts or has another number is rejected whole, and is taken when sent again', async () => {
  const { merchant, partner, send, orders, answers } = await open()
  const faults: [from: RegExp, to: string, code: string][] = [
    [/GE\*2\*(\d+)/, 'GE*3*$1', '5'],
    [/GE\*2\*\d+/, 'GE*2*999', '4'],
    [/GE\*2\*\d+~/, '', '3'],
  ]
  const sets = [orderSet('G1'), orderSet('G2')]
  for (const [from, to] of faults) await send(written(merchant, partner, sets).replace(from, to))
  expect(await orders()).toEqual([])
  const documents = await merchant.documents('&direction=inbound')
  expect(documents.map(({ state }) => state)).toEqual(Array(6).fill('rejected'))
  expect(documents[0].sentence).toMatch(
    /^The 850 was rejected: the counts or control numbers of its group \d+ disagree\.$/,
  )
  const said = (await answers()).map(({ verdict, codes, sets_received, sets_accepted, sets: of }) => [
    verdict,
    codes,
    sets_received,
    sets_accepted,
    of.map((set) => [set.verdict, set.codes]),
  ])
  const rejected = ['rejected', []]
  const expected: unknown = faults.map(([, , code]) => ['rejected', [code], 2, 0, [rejected, rejected]])
  expect<unknown>(said).toEqual(expected)
  await send(written(merchant, partner, sets))
  expect((await orders()).map(({ reference }) => reference).toSorted()).toEqual(['G1', 'G2'])
})

test('a set with a wrong count or number is rejected with its code, and its neighbours are taken', async () => {
  const { merchant, partner, send, orders, answers } = await open()
  const text = written(
    merchant,
    partner,
    ['S1', 'S2', 'S3', 'S4'].map((number) => orderSet(number)),
  )
  const broken = text
    .replace(/SE\*(\d+)\*0001/, 'SE*99*0001')
    .replace('SE*6*0002', 'SE*6*0077')
    .replace('ST*850*0003', 'ST*850*0004')
    .replace('SE*6*0003', 'SE*6*0004')
  await send(broken)
  const [answer] = await answers()
  expect(answer!.sets.map(({ verdict, codes }) => [verdict, codes])).toEqual([
    ['rejected', ['4']],
    ['rejected', ['3']],
    ['accepted', []],
    ['rejected', ['23']],
  ])
  expect((await orders()).map(({ reference }) => reference)).toEqual(['S3'])
})

test('an order of 10,000 lines is accepted as X12 and held with the limit, and creates nothing', async () => {
  const { merchant, partner, send, orders, answers } = await open()
  const lines = Array.from({ length: 10_000 }, (_, i) => ['PO1', String(i + 1), '1', 'EA', '10', '', 'IN', 'J-S'])
  const segments = [['BEG', '00', 'SA', 'LONG', '', '20261122'], ...lines, ['CTT', '10000', '10000']]
  await send(written(merchant, partner, [{ type: '850', segments }]))
  const [document] = await merchant.documents('&direction=inbound')
  expect([document.state, document.sentence]).toEqual([
    'held',
    'Order LONG was not taken: It has 10,000 lines by door and item; an order has at most 1,000.',
  ])
  expect([(await answers())[0]!.verdict, await orders()]).toEqual(['accepted', []])
})

test('a control character in a set, NUL too, is rejected with its place at once, and nothing waits', async () => {
  for (const character of ['\u0000', '\u0001']) {
    const exchange = await open()
    const whole = written(exchange.merchant, exchange.partner, [orderSet('PO-1')])
    const text = whole.replace('PO-1', `PO${character}1`)
    expect(text).not.toBe(whole)
    const [[state, sentence]] = (await exchange.send(text)) as [[string, string]]
    expect([state, sentence.includes('\u0000')]).toEqual(['read', false])
    expect(await exchange.orders()).toEqual([])
    expect((await exchange.answers()).length).toBe(1)
  }
})

test('a group of another code, or of a version that is not known, is rejected by its 997, and nothing of it is taken', async () => {
  const { merchant, partner, send, orders, answers } = await open()
  const text = written(merchant, partner, [orderSet('G1')])
  await send(text.replace('GS*PO*', 'GS*PC*'))
  expect(await orders()).toEqual([])
  const [wrong] = await answers()
  expect(wrong).toMatchObject({ group_code: 'PC', verdict: 'rejected', sets: [{ verdict: 'rejected', codes: ['6'] }] })
  const documents = await merchant.documents('&document_type=850&direction=inbound')
  expect(documents.map(({ state, sentence }) => [state, sentence.includes('(GS01) PC')])).toEqual([['rejected', true]])
})

test('a version that is not known is named in AK9', async () => {
  const { merchant, partner, send, orders, answers } = await open()
  for (const version of ['003020', '5010', '006020']) {
    const text = written(merchant, partner, [orderSet('G2')]).replace(/\*X\*00[45]0\d\d/, `*X*${version}`)
    expect(text).toContain(`*X*${version}`)
    await send(text)
  }
  expect(await orders()).toEqual([])
  expect((await answers()).map(({ verdict, codes }) => [verdict, codes])).toEqual(
    Array.from({ length: 3 }, () => ['rejected', ['2']]),
  )
  const documents = await merchant.documents('&document_type=850&direction=inbound')
  for (const { sentence } of documents) expect(sentence).toContain('004010 to 005010 are read')
})
