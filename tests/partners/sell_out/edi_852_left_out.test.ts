/** Rows of an 852 that are left out: the document and an exception count and name them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { ownIdentity } from '../../../server/edi/control_numbers.ts'
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
import { monday, retail, sunday, week } from './retail.ts'

setDefaultTimeout(60_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers(ediHandlers)
})
afterAll(async () => {
  await rig.stop()
})

const plain = (day: string) => day.replaceAll('-', '')
const barcode = '4006381333931'

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
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const known = await sql<{ buyer_sku: string; sku: string; variant_id: string }[]>`
    select i.buyer_sku, v.sku, v.variant_id from account_items i
    join variants v on v.organization_id = i.organization_id and v.variant_id = i.variant_id
    where i.organization_id = ${organization_id} order by i.buyer_sku`
  const [first, second] = [known.at(0)!, known.at(-1)!]
  await sql`
    update variants set barcode = ${barcode}
    where organization_id = ${organization_id} and variant_id = ${second.variant_id}`
  const party = { qualifier: 'ZZ', id: 'MERIDIAN' }
  const own = ownIdentity(organization_id, { edi_qualifier: null, edi_id: null })
  const send = async (...segments: string[]) => {
    const all = [`XQ*H*${plain(monday(1))}*${plain(sunday(1))}`, ...segments].map((text) => text.split('*'))
    const partner: Partner = { trading_partner_id: account_id, name: 'Meridian', party }
    const raw = Buffer.from(written({ tenant, own } as Shop, partner, [{ type: '852', segments: all }]), 'latin1')
    const answer = await member.post(`${interchangesPath}?file_name=852.edi`, undefined, {
      raw: raw as never,
      headers: { 'Content-Type': 'application/edi-x12' },
    })
    expect(answer.status).toBe(201)
    await rig.worker.settle()
    const { rows } = (await tenant.get(`${documentsPath}?document_type=852`)).body.data
    const document = rows[0] as { state: string; sentence: string; document_id: number }
    const open = await admin.get(`/api/v1/exceptions?is_open=true&subject_id=${document.document_id}`)
    return { document, exceptions: open.body.data.rows.map(({ kind, sentence }: any) => [kind, sentence]) }
  }
  const unitsAt = async (door: string) =>
    (await shop.report()).body.data.doors.find((one: any) => one.door_reference === door)?.by_week[week(1)]?.units
  await shop.declare()
  return { first, second, send, unitsAt }
}

const item = (numbers: string, ...quantities: string[]) => [`LIN**${numbers}`, ...quantities]
const sold = (units: number, door = '0117') => [`ZA*QS*${units}*EA`, `SDQ*EA*92*${door}*${units}`]

test('rows of unknown items and stores are counted and named by an exception, and the rest is taken', async () => {
  const { first, send, unitsAt } = await openExchange()
  const { document, exceptions } = await send(
    ...item(`SK*${first.buyer_sku}`, ...sold(5), ...sold(2, '9999')),
    ...item('SK*NO-SUCH', ...sold(3)),
    'CTT*2',
  )
  const words = `1 of an unknown store (${first.buyer_sku} at 9999), 1 with an unknown item (NO-SUCH at 0117).`
  expect(document.state).toBe('processed')
  expect(document.sentence).toContain(`; 2 rows refused: ${words}`)
  expect(exceptions).toEqual([
    [
      'not_understood',
      `A report of Meridian: 2 of 3 rows left out: ${words} Correct the items or stores of the account, and import the rows that were left out.`,
    ],
  ])
  expect(await unitsAt('0117')).toBe(5)
})

test('a report of which every row is taken opens no exception', async () => {
  const { first, send } = await openExchange()
  const { document, exceptions } = await send(...item(`SK*${first.buyer_sku}`, ...sold(5)), 'CTT*1')
  expect([document.state, document.sentence, exceptions]).toEqual([
    'processed',
    'Sell-out of 1 row: 1 added, 0 changed, 0 removed.',
    [],
  ])
})

test('many rows are counted, and some of them named', async () => {
  const { send } = await openExchange()
  const rows = Array.from({ length: 30 }, (_, i) => item(`SK*NO-${i}`, ...sold(1))).flat()
  const { exceptions } = await send(...rows, 'CTT*30')
  expect(exceptions).toHaveLength(1)
  expect(exceptions[0][1]).toContain('30 of 30 rows left out: 30 with an unknown item (NO-0 at 0117; ')
  expect(exceptions[0][1]).toContain('NO-19 at 0117; and more)')
  expect(exceptions[0][1]).not.toContain('NO-20')
})

test('our number and the barcode of another item leave the row out, under any qualifiers', async () => {
  const { first, second, send, unitsAt } = await openExchange()
  for (const qualifier of ['SK', 'IN', 'BP', 'VN', 'VC']) {
    const { exceptions } = await send(...item(`${qualifier}*${first.sku}*EN*${barcode}`, ...sold(5)), 'CTT*1')
    expect(exceptions).toMatchObject([
      ['not_understood', expect.stringContaining('1 whose numbers name several items')],
    ])
    expect(await unitsAt('0117')).toBeUndefined()
  }
  const hidden = await send(...item(`SK*NO-SUCH*IN*${first.sku}*EN*${barcode}`, ...sold(5)), 'CTT*1')
  expect(hidden.exceptions).toHaveLength(1)
  for (const [one, other] of [
    [`SK*${first.buyer_sku}`, `IN*${second.buyer_sku}`],
    [`VN*${first.sku}`, `VP*${second.sku}`],
  ] as const) {
    const { document, exceptions } = await send(...item(`${one}*${other}`, ...sold(5)), 'CTT*1')
    expect(document.state).toBe('held')
    expect(document.sentence).toContain(`by numbers of two: ${one.slice(3)} and ${other.slice(3)}.`)
    expect(exceptions).toMatchObject([['edi_held', expect.stringContaining('by numbers of two')]])
  }
  const { exceptions } = await send(...item(`SK*${second.buyer_sku}*EN*${barcode}`, ...sold(5)), 'CTT*1')
  expect(exceptions).toEqual([])
  expect(await unitsAt('0117')).toBe(5)
})
