/** The 855 answers every line of an order: those that order nothing are rejected, with the reason. Files in, answers out. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { EdiRig } from '../../../interchanges/rig.ts'
import { openBrand, fileOf, startReading } from '../../partner_files/shop.ts'
import { path } from '../../support/orders.ts'
import { acceptAll } from '../edi_shop.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startReading()
})
afterAll(async () => {
  await rig.stop()
})

const item = 'EA*24**SK*JUMPER-M'
const answersOf = ({ lines }: any) =>
  lines.map(({ line_reference, ordered_quantity, answers, note }: any) => [
    line_reference,
    ordered_quantity,
    answers.map(({ status }: any) => status),
    note,
  ])

test('a line with no units, or fewer, is rejected with its reason, and an exception names it', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    fileOf(
      '850',
      'BEG*00*SA*Q-1**20261120',
      `PO1*1*10*${item}`,
      `PO1*2*0*${item}`,
      `PO1*3*-5*${item}`,
      'PO1*4*2*EA*24**SK*GONE',
      'CTT*4',
    ),
  )
  const [[kind, sentence] = [], ...others] = await brand.exceptions(draft.order_id)
  expect([kind, others.map(([one]) => one)]).toEqual(['not_understood', ['unknown_sku']])
  expect(sentence).toBe(
    'Order Q-1, line 2, item JUMPER-M: it orders no units; line 3, item JUMPER-M: it orders -5 EA, which is less than nothing.',
  )
  expect(draft.unmatched_lines.map(({ position }: any) => position)).toEqual([2, 3, 4])
  const confirmed = await brand.admin.post(`${path}/${draft.order_id}/confirm`, acceptAll(draft))
  expect(confirmed.status).toBe(200)
  const [answer] = await brand.queued('855')
  expect(answersOf(answer)).toEqual([
    ['1', 10, ['accepted'], undefined],
    ['2', 0, ['rejected'], 'it orders no units'],
    ['3', -5, ['rejected'], 'it orders -5 EA, which is less than nothing'],
    ['4', 2, ['rejected'], expect.stringContaining('GONE')],
  ])
  const [document] = (await brand.tenant.get('/api/v1/wholesale/edi/documents?document_type=855')).body.data.rows
  expect(document.state).not.toBe('failed')
})

test('an order whose every line is of nothing is answered when it is cancelled', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(fileOf('850', 'BEG*00*SA*Q-2**20261120', `PO1*1*0*${item}`, `PO1*2*-1*${item}`))
  expect((await brand.admin.post(`${path}/${draft.order_id}/cancel`, {})).status).toBe(200)
  const [answer] = await brand.queued('855')
  expect(answersOf(answer).map(([reference, , statuses]: any) => [reference, statuses])).toEqual([
    ['1', ['rejected']],
    ['2', ['rejected']],
  ])
})

test('a line that the account took off the draft itself is left out of the answer', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    fileOf('850', 'BEG*00*SA*Q-3**20261120', `PO1*1*10*${item}`, `PO1*2*5*${item}`, `PO1*3*0*${item}`),
  )
  await brand.send(fileOf('860', 'BCH*04*SA*Q-3***20261120', `POC*2*DI*0**${item}`), '860')
  const order = (await brand.tenant.get(`${path}/${draft.order_id}`)).body.data
  await brand.admin.post(`${path}/${draft.order_id}/confirm`, acceptAll(order))
  const [answer] = await brand.queued('855')
  expect(answersOf(answer).map(([reference]: any) => reference)).toEqual(['1', '3'])
})

test('a part of a case or a dozen is answered in single units, as it ships', async () => {
  const brand = await openBrand(rig)
  const draft = await brand.drafted(
    fileOf(
      '850',
      'BEG*00*SA*Q-4**20261120',
      'PO1*1*3*CA*288*UM*SK*JUMPER-M',
      'PO4*12',
      'PO1*2*3*CA*288*UM*SK*JUMPER-L',
      'PO4*12',
      'PO1*3*3*DZ*288*UM*SK*JUMPER-M',
      'PO1*4*3*DZ*288*UM*SK*JUMPER-L',
    ),
  )
  const [a, b, c, d] = draft.line_items.map(({ line_item_id }: any) => line_item_id)
  const changed = (line_item_id: string, quantity: number) => ({
    line_item_id,
    verdict: 'quantity_changed',
    quantity,
  })
  const lines = [changed(a, 30), changed(b, 6), changed(c, 40), changed(d, 24)]
  const confirmed = await brand.admin.post(`${path}/${draft.order_id}/confirm`, { lines })
  expect(confirmed.body.data.line_items.map(({ verdict }: any) => verdict)).toEqual(
    Array.from({ length: 4 }, () => 'quantity_changed'),
  )
  const [answer] = await brand.queued('855')
  expect(answer.lines.map(({ unit, ordered_quantity, answers }: any) => [unit, ordered_quantity, answers])).toEqual([
    ['CA', 3, [{ status: 'accepted_quantity_changed', quantity: 30, unit: 'EA', ship_on: null }]],
    ['CA', 3, [{ status: 'accepted_quantity_changed', quantity: 6, unit: 'EA', ship_on: null }]],
    ['DZ', 3, [{ status: 'accepted_quantity_changed', quantity: 40, unit: 'EA', ship_on: null }]],
    ['DZ', 3, [{ status: 'accepted_quantity_changed', quantity: 2, ship_on: null }]],
  ])
})
