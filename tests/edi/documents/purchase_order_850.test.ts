import { expect, test } from 'bun:test'
import { X12Parser, type X12Interchange } from 'node-x12'
import { readPaymentTerms } from '../../../server/documents/printing/payment_terms.ts'
import { type PurchaseOrder850, read850, write850 } from '../../../server/edi/documents/purchase_order_850.ts'
import type { Party } from '../../../server/edi/documents/record.ts'
import { plainText } from '../../../server/edi/x12/characters.ts'
import { X12Error } from '../../../server/edi/x12/faults.ts'
import { readInterchanges } from '../../../server/edi/x12/read_envelope.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'

const party = (name: string, code: string | null = null): Party => ({
  name,
  code,
  code_qualifier: code === null ? null : '92',
  address: null,
})
const order: PurchaseOrder850 = {
  purpose: 'original',
  number: 'PO-1042',
  order_type: 'SA',
  release_number: null,
  ordered_on: '2026-11-21',
  currency: 'USD',
  reference: 'EXT-7',
  department: null,
  vendor_number: null,
  terms: { discount_percent: null, discount_days: null, net_days: 30 },
  deliver_on: '2026-12-20',
  ship_from_on: '2026-12-01',
  cancel_after: '2027-01-15',
  ship_not_before: null,
  ship_not_after: null,
  notes: 'Pack by size.',
  buyer: party('Merchant'),
  supplier: party('Harbour Knitwear'),
  ship_to: party('Main warehouse', 'WH-1'),
  bill_to: null,
  lines: [
    {
      line_reference: '1',
      quantity: 24,
      unit: 'EA',
      unit_price: '31.5000',
      buyer_sku: 'JUMPER-M',
      buyer_sku_qualifier: 'BP',
      supplier_sku: 'S-JUMPER-M',
      gtin: '4006381333931',
      other_ids: [],
      title: 'Merino crew jumper / M',
      deliver_on: '2026-12-18',
      doors: [],
      pack: null,
    },
    {
      line_reference: '2',
      quantity: 12,
      unit: 'EA',
      unit_price: null,
      buyer_sku: 'JUMPER-L',
      buyer_sku_qualifier: 'BP',
      supplier_sku: null,
      gtin: null,
      other_ids: [],
      title: null,
      deliver_on: null,
      doors: [],
      pack: null,
    },
  ],
  total: '756.0000',
}
const envelope = {
  sender: { qualifier: 'ZZ', id: 'MERCHANT' },
  receiver: { qualifier: '01', id: '123456789' },
  usage: 'T' as const,
  control_number: 42,
  now: '2026-11-21T09:30:00.000Z',
}
const write = (given: PurchaseOrder850 = order) => writeInterchange({ ...envelope, transactions: [write850(given)] })

test('an order becomes exactly these segments', () => {
  expect(write().split('~').slice(0, -1)).toEqual([
    'ISA*00*          *00*          *ZZ*MERCHANT       *01*123456789      *261121*0930*^*00501*000000042*0*T*>',
    'GS*PO*MERCHANT*123456789*20261121*0930*42*X*005010',
    'ST*850*0001',
    'BEG*00*SA*PO-1042**20261121',
    'CUR*BY*USD',
    'REF*CO*EXT-7',
    'ITD*05*3*****30',
    'DTM*002*20261220',
    'DTM*010*20261201',
    'DTM*001*20270115',
    'N9*L1*NOTES',
    'MSG*Pack by size.',
    'N1*BY*Merchant',
    'N1*SE*Harbour Knitwear',
    'N1*ST*Main warehouse*92*WH-1',
    'PO1*1*24*EA*31.5*PE*BP*JUMPER-M*VN*S-JUMPER-M*EN*4006381333931',
    'PID*F****Merino crew jumper / M',
    'DTM*002*20261218',
    'PO1*2*12*EA***BP*JUMPER-L',
    'CTT*2*36',
    'AMT*TT*756',
    'SE*20*0001',
    'GE*1*42',
    'IEA*1*000000042',
  ])
})

test('another X12 parser reads the same values', () => {
  const interchange = new X12Parser(true).parse(write()) as X12Interchange
  const [transaction] = interchange.functionalGroups[0]!.transactions
  const found = transaction!.toObject({
    number: 'BEG03',
    ship_to: 'N102:N101["ST"]',
    due: 'DTM02:DTM01["002"]',
    total: 'AMT02',
    lines: 'CTT01',
    units: 'CTT02',
  })
  expect(found).toMatchObject({
    number: 'PO-1042',
    ship_to: 'Main warehouse',
    total: '756',
    lines: '2',
    units: '36',
  })
  expect(transaction!.segments.filter(({ tag }) => tag === 'PO1').map(({ elements }) => elements[1]!.value)).toEqual([
    '24',
    '12',
  ])
  expect(interchange.header.elements[12]!.value).toBe('42')
})

