/** Sell-out that arrives over EDI: an 852 has the effect of the same report in a file. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
import type { OutgoingSet } from '../../../server/edi/x12/write_interchange.ts'
import {
  documentsPath,
  type EdiRig,
  interchangesPath,
  type Partner,
  type Shop,
  startWorkers,
  written,
} from '../../interchanges/rig.ts'
import { newSession } from '../../support/service/session.ts'
import { differingSums, monday, retail, type Retail, sunday, week } from './retail.ts'

setDefaultTimeout(60_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers(ediHandlers)
})
afterAll(async () => {
  await rig.stop()
})

const set = (...segments: string[]): OutgoingSet => ({ type: '852', segments: segments.map((text) => text.split('*')) })
const plain = (day: string) => day.replaceAll('-', '')
const period = (weeksAgo: number) => `XQ*H*${plain(monday(weeksAgo))}*${plain(sunday(weeksAgo))}`

async function openExchange() {
  const shop = await retail()
  const edi_id = 'MERIDIAN'
  const admin = await newSession(shop.tenant)
  const saved = await admin.put(`/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`, {
    edi_qualifier: 'ZZ',
    edi_id,
    version: '4010',
    documents_taken: ['997'],
  })
  expect(saved.status).toBe(200)
  const partner: Partner = {
    trading_partner_id: shop.account_id,
    name: 'Meridian',
    party: { qualifier: 'ZZ', id: edi_id },
  }
  const own = ownIdentity(shop.tenant.organization_id, { edi_qualifier: null, edi_id: null })
  const merchant = { tenant: shop.tenant, own } as Shop
  const upload = async (report: OutgoingSet) => {
    const answer = await shop.member.post(`${interchangesPath}?file_name=852.edi`, undefined, {
      raw: Buffer.from(written(merchant, partner, [report]), 'latin1') as never,
      headers: { 'Content-Type': 'application/edi-x12' },
    })
    expect(answer.status).toBe(201)
    await rig.worker.settle()
    const { rows } = (await shop.tenant.get(`${documentsPath}?document_type=852`)).body.data
    return rows[0] as { state: string; sentence: string }
  }
  return { shop, upload }
}

const soldAt = async (shop: Retail, door: string, weeksAgo: number) => {
  const { doors } = (await shop.report()).body.data
  return doors.find((one: any) => one.door_reference === door)?.by_week[week(weeksAgo)]
}

test('items are found in any case where one alone has the number', async () => {
  const { shop, upload } = await openExchange()
  await shop.declare()
  const sold = (item: string) => upload(set(period(1), `LIN**${item}`, 'ZA*QS*5*EA', 'SDQ*EA*92*0117*5', 'CTT*1'))
  const unitsOf = async () => (await soldAt(shop, '0117', 1))?.units
  await sold('SK*771-s')
  expect(await unitsOf()).toBe(5)
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`
    insert into account_items (organization_id, trading_partner_id, buyer_sku, variant_id)
    select organization_id, trading_partner_id, other, variant_id from account_items, unnest(array['771-s/a', '771-S/A']) other
    where organization_id = ${organization_id} and buyer_sku = case other when '771-s/a' then '771-S' else '771-M' end`
  const report = await sold('SK*771-S/a')
  expect([report.state, report.sentence]).toEqual([
    'processed',
    'Sell-out of 1 row: 0 added, 0 changed, 0 removed; 1 row refused: 1 whose numbers name several items (771-S/a at 0117).',
  ])
})

test('an 852 is imported like a file, returns are subtracted, and a corrected one replaces its figures', async () => {
  const { shop, upload } = await openExchange()
  await shop.declare()
  const first = await upload(
    set(
      period(1),
      'LIN**SK*771-S',
      'ZA*QS*9*EA',
      'SDQ*EA*92*0117*5*0118*4',
      'ZA*QU*1*EA',
      'SDQ*EA*92*0117*1',
      'ZA*QA*30*EA',
      'SDQ*EA*92*0117*18*0118*12',
      'CTT*1',
    ),
  )
  expect(first.state).toBe('processed')
  expect(await soldAt(shop, '0117', 1)).toMatchObject({ units: 4, on_hand: 18 })
  expect(await soldAt(shop, '0118', 1)).toMatchObject({ units: 4, on_hand: 12 })
  const corrected = set(period(1), 'LIN**SK*771-S', 'ZA*QS*7*EA', 'SDQ*EA*92*0117*7', 'CTT*1')
  expect((await upload(corrected)).state).toBe('processed')
  expect(await soldAt(shop, '0117', 1)).toMatchObject({ units: 7, on_hand: 18 })
  expect(await soldAt(shop, '0118', 1)).toMatchObject({ units: 4, on_hand: 12 })
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('an 852 of an account without a declaration is held with the reason, and changes nothing', async () => {
  const { shop, upload } = await openExchange()
  const held = await upload(set(period(1), 'LIN**SK*771-S', 'ZA*QS*5*EA', 'SDQ*EA*92*0117*5', 'CTT*1'))
  expect(held).toMatchObject({ state: 'held' })
  expect(held.sentence).toContain('It is not declared how Meridian reports.')
  const { sql } = shop.tenant.service.database
  for (const table of ['sell_out_rows', 'sell_out_files', 'sell_out_staging'])
    expect(await sql`select from ${sql(table)} where organization_id = ${shop.tenant.organization_id}`).toHaveLength(0)
  const { rows } = (await shop.member.get('/api/v1/exceptions?is_open=true&limit=100')).body.data
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['edi_held'])
})

test('an 852 whose period ends before it begins is rejected with the reason, and changes nothing', async () => {
  const { shop, upload } = await openExchange()
  await shop.declare()
  const turned = `XQ*H*${plain(sunday(1))}*${plain(monday(1))}`
  const held = await upload(set(turned, 'LIN**SK*771-S', 'ZA*QS*5*EA', 'SDQ*EA*92*0117*5', 'CTT*1'))
  expect(held.sentence).toContain(`expected a day from ${sunday(1)} on`)
  expect(held).toMatchObject({ state: 'rejected' })
  expect((await shop.report()).body.data.doors).toEqual([])
})

test('an 852 with a quantity beyond that of any report is held with the reason, and changes nothing', async () => {
  const { shop, upload } = await openExchange()
  await shop.declare()
  const held = await upload(
    set(period(1), 'LIN**SK*771-S', 'ZA*QS*5000000000*EA', 'SDQ*EA*92*0117*5000000000', 'CTT*1'),
  )
  expect(held).toMatchObject({ state: 'held' })
  expect(held.sentence).toContain('It reports a quantity of 5,000,000,000; at most 1,000,000 are allowed.')
  expect((await shop.report()).body.data.doors).toEqual([])
})
