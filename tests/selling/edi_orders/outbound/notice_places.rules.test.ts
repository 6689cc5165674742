/** The places that a notice names: the store of each carton, the buyer, and where the shipment goes. */
import { write856 } from '../../../../server/edi/documents/shipping_notice_856.ts'
import { describe, expect, test } from 'bun:test'
import type { EdiDocumentOrder } from '../../../../server/selling/edi_orders/outbound/document_lines.store.ts'
import { namedParty } from '../../../../server/selling/edi_orders/outbound/item_ids.rules.ts'
import {
  type Noticed,
  noticeFaultOf,
  noticeOf,
} from '../../../../server/selling/edi_orders/outbound/shipping_notice.rules.ts'
import { carton, line, noticed, own, packed, profile } from './noticed.ts'

test('the store that ordered and the ship-to are both named, and neither in place of the other', () => {
  const header = { ordered_on: '2026-10-30', buyer: namedParty('Store 7', '7'), ship_to: namedParty('Hub', '9') }
  const of = (header_: object, door_reference: string | null, contents = 'a', values: Partial<Noticed> = {}) => {
    const order = { ...own, header: header_, door_reference } as unknown as EdiDocumentOrder
    const found = noticeOf(noticed([carton(1)], [packed(1, contents, 3)], { order, ...values }))
    return [found.ship_to?.code ?? null, found.orders.map(({ door }) => door)]
  }
  expect(of(header, '9')).toEqual(['9', [namedParty('Store 7', '7')]])
  const lines = new Map([line('a', { door_reference: 'D1' })])
  expect(of(header, '9', 'a', { lines })).toEqual(['9', [namedParty('Berlin', 'D1')]])
  expect(of({ ...header, buyer: null }, '9')).toEqual(['9', [null]])
  expect(of({ ...header, buyer: namedParty('Buyer') }, '9')).toEqual(['9', [namedParty('Buyer')]])
  const same = { ...header, buyer: namedParty('Store 9', '9') }
  expect(of(same, '9')).toEqual(['9', [namedParty('Store 9', '9')]])
})

test('without a buyer, the account is named where its profile requires one, and never the place to ship to', () => {
  const of = (header: object | null, requires_buyer: boolean) => {
    const order = { ...own, header, door_reference: '9' } as unknown as EdiDocumentOrder
    const values = { order, asked: { weight_unit: 'KG' as const, ...profile, requires_buyer } }
    return noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], values)).orders.map(({ door }) => door)
  }
  const header = { ordered_on: '2026-10-30', buyer: null, ship_to: namedParty('Hub', '9') }
  const { buyer: account } = noticed([], []).parties
  for (const one of [header, null, { ...header, buyer: namedParty('') }]) {
    expect(of(one, true)).toEqual([account])
    expect(of(one, false)).toEqual([null])
  }
  expect(of({ ...header, buyer: namedParty('Store 7', '7') }, true)).toEqual([namedParty('Store 7', '7')])
})

test('cartons without a store are with those of the buyer', () => {
  const header = { ordered_on: '2026-10-30', buyer: namedParty('Store 7', '7'), ship_to: null }
  const order = { ...own, header, door_reference: null } as unknown as EdiDocumentOrder
  const cartons = [carton(1, { door_reference: '7' }), carton(2)]
  const found = noticeOf(noticed(cartons, [packed(1, 'a', 1), packed(2, 'a', 1)], { order })).orders
  expect(found.map(({ door, cartons: of }) => [door, of.length])).toEqual([[namedParty('Store 7', '7'), 2]])
})

describe('the door of a carton', () => {
  const lines = new Map([line('a', { door_reference: 'D1' }), line('b', { door_reference: 'D2' }), line('c')])
  const doors = (orderDoor: string | null, cartonDoor: string | null, ...contents: string[]) => {
    const found = noticeOf(
      noticed(
        [carton(1, { door_reference: cartonDoor })],
        contents.map((id) => packed(1, id, 1)),
        { lines, order: { ...own, door_reference: orderDoor } },
      ),
    )
    return found.orders.map(({ door }) => door)
  }

  test('is the one written on it, else the only one of its contents, and never where the order ships to', () => {
    expect(doors('D9', 'D8', 'a')).toEqual([namedParty('', 'D8')])
    expect(doors('D9', null, 'a', 'a')).toEqual([namedParty('Berlin', 'D1')])
    expect(doors('D9', null, 'a', 'b')).toEqual([null])
    expect(doors('D9', null, 'a', 'c')).toEqual([null])
    expect(doors('D9', null, 'c')).toEqual([null])
    expect(doors(null, null, 'c')).toEqual([null])
  })

  test('groups the cartons of the notice', () => {
    const cartons = [carton(1), carton(2), carton(3)]
    const contents = [packed(1, 'a', 1), packed(2, 'b', 1), packed(3, 'a', 1)]
    const found = noticeOf(noticed(cartons, contents, { lines }))
    expect(found.carton_count).toBe(3)
    expect(found.orders.map(({ door, cartons: of }) => [door!.code, ...of.map(({ sscc }) => sscc)])).toEqual([
      ['D1', 'sscc 1', 'sscc 3'],
      ['D2', 'sscc 2'],
    ])
  })
})

describe('a place to ship to that is not known', () => {
  const nowhere = { name: '', code: null, code_qualifier: null, address: null }
  const header = { ordered_on: '2026-10-30', buyer: null, ship_to: nowhere }
  const notice = (door_reference: string | null) =>
    noticeOf(noticed([carton(1)], [packed(1, 'a', 3)], { order: { ...own, header, door_reference } as never }))

  test('is the door that was stated since', () => {
    expect(notice('D1').ship_to).toEqual(namedParty('', 'D1'))
  })

  test('is never the buyer, and no notice is written without it', () => {
    expect(notice(null).ship_to).toEqual(nowhere)
    expect(() => write856(notice(null))).toThrow('The place to ship to has no number')
  })
})

test('a carton with units of several stores is not announced, unless it says which store it is for', () => {
  const lines = new Map([
    line('a', { door_reference: 'D1' }),
    line('b', { door_reference: 'D2' }),
    line('c'),
    line('d', { door_reference: 'D1' }),
  ])
  const reason = (values: object, ...contents: string[]) => {
    const found = noticed(
      [carton(1, values)],
      contents.map((id) => packed(1, id, 1)),
      { lines },
    )
    const fault = noticeFaultOf(found)
    return fault === null ? null : `${fault.reason}: ${fault.sentence}`
  }
  expect(reason({}, 'a', 'b')).toStartWith(
    'several_stores: Carton 1 of shipment SO-1-F1 has units of the stores D1, D2, and an 856',
  )
  expect(reason({}, 'a', 'd')).toBeNull()
  expect(reason({}, 'a', 'c')).toBeNull()
  expect(reason({ door_reference: 'D9' }, 'a', 'b')).toBeNull()
  expect(reason({ sscc: null }, 'a', 'b')).toStartWith('no_sscc')
  const cartons = noticed([carton(1), carton(2)], [packed(1, 'a', 1), packed(2, 'b', 1)], { lines })
  expect(noticeFaultOf(cartons)).toBeNull()
})