test('another X12 parser reads payment terms: discount, discount days, net days, and text for other terms', () => {
  const termsOf = (text: string) => {
    const terms = readPaymentTerms(text) ?? { description: text }
    const { functionalGroups } = new X12Parser(true).parse(write({ ...order, terms })) as X12Interchange
    const segments = functionalGroups[0]!.transactions[0]!.segments.filter(({ tag }) => tag === 'ITD')
    expect(read850(readInterchanges(write({ ...order, terms }))[0]!.groups[0]!.transactions[0]!).terms).toEqual(terms)
    return segments.map(({ elements }) => [1, 2, 3, 5, 7, 12].map((place) => elements[place - 1]?.value ?? ''))
  }
  for (const text of ['net_30', 'NET 30', 'Net-30', 'n/30', 'net 30 days'])
    expect([text, termsOf(text)]).toEqual([text, [['05', '3', '', '', '30', '']]])
  for (const text of [
    '2_10_net_30',
    '2/10 net 30',
    '2% 10 days, net 30',
    '2/10, n/30',
    '2%/10 NET 30 DAYS',
    '2-10-net-30',
  ])
    expect([text, termsOf(text)]).toEqual([text, [['08', '3', '2', '10', '30', '']]])
  expect(termsOf('1.5_15_net_45')).toEqual([['08', '3', '1.5', '15', '45', '']])
  // A discount of zero, and one that ends after the net days, are not discounts.
  for (const text of ['due_on_receipt', '30% deposit, rest before shipping', '0_10_net_30', '2_40_net_30'])
    expect([text, termsOf(text)]).toEqual([text, [['', '', '', '', '', text]]])
  const long = 'x'.repeat(100)
  expect(termsOf(long).map((one) => one[5])).toEqual([long.slice(0, 80), long.slice(80)])
})

test('text in any script is sent as plain characters, and no text can end a segment', () => {
  expect(plainText('Şirin Łódź — “Ella”*~>^\n2')).toBe('Sirin Lodz - "Ella"*~>^ 2')
  const title = 'A~IEA*0*000000042~'
  const [read] = readInterchanges(write({ ...order, lines: [{ ...order.lines[0]!, title }] }))
  expect(read850(read!.groups[0]!.transactions[0]!).lines[0]!.title).toBe('A IEA 0 000000042')
})

test('an identifier is sent unchanged or refused', () => {
  const refused = (given: Partial<PurchaseOrder850>) => () => write({ ...order, ...given })
  expect(refused({ number: 'P'.repeat(23) })).toThrow('longer than 22 characters')
  expect(refused({ number: 'PO*1' })).toThrow('BEG03 "PO*1" contains "*"')
  expect(refused({ number: 'PO ' })).toThrow('characters that X12 cannot represent')
  expect(refused({ lines: [{ ...order.lines[0]!, buyer_sku: 'Größe-M' }] })).toThrow(X12Error)
  const transactions = [write850(order)]
  const wrap = (given: object) => () => writeInterchange({ ...envelope, transactions, ...given })
  expect(wrap({ receiver: { qualifier: 'ZZ', id: 'X'.repeat(16) } })).toThrow('1 to 15 plain ASCII characters')
  expect(wrap({ sender: { qualifier: 'Z', id: 'X' } })).toThrow('is not a qualifier')
  expect(wrap({ control_number: 1_000_000_000 })).toThrow('is not a control number')
})

test('other delimiters, line breaks and several interchanges in a file are read', () => {
  const other = write().replaceAll('*', '|').replaceAll('~', "'\r\n").replace('>', ':')
  const read = readInterchanges(`\uFEFF${write()}\r\n${other}\n`)
  expect(read).toHaveLength(2)
  expect(read[1]!.delimiters).toEqual({ element: '|', component: ':', repetition: '^', segment: "'" })
  expect(read850(read[1]!.groups[0]!.transactions[0]!)).toEqual(read850(read[0]!.groups[0]!.transactions[0]!))
})

test('a file with inconsistent counts, numbers or segments is refused with the position', () => {
  const faults: [string, string][] = [
    ['', 'The file is empty'],
    ['UNA:+.? ', 'must begin with ISA'],
    [write().slice(0, 60), 'too short'],
    [write().replace('IEA*1*000000042~', ''), 'IEA is missing'],
    [
      write().replace('SE*20', 'SE*19'),
      'The 850 transaction set 0001 holds another number of segments than its SE counts',
    ],
    [write().replace('GE*1*42', 'GE*1*43'), 'has another control number in its GE'],
    [write().replace('IEA*1', 'IEA*2'), 'IEA counts 2 where the interchange has 1'],
    [write().replace('SE*20*0001~', ''), 'has no SE'],
    [write().replace('GS*PO', 'XX*PO'), 'expected GS or IEA'],
    [write().replace('000000042*0*T', '00000004A*0*T'), 'it must have 9 digits'],
  ]
  for (const [text, words] of faults) expect(() => readInterchanges(text)).toThrow(words)
  const set = (text: string) => () => read850(readInterchanges(text)[0]!.groups[0]!.transactions[0]!)
  expect(set(write().replace('PO1*1*24', 'PO1*1*2.4'))().lines[0]!.quantity).toBe(2.4)
  expect(set(write().replace('CTT*2', 'CTT*3'))).toThrow('CTT01 is "3"; expected 2, the number of lines')
  expect(set(write().replace('BEG*00', 'BXG*00'))).toThrow('BXG is "BXG"; expected a segment of this transaction set')
  expect(set(write().replace('DTM*002*20261220', 'DTM*002*soon'))).toThrow(
    'DTM02 is "soon"; expected a date as CCYYMMDD',
  )
})
