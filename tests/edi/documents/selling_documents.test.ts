import { expect, test } from 'bun:test'
import {
  type AcknowledgedLine,
  headerCode,
  type LineAnswer,
  read855,
  write855,
} from '../../../server/edi/documents/acknowledgement_855.ts'
import { write865 } from '../../../server/edi/documents/change_acknowledgement_865.ts'
import { write846 } from '../../../server/edi/documents/inventory_advice_846.ts'
import { type Invoice810, write810 } from '../../../server/edi/documents/invoice_810.ts'
import type { ItemIds, Party } from '../../../server/edi/documents/record.ts'
import { type SellOutRow, write852 } from '../../../server/edi/documents/sell_out_852.ts'
import { read852 } from '../../../server/edi/documents/sell_out/read_852.ts'
import { read856, type ShippingNotice856, write856 } from '../../../server/edi/documents/shipping_notice_856.ts'

const ids = (supplier_sku: string): ItemIds => ({
  buyer_sku: null,
  buyer_sku_qualifier: null,
  supplier_sku,
  gtin: null,
  other_ids: [],
})
const store = (code: string): Party => ({ name: '', code, code_qualifier: '92', address: null })
const line = (answers: LineAnswer[], ordered_quantity = 24): AcknowledgedLine => ({
  ...ids('KN-204'),
  line_reference: '001',
  ordered_quantity,
  unit: 'EA',
  unit_price: '21.5',
  title: null,
  answers,
})
const answer = (status: LineAnswer['status'], quantity: number, ship_on: string | null = null) => ({
  status,
  quantity,
  ship_on,
})
const acknowledgement = {
  number: '7700412',
  release_number: null,
  ordered_on: '2026-09-04',
  acknowledged_on: '2026-09-05',
  supplier_reference: 'SO-77',
  vendor_number: '55012',
  department: '0420',
  currency: 'USD',
  buyer: null,
  supplier: null,
  ship_to: null,
}

test('the header code of an acknowledgement follows from its lines', () => {
  const accepted = line([answer('accepted', 24)])
  const rejected = line([answer('rejected', 24)])
  expect(headerCode([accepted, accepted])).toBe('AD')
  expect(headerCode([accepted, rejected])).toBe('AC')
  expect(headerCode([rejected, line([answer('deleted', 24)])])).toBe('RD')
  expect(headerCode([line([answer('accepted', 12), answer('accepted', 12)])])).toBe('AD')
  // Accepting other quantities than were ordered is a change, whatever the status says.
  expect(headerCode([line([answer('accepted', 20)])])).toBe('AC')
  expect(headerCode([line([answer('accepted_price_changed', 24)])])).toBe('AC')
  for (const lines of [[], [line([])]]) expect(() => headerCode(lines)).toThrow('every line an answer')
})

test('an 855 echoes the ordered quantity and answers each line', () => {
  const lines = [line([answer('accepted_quantity_changed', 20, '2026-09-20'), answer('rejected', 4)])]
  const set = write855({ ...acknowledgement, lines })
  expect(set.segments).toEqual([
    ['BAK', '00', 'AC', '7700412', '20260904', '', '', '', 'SO-77', '20260905'],
    ['CUR', 'SE', 'USD'],
    ['REF', 'DP', '0420'],
    ['REF', 'IA', '55012'],
    ['PO1', '001', '24', 'EA', '21.5', 'PE', 'VN', 'KN-204'],
    ['ACK', 'IQ', '20', 'EA', '068', '20260920'],
    ['ACK', 'IR', '4', 'EA'],
    ['CTT', '1', '24'],
  ])
  // A supplier may answer without lines and with codes of its own.
  const head = ['BAK', '00', 'AK', '7700412', '20260904']
  expect(read855({ type: '855', segments: [head] })).toMatchObject({ header_code: 'AK', lines: [] })
  const shipped = set.segments.map((segment) => (segment[1] === 'IQ' ? ['ACK', 'AC', ...segment.slice(2)] : segment))
  expect(read855({ type: '855', segments: shipped }).lines[0]!.answers[0]!.status).toBe('accepted')
})

