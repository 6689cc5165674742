/** The public list of EDI documents. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  documentsPath,
  advice,
  type EdiRig,
  interchangesPath,
  orderSet,
  queue,
  shop,
  startWorkers,
  written,
} from './rig.ts'

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers([{ document_type: '850', handle: async () => ({ state: 'processed', sentence: 'Taken.' }) }])
})
afterAll(() => rig.stop())

async function traded() {
  const merchant = await shop()
  const [a, b] = [await merchant.account('Meridian'), await merchant.account('Harbor')]
  await merchant.upload(written(merchant, a, [orderSet('A1')]))
  await rig.worker.settle()
  await queue(merchant, a, '846', advice())
  await rig.worker.settle()
  await queue(merchant, b, '846', { ...advice(), reference: '☃' })
  await rig.worker.settle()
  return { merchant, a, b }
}

test('every filter narrows the list, newest first, and unknown values are refused with the valid ones', async () => {
  const { merchant, a } = await traded()
  const { tenant } = merchant
  const read = async (query = '') => {
    const { data } = (await tenant.get(`${documentsPath}${query}`)).body
    const rows = data.rows.map((row: any) => `${row.account.name} ${row.document_type} ${row.direction} ${row.state}`)
    return [data.filtered_max_size, data.max_size, rows]
  }
  const all = [
    'Harbor 846 outbound failed',
    'Meridian 846 outbound stored',
    'Meridian 997 outbound stored',
    'Meridian 850 inbound processed',
  ]
  expect(await read()).toEqual([4, 4, all])
  expect(await read('?limit=2&offset=1')).toEqual([4, 4, all.slice(1, 3)])
  expect(await read('?document_type=846')).toEqual([2, 4, all.slice(0, 2)])
  expect(await read('?direction=inbound')).toEqual([1, 4, all.slice(3)])
  expect(await read('?state=failed')).toEqual([1, 4, all.slice(0, 1)])
  expect(await read('?network=edi_network')).toEqual([4, 4, all])
  expect(await read('?network=portal')).toEqual([0, 4, []])
  expect(await read(`?trading_partner_id=${a.trading_partner_id}&state=stored`)).toEqual([2, 3, all.slice(1, 3)])

  const refused = await tenant.get(`${documentsPath}?network=pigeon`)
  expect([refused.status, refused.body.code, refused.body.data.field]).toEqual([400, 'bad_request', 'network'])
  expect(refused.body.data.allowed).toEqual(['edi_network', 'email', 'upload', 'link', 'portal'])
  const unknown = await tenant.get(`${documentsPath}?trading_partner_id=no-such-account`)
  expect([unknown.status, unknown.body.data.field]).toEqual([400, 'trading_partner_id'])
})

test('a key that is bound to an account reads the documents of this account alone, and must name it', async () => {
  const { merchant, a, b } = await traded()
  const { tenant } = merchant
  const { api_key: key } = await tenant.mint({ trading_partner_id: a.trading_partner_id } as never)
  const read = (query: string) => tenant.get(`${documentsPath}${query}`, { key })
  expect((await read('')).body.code).toBe('account_mismatch')
  expect((await read(`?trading_partner_id=${b.trading_partner_id}`)).body.code).toBe('account_mismatch')
  const { data } = (await read(`?trading_partner_id=${a.trading_partner_id}`)).body
  expect([data.filtered_max_size, data.max_size]).toEqual([3, 3])
})

test('documents and interchanges of another organisation are unknown', async () => {
  const { merchant } = await traded()
  const stranger = await shop()
  expect(await stranger.documents()).toEqual([])
  const [document] = await merchant.documents('&direction=outbound')
  for (const act of ['download', 'resend']) {
    const answer = await stranger.member.post(`${documentsPath}/${document.document_id}/${act}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  const [one] = (await merchant.member.get(interchangesPath)).body.data.rows
  expect((await stranger.member.get(`${interchangesPath}/${one.interchange_id}/file`)).status).toBe(404)
  const own = await merchant.member.get(`${interchangesPath}/${one.interchange_id}/file`)
  expect([own.status, own.body.data.file_name]).toEqual([200, one.file_name])
  const inbound = (await merchant.documents('&direction=inbound'))[0]
  const refused = await merchant.member.post(`${documentsPath}/${inbound.document_id}/resend`)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
})
