/** Sets of 852 beside each other: each replaces the figures that it states, and contradictions are held. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ediHandlers } from '../../../../server/boot/edi_handlers.ts'
import { ownIdentity } from '../../../../server/edi/control_numbers.ts'
import {
  documentsPath,
  type EdiRig,
  interchangesPath,
  type Partner,
  type Shop,
  startWorkers,
  written,
} from '../../../interchanges/rig.ts'
import { newSession } from '../../../support/service/session.ts'
import { csv, differingSums, monday, retail, sunday, week } from '../retail.ts'

setDefaultTimeout(60_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers(ediHandlers)
})
afterAll(async () => {
  await rig.stop()
})

const plain = (day: string) => day.replaceAll('-', '')
const period = (weeksAgo: number) => `XQ*H*${plain(monday(weeksAgo))}*${plain(sunday(weeksAgo))}`
const small = 'LIN**SK*771-S'
const medium = 'LIN**SK*771-M'
const at = (code: string, units: number, door = '0117') => [`ZA*${code}*${units}*EA`, `SDQ*EA*92*${door}*${units}`]
const week1 = (...segments: string[]) => [period(1), ...segments]

async function openExchange() {
  const shop = await retail()
  const { tenant, account_id, member } = shop
  const admin = await newSession(tenant)
  await admin.put(`/api/v1/wholesale/accounts/${account_id}/edi-profile`, {
    edi_qualifier: 'ZZ',
    edi_id: 'MERIDIAN',
    version: '4010',
    documents_taken: ['997'],
  })
  const partner: Partner = {
    trading_partner_id: account_id,
    name: 'Meridian',
    party: { qualifier: 'ZZ', id: 'MERIDIAN' },
  }
  const own = ownIdentity(tenant.organization_id, { edi_qualifier: null, edi_id: null })
  /** The sets of one interchange, in their order; `sent` is the day that ISA states. */
  const send = async (sets: string[][], sent = '261120') => {
    const documents = sets.map((segments) => ({ type: '852', segments: segments.map((text) => text.split('*')) }))
    const text = written({ tenant, own } as Shop, partner, documents)
    const dated = text.replace(/^(ISA(?:\*[^*]*){8}\*)\d{6}/, `$1${sent}`)
    const answer = await member.post(`${interchangesPath}?file_name=852.edi`, undefined, {
      raw: Buffer.from(dated, 'latin1') as never,
      headers: { 'Content-Type': 'application/edi-x12' },
    })
    expect(answer.status).toBe(201)
    await rig.worker.settle()
    const { rows } = (await tenant.get(`${documentsPath}?document_type=852&limit=100`)).body.data
    return (rows as { state: string; sentence: string; document_id: number }[]).slice(0, sets.length).toReversed()
  }
  await shop.declare()
  const figures = async (door = '0117') => {
    const { doors } = (await shop.report()).body.data
    const found = doors.find((one: any) => one.door_reference === door)?.by_week[week(1)]
    return found === undefined ? null : [found.units, found.on_hand]
  }
  const exceptions = async () =>
    (await member.get('/api/v1/exceptions?is_open=true&limit=100')).body.data.rows.map(({ kind }: any) => kind)
  return { shop, send, figures, exceptions, admin }
}

const states = (documents: { state: string }[]) => documents.map(({ state }) => state)

test.each([[[0, 1]], [[1, 0]]])(
  'sales and stock in two sets of one interchange are merged, in the order %p',
  async (order) => {
    const { shop, send, figures, exceptions } = await openExchange()
    const sets = [week1(small, ...at('QS', 5), 'CTT*1'), week1(small, ...at('QA', 40), 'CTT*1')]
    expect(states(await send(order.map((i) => sets[i]!)))).toEqual(['processed', 'processed'])
    expect(await figures()).toEqual([5, 40])
    expect(await exceptions()).toEqual([])
    expect(await differingSums(shop.tenant)).toEqual([])
  },
)