test('an 865 answers each change with the code of the change', () => {
  const lines = [{ ...line([answer('accepted', 40)], 40), change: 'quantity_increased' as const }]
  expect(write865({ ...acknowledgement, change_number: '2', lines }).segments.filter(([tag]) => tag !== 'REF')).toEqual(
    [
      ['BCA', '00', 'AD', '7700412', '', '2', '20260904', '', '', 'SO-77', '20260905'],
      ['CUR', 'SE', 'USD'],
      ['POC', '001', 'QI', '40', '', 'EA', '21.5', 'PE', 'VN', 'KN-204'],
      ['ACK', 'IA', '40', 'EA'],
      ['CTT', '1', '40'],
    ],
  )
})

test('an 865 accepts a line that is taken off as asked, and rejects only a change of which every line is rejected', () => {
  const off = { ...line([answer('deleted', 0)], 0), change: 'deleted' as const }
  const same = { ...line([answer('accepted', 24)]), change: 'unchanged' as const }
  const less = { ...line([answer('accepted_quantity_changed', 8)], 5), change: 'quantity_decreased' as const }
  const shipped = { ...line([answer('accepted_quantity_changed', 8)], 0), change: 'deleted' as const }
  const refused = { ...line([answer('rejected', 24)]), change: 'added' as const }
  const declined = { ...line([answer('rejected', 0)], 0), change: 'deleted' as const }
  const ours = { ...line([answer('deleted', 24)]), change: 'changed' as const }
  const code = (lines: object[], values: object = {}) =>
    write865({ ...acknowledgement, change_number: '2', lines: lines as never, ...values }).segments[0]![2]
  expect([[off], [off, off], [off, same], [same]].map((lines) => code(lines))).toEqual(['AD', 'AD', 'AD', 'AD'])
  expect([[off, less], [shipped], [off, refused], [same, refused]].map((lines) => code(lines))).toEqual([
    'AC',
    'AC',
    'AC',
    'AC',
  ])
  expect([[declined], [refused], [declined, refused], [ours]].map((lines) => code(lines))).toEqual([
    'RD',
    'RD',
    'RD',
    'RD',
  ])
  expect([code([off], { notes: 'x' }), code([off, same], { days: {} })]).toEqual(['AC', 'AC'])
  expect(() => code([{ ...off, answers: [] }])).toThrow('every line an answer')
})

test('an 865 states the days on which the order ships after its references, and is accepted with changes then', () => {
  const lines = [{ ...line([answer('accepted', 24)]), change: 'changed' as const }]
  const days = { ship_not_after: '2026-12-20', ship_from_on: '2026-12-08', ship_not_before: '2026-12-01' }
  const { segments } = write865({ ...acknowledgement, change_number: null, days, lines })
  expect(segments.slice(0, 8)).toEqual([
    ['BCA', '00', 'AC', '7700412', '', '', '20260904', '', '', 'SO-77', '20260905'],
    ['CUR', 'SE', 'USD'],
    ['REF', 'DP', '0420'],
    ['REF', 'IA', '55012'],
    ['DTM', '010', '20261208'],
    ['DTM', '037', '20261201'],
    ['DTM', '038', '20261220'],
    ['POC', '001', 'CA', '24', '', 'EA', '21.5', 'PE', 'VN', 'KN-204'],
  ])
  const refused = [{ ...line([answer('rejected', 24)]), change: 'changed' as const }]
  const none = write865({ ...acknowledgement, change_number: null, days, lines: refused })
  expect(none.segments[0]!.slice(0, 3)).toEqual(['BCA', '00', 'RD'])
})

test('an 865 says in a note, between the days and the parties, what no segment can say', () => {
  const lines = [{ ...line([answer('accepted', 24)]), change: 'changed' as const }]
  const notes = 'The cancel after date 2026-12-24 no longer applies.'
  const { segments } = write865({ ...acknowledgement, change_number: null, notes, lines })
  expect(segments[0]!.slice(0, 3)).toEqual(['BCA', '00', 'AC'])
  expect(segments.slice(4, 7)).toEqual([
    ['N9', 'L1', 'NOTES'],
    ['MSG', notes],
    ['POC', '001', 'CA', '24', '', 'EA', '21.5', 'PE', 'VN', 'KN-204'],
  ])
})

