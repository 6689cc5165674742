import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { X12Parser, type X12Interchange } from 'node-x12'
import { readInterchanges, writeInterchange } from '../../server/edi/x12/envelope.ts'
import { type PurchaseOrder850, read850, write850 } from '../../server/edi/x12/purchase_order_850.ts'
import { readPaymentTerms } from '../../server/documents/printing/payment_terms.ts'
import { plainText, X12Error } from '../../server/edi/x12/segments.ts'

const order: PurchaseOrder850 = {
  purpose: 'original',
  number: 'PO-1042',
  ordered_on: '2026-11-21',
  currency: 'USD',
  reference: 'EXT-7',
  terms: { discount_percent: null, discount_days: null, net_days: 30 },
  deliver_on: '2026-12-20',
  ship_from_on: '2026-12-01',
  cancel_after: '2027-01-15',
  notes: 'Pack by size.',
  buyer: { name: 'Merchant', code: null },
  supplier: { name: 'Harbour Knitwear', code: null },
  ship_to: { name: 'Main warehouse', code: 'WH-1' },
  lines: [
    {
      quantity: 24,
      unit_price: '31.5000',
      buyer_sku: 'JUMPER-M',
      supplier_sku: 'S-JUMPER-M',
      gtin: '4006381333931',
      title: 'Merino crew jumper / M',
      deliver_on: '2026-12-18',
    },
    {
      quantity: 12,
      unit_price: null,
      buyer_sku: 'JUMPER-L',
      supplier_sku: null,
      gtin: null,
      title: null,
      deliver_on: null,
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
  code: 'PO',
}
const write = (given: PurchaseOrder850 = order) => writeInterchange({ ...envelope, transaction: write850(given) })

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

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10))
const plain = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: 'grapheme' })
    .map((text) => plainText(text).slice(0, maxLength).trim())
    .filter((text) => text !== '')
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const price = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => String(cents / 100))
const party = fc.record({ name: plain(60), code: maybe(plain(40)) })
const anyTerms: fc.Arbitrary<PurchaseOrder850['terms']> = fc.oneof(
  fc.record({ discount_percent: fc.constant(null), discount_days: fc.constant(null), net_days: fc.nat(999) }),
  fc.record({
    discount_percent: fc.integer({ min: 1, max: 99_999 }).map((one) => String(one / 1000)),
    discount_days: fc.nat(999),
    net_days: fc.nat(999),
  }),
  plain(79).map((description) => ({ description })),
)
const anyOrder: fc.Arbitrary<PurchaseOrder850> = fc.record({
  purpose: fc.constantFrom('original' as const, 'replacement' as const),
  number: plain(22),
  ordered_on: day,
  currency: fc.constantFrom('USD', 'EUR'),
  reference: maybe(plain(50)),
  terms: maybe(anyTerms),
  deliver_on: maybe(day),
  ship_from_on: maybe(day),
  cancel_after: maybe(day),
  notes: maybe(plain(200)),
  buyer: party,
  supplier: party,
  ship_to: party,
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      unit_price: maybe(price),
      buyer_sku: plain(48),
      supplier_sku: maybe(plain(48)),
      gtin: maybe(fc.constantFrom('96385074', '036000291452', '4006381333931', '14006381333938')),
      title: maybe(plain(80)),
      deliver_on: maybe(day),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  total: maybe(price),
})

test('any order is read back as it was written', () => {
  fc.assert(
    fc.property(anyOrder, (given) => {
      const [interchange] = readInterchanges(write(given))
      expect(read850(interchange!.groups[0]!.transactions[0]!)).toEqual(given)
      expect(interchange).toMatchObject({ control_number: 42, usage: 'T', sender: envelope.sender })
    }),
    { numRuns: 300 },
  )
})

test('text in any script is sent as plain characters, and no text can end a segment', () => {
  expect(plainText('Şirin Łódź — “Ella”*~>^\n2')).toBe('Sirin ?odz ? ?Ella? 2')
  const title = 'A~IEA*0*000000042~'
  const [read] = readInterchanges(write({ ...order, lines: [{ ...order.lines[0]!, title }] }))
  expect(read850(read!.groups[0]!.transactions[0]!).lines[0]!.title).toBe('A IEA 0 000000042')
})

test('an identifier is sent unchanged or refused', () => {
  const refused = (given: Partial<PurchaseOrder850>) => () => write({ ...order, ...given })
  expect(refused({ number: 'P'.repeat(23) })).toThrow('longer than 22 characters')
  expect(refused({ number: 'PO*1' })).toThrow('characters that X12 cannot represent')
  expect(refused({ lines: [{ ...order.lines[0]!, buyer_sku: 'Größe-M' }] })).toThrow(X12Error)
  const transaction = write850(order)
  const wrap = (given: object) => () => writeInterchange({ ...envelope, transaction, ...given })
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
    [write().replace('SE*20', 'SE*19'), 'SE counts 19 where the 850 transaction set has 20'],
    [write().replace('GE*1*42', 'GE*1*43'), 'GE repeats the control number 43'],
    [write().replace('IEA*1', 'IEA*2'), 'IEA counts 2 where the interchange has 1'],
    [write().replace('SE*20*0001~', ''), 'expected SE'],
    [write().replace('GS*PO', 'XX*PO'), 'expected IEA'],
    [write().replace('000000042*0*T', '00000004A*0*T'), 'it must have 9 digits'],
  ]
  for (const [text, words] of faults) expect(() => readInterchanges(text)).toThrow(words)
  const set = (text: string) => () => read850(readInterchanges(text)[0]!.groups[0]!.transactions[0]!)
  expect(set(write().replace('PO1*1*24', 'PO1*1*2.4'))).toThrow('must be a whole number')
  expect(set(write().replace('CTT*2', 'CTT*3'))).toThrow('CTT counts 3 lines')
  expect(set(write().replace('BEG*00', 'BXG*00'))).toThrow('no BEG')
  expect(set(write().replace('DTM*002*20261220', 'DTM*002*soon'))).toThrow('8 digits')
})

test('arbitrary input makes the parser fail only with a description of the fault', () => {
  const mangled = fc.tuple(fc.nat(600), fc.nat(40), fc.string({ maxLength: 20 }))
  fc.assert(
    fc.property(mangled, ([start, gone, put]) => {
      const text = write()
      try {
        const read = readInterchanges(text.slice(0, start) + put + text.slice(start + gone))
        for (const { groups } of read)
          for (const { transactions } of groups) transactions.forEach((one) => read850(one))
      } catch (error) {
        expect(error).toBeInstanceOf(X12Error)
      }
    }),
    { numRuns: 500 },
  )
})