test('sets for each item, and sales and stock in two interchanges, are merged', async () => {
  const { shop, send, figures, exceptions } = await openExchange()
  await send([week1('N9*DP*01', small, ...at('QS', 5), 'CTT*1'), week1('N9*DP*02', medium, ...at('QS', 7), 'CTT*1')])
  expect(await figures()).toEqual([12, null])
  const [stock] = await send([week1(small, ...at('QA', 40), 'CTT*1')], '261121')
  expect(stock!.sentence).toBe('Sell-out of 1 row: 0 added, 1 changed, 0 removed.')
  expect(await figures()).toEqual([12, 40])
  const [again] = await send([week1(small, ...at('QA', 40), 'CTT*1')], '261122')
  expect(again!.sentence).toBe('Sell-out of 1 row: 0 added, 0 changed, 0 removed.')
  expect(await exceptions()).toEqual([])
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('two sets of one interchange that state a figure differently are held and name both; the same figure is one', async () => {
  const { send, figures, exceptions } = await openExchange()
  const sold = (units: number) => week1(small, ...at('QS', units), 'CTT*1')
  expect(states(await send([sold(5), sold(5)]))).toEqual(['processed', 'processed'])
  const [, second] = await send([sold(6), sold(7)], '261121')
  expect(second!.state).toBe('held')
  expect(second!.sentence).toContain(
    'Two sets of one interchange state a figure differently: units sold of J-S, store 0117 are 7 here and 6 in set 0001 of the same interchange. Nothing was imported.',
  )
  expect(await figures()).toEqual([6, null])
  expect(await exceptions()).toEqual(['edi_held'])
})

test('a report that was sent earlier than the one on file does not replace its figures, and says so', async () => {
  const { send, figures, exceptions } = await openExchange()
  await send([week1(small, ...at('QS', 9), 'CTT*1')], '261128')
  const [older] = await send([week1(small, ...at('QS', 5), ...at('QA', 30), 'CTT*1')], '261124')
  expect(older!.state).toBe('held')
  expect(older!.sentence).toMatch(
    /A report that was sent later states a figure differently; this one was sent 2026-11-24 \d\d:\d\d: units sold of J-S, store 0117 are 5 here and 9 in set 0001 of interchange \d+, sent 2026-11-28 \d\d:\d\d\. Nothing was imported\./,
  )
  expect(await figures()).toEqual([9, null])
  expect(await exceptions()).toEqual(['edi_held'])
  const [stock] = await send([week1(small, ...at('QS', 9), ...at('QA', 30), 'CTT*1')], '261125')
  expect(stock!.state).toBe('processed')
  // The figure that both state keeps the later day.
  expect(states(await send([week1(small, ...at('QS', 4), 'CTT*1')], '261126'))).toEqual(['held'])
  expect(states(await send([week1(small, ...at('QS', 4), 'CTT*1')], '261128'))).toEqual(['processed'])
  expect(await figures()).toEqual([4, 30])
})

test('a file replaces what an 852 stated, and a later 852 what the file stated', async () => {
  const { shop, send, figures } = await openExchange()
  await send([week1(small, ...at('QS', 9), 'CTT*1')], '261128')
  await shop.send(csv([1, '0117', '771-S', 3]))
  expect(await figures()).toEqual([3, null])
  const [older] = await send([week1(small, ...at('QS', 5), 'CTT*1')], '261124')
  expect(older!.state).toBe('processed')
  expect(await figures()).toEqual([5, null])
})

test('rows that a set leaves out stay while others of the store arrive, and go with their figures', async () => {
  const { shop, send } = await openExchange()
  const left = async () =>
    (
      await shop.tenant.service.database.sql<{ units: number | null; on_hand: number | null }[]>`
        select units, on_hand from sell_out_refusals where organization_id = ${shop.tenant.organization_id}`
    ).map(({ units, on_hand }) => [units, on_hand])
  const unknown = 'LIN**SK*NOPE'
  await send([week1(unknown, ...at('QS', 5), ...at('QA', 8), 'CTT*1'), week1(small, ...at('QS', 7), 'CTT*1')])
  expect(await left()).toEqual([[5, 8]])
  await send([week1(unknown, ...at('QS', 6), 'CTT*1')], '261121')
  expect((await left()).toSorted()).toEqual([
    [null, 8],
    [6, null],
  ])
  await send([week1(unknown, ...at('QS', 4), ...at('QA', 3), 'CTT*1')], '261122')
  expect(await left()).toEqual([[4, 3]])
})

test('returns without units sold are held, since net units cannot be told', async () => {
  const { send, figures } = await openExchange()
  const [, returns] = await send([week1(small, ...at('QS', 5), 'CTT*1'), week1(small, ...at('QU', 2), 'CTT*1')])
  expect(returns!.state).toBe('held')
  expect(returns!.sentence).toContain('It states returns (QU) and no units sold')
  expect(await figures()).toEqual([5, null])
  const [both] = await send([week1(small, ...at('QS', 5), medium, ...at('QU', 2), 'CTT*2')], '261121')
  expect(both!.state).toBe('processed')
  expect(await figures()).toEqual([3, null])
})

test('undoing one set takes its figures back and leaves those of the others', async () => {
  const { shop, send, figures } = await openExchange()
  await send([
    week1(small, ...at('QS', 5), 'CTT*1'),
    week1(small, ...at('QA', 40), medium, ...at('QA', 2), ...at('QS', 1), 'CTT*2'),
  ])
  const files = await shop.tenant.service.database.sql<{ file_id: string }[]>`
    select file_id from sell_out_files where organization_id = ${shop.tenant.organization_id} order by file_id`
  const undo = async (file_id: string) =>
    (await shop.member.post(`/api/v1/sell-out/undo?account_id=${shop.account_id}&file_id=${file_id}`)).body.data
  expect((await undo(files[1]!.file_id)).rows_removed).toBe(2)
  expect(await figures()).toEqual([5, null])
  expect((await undo(files[0]!.file_id)).rows_removed).toBe(1)
  expect(await figures()).toBeNull()
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('an unknown barcode beside a known number is named, and the units are imported', async () => {
  const { shop, send, figures } = await openExchange()
  const [known, unknown] = ['LIN**SK*771-S*UP*05601234567890', 'LIN**SK*771-S*UP*614141999996']
  const named = async () => (await shop.member.get('/api/v1/exceptions?is_open=true&limit=100')).body.data.rows
  await send([week1(known, ...at('QS', 4), 'CTT*1')])
  expect(await named()).toEqual([])
  const [report] = await send([week1(unknown, ...at('QS', 5), 'CTT*1')], '261121')
  expect(report!.state).toBe('processed')
  expect((await named()).map(({ kind, sentence }: any) => [kind, sentence])).toEqual([
    [
      'not_understood',
      'A report of Meridian: 771-S, 614141999996: the barcode 614141999996 is unknown, and the item has 05601234567890. The units were imported.',
    ],
  ])
  expect(await figures()).toEqual([5, null])
})

test('a size of another item than the number names holds the report', async () => {
  const { shop, send, figures } = await openExchange()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`
    update products set options = ${JSON.stringify([{ name: 'Size', values: ['S', 'M'] }])}::text::jsonb
    where organization_id = ${organization_id} and title = 'Jumper'`
  await sql`
    update variants set option_values = jsonb_build_object('Size', right(sku, 1))
    where organization_id = ${organization_id} and sku in ('J-S', 'J-M')`
  const sized = (size: string) => send([week1(`LIN**SK*771-M*SZ*${size}`, ...at('QS', 5), 'CTT*1')])
  const [other] = await sized('S')
  expect([other!.state, other!.sentence]).toEqual([
    'held',
    'The 852 could not be processed: Its items cannot be told: 771-M: the size S (SZ) is not that of the item, M.',
  ])
  expect(await figures()).toBeNull()
  expect(states(await sized('M'))).toEqual(['processed'])
})