const item = (quantity: number) => ({
  ...ids('KN-204'),
  line_reference: '001',
  quantity,
  unit: 'EA',
  title: null,
  ordered_quantity: 24,
})
const carton = (sscc: string | null, quantity: number, pallet_sscc: string | null = null) => ({
  sscc,
  pallet_sscc,
  tracking_number: null,
  weight: null,
  items: [item(quantity)],
})
const orderFor = (door: string, cartons: ReturnType<typeof carton>[]) => ({
  number: '7700412',
  release_number: null,
  ordered_on: '2026-09-04',
  department: '0420',
  supplier_reference: null,
  door: store(door),
  cartons,
})
const notice: ShippingNotice856 = {
  purpose: 'original',
  shipment_number: 'SH-1',
  created_on: '2026-09-20',
  created_at: '16:05',
  shipped_on: '2026-09-20',
  deliver_on: '2026-09-24',
  carrier_scac: 'ABCD',
  carrier_name: null,
  bill_of_lading: 'BOL-1',
  pro_number: null,
  vendor_number: null,
  carton_count: 3,
  weight: '42.5',
  weight_unit: 'LB',
  ship_from: null,
  ship_to: store('0091'),
  orders: [
    orderFor('0101', [carton('006141411234567890', 8)]),
    orderFor('0107', [
      carton('006141410000000012', 10, '006141419999999994'),
      carton('006141410000000029', 6, '006141419999999994'),
    ]),
  ],
}

test('an 856 has an order level for each door, pallets and cartons with their SSCC, and items', () => {
  const { segments } = write856(notice)
  expect(segments).toEqual([
    ['BSN', '00', 'SH-1', '20260920', '1605', '0001'],
    ['HL', '1', '', 'S'],
    ['TD1', 'CTN', '3', '', '', '', 'G', '42.5', 'LB'],
    ['TD5', 'B', '2', 'ABCD', '', ''],
    ['REF', 'BM', 'BOL-1'],
    ['DTM', '011', '20260920'],
    ['DTM', '017', '20260924'],
    ['N1', 'ST', '', '92', '0091'],
    ['HL', '2', '1', 'O'],
    ['PRF', '7700412', '', '', '20260904'],
    ['REF', 'DP', '0420'],
    ['N1', 'BY', '', '92', '0101'],
    ['HL', '3', '2', 'P'],
    ['MAN', 'GM', '00006141411234567890'],
    ['HL', '4', '3', 'I'],
    ['LIN', '001', 'VN', 'KN-204'],
    ['SN1', '001', '8', 'EA', '', '24', 'EA'],
    ['HL', '5', '1', 'O'],
    ['PRF', '7700412', '', '', '20260904'],
    ['REF', 'DP', '0420'],
    ['N1', 'BY', '', '92', '0107'],
    ['HL', '6', '5', 'T'],
    ['MAN', 'GM', '00006141419999999994'],
    ['HL', '7', '6', 'P'],
    ['MAN', 'GM', '00006141410000000012'],
    ['HL', '8', '7', 'I'],
    ['LIN', '001', 'VN', 'KN-204'],
    ['SN1', '001', '10', 'EA', '', '24', 'EA'],
    ['HL', '9', '6', 'P'],
    ['MAN', 'GM', '00006141410000000029'],
    ['HL', '10', '9', 'I'],
    ['LIN', '001', 'VN', 'KN-204'],
    ['SN1', '001', '6', 'EA', '', '24', 'EA'],
    ['CTT', '10', '24'],
  ])
  // A level that names another parent than the open one would move its items elsewhere.
  const moved = segments.map((segment) =>
    segment[0] === 'HL' && segment[1] === '10' ? ['HL', '10', '7', 'I'] : segment,
  )
  expect(() => read856({ type: '856', segments: moved })).toThrow('HL02 is "7"; expected the number of an open level')
})

test('a shipping notice without the SSCC of a carton is not written', () => {
  const withCarton = (sscc: string | null) => () =>
    write856({ ...notice, orders: [orderFor('0101', [carton(sscc, 8)])] })
  expect(withCarton(null)).toThrow('A carton of order 7700412 has no SSCC')
  expect(withCarton('12345')).toThrow('must have 18 digits')
  expect(withCarton('006141411234567891')).toThrow('its last digit must be 0')
})

const invoice: Invoice810 = {
  kind: 'invoice',
  number: 'INV-2026-0042',
  invoiced_on: '2026-09-21',
  order_number: '7700412',
  ordered_on: '2026-09-04',
  currency: 'USD',
  vendor_number: '55012',
  department: '0420',
  bill_of_lading: 'BOL-1',
  supplier_reference: 'SO-77',
  notes: null,
  buyer: null,
  supplier: null,
  ship_to: store('0091'),
  bill_to: null,
  remit_to: null,
  terms: { discount_percent: '2', discount_days: 10, net_days: 30 },
  due_on: '2026-10-21',
  shipped_on: '2026-09-20',
  lines: [{ ...ids('KN-204'), line_reference: '001', quantity: 24, unit: 'EA', unit_price: '21.5', title: null }],
  total: '570.1',
  taxes: [{ type: 'ST', amount: '42.60', percent: '8.25' }],
  charges: [
    { kind: 'charge', code: 'D240', amount: '12.50', description: 'Freight' },
    { kind: 'allowance', code: 'C310', amount: '1', description: null },
  ],
}

test('an 810 has the total in cents, freight and allowances as SAC, and tax as TXI', () => {
  expect(write810(invoice).segments).toEqual([
    ['BIG', '20260921', 'INV-2026-0042', '20260904', '7700412', '', '', 'DI'],
    ['CUR', 'SE', 'USD'],
    ['REF', 'IA', '55012'],
    ['REF', 'DP', '0420'],
    ['REF', 'BM', 'BOL-1'],
    ['REF', 'VN', 'SO-77'],
    ['N1', 'ST', '', '92', '0091'],
    ['ITD', '08', '3', '2', '', '10', '20261021', '30'],
    ['DTM', '011', '20260920'],
    ['IT1', '001', '24', 'EA', '21.5', 'PE', 'VN', 'KN-204'],
    ['TDS', '57010'],
    ['TXI', 'ST', '42.6', '8.25'],
    ['SAC', 'C', 'D240', '', '', '1250', '', '', '', '', '', '', '', '', '', 'Freight'],
    ['SAC', 'A', 'C310', '', '', '100', '', '', '', '', '', '', '', '', '', ''],
    ['CTT', '1', '24'],
  ])
  expect(() => write810({ ...invoice, total: '570.105' })).toThrow('"570.105" has more than two decimals')
})

test('an 846 states what is available, on hand and on order', () => {
  const advice = {
    purpose: 'original' as const,
    reference: 'STK-1',
    advised_on: '2026-09-21',
    advised_at: '06:00',
    vendor_number: null,
    supplier: null,
    buyer: null,
    warehouse: store('WH1'),
    items: [
      {
        ...ids('KN-204'),
        line_reference: '1',
        title: null,
        unit: 'EA',
        available: 0,
        on_hand: 12,
        on_order: 40,
        available_on: '2026-10-01',
      },
    ],
  }
  expect(write846(advice).segments).toEqual([
    ['BIA', '00', 'SI', 'STK-1', '20260921', '0600'],
    ['N1', 'WH', '', '92', 'WH1'],
    ['LIN', '1', 'VN', 'KN-204'],
    ['DTM', '018', '20261001'],
    ['QTY', 'QA', '0', 'EA'],
    ['QTY', '17', '12', 'EA'],
    ['QTY', '63', '40', 'EA'],
    ['CTT', '1', '52'],
  ])
})

test('an 852 is written by item and split by door, and a sum that differs from its doors is refused', () => {
  const row = (door_reference: string, units_sold: number, on_hand: number | null): SellOutRow => ({
    ...ids('KN-204'),
    door_reference,
    units_sold,
    units_returned: null,
    on_hand,
    on_order: null,
    retail_price: '49.5',
    period_start: '2026-08-30',
    period_end: '2026-09-05',
  })
  const head = {
    period_start: '2026-08-30',
    period_end: '2026-09-05',
    vendor_number: null,
    department: null,
    retailer: null,
  }
  const { segments } = write852({ ...head, rows: [row('0101', 7, 18), row('0212', -1, null)] })
  expect(segments).toEqual([
    ['XQ', 'H', '20260830', '20260905'],
    ['LIN', '', 'VN', 'KN-204'],
    ['CTP', '', 'RTL', '49.5'],
    ['ZA', 'QS', '6', 'EA'],
    ['SDQ', 'EA', '92', '0101', '7', '0212', '-1'],
    ['ZA', 'QA', '18', 'EA'],
    ['SDQ', 'EA', '92', '0101', '18'],
    ['CTT', '1', '24'],
  ])
  const wrong = segments.map((segment) => (segment[1] === 'QS' ? ['ZA', 'QS', '7', 'EA'] : segment))
  expect(() => read852({ type: '852', segments: wrong })).toThrow('ZA02 is "7"; expected 6, the sum over the doors')
})
