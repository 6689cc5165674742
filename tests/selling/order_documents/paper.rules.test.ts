/** What a reading says of the order as a whole, and what of it becomes a draft. */
import { describe, expect, test } from 'bun:test'
import type { PaperReading } from '../../../server/selling/order_documents/model.ts'
import {
  completed,
  draftLines,
  exceptionsOf,
  headerOf,
  headerProblems,
  shapeReading,
} from '../../../server/selling/order_documents/paper.rules.ts'
import {
  lineValues,
  type PaperValue,
  type Problem,
  type Reading,
} from '../../../server/selling/order_documents/reading/reading.ts'

const cell = (text: string, confidence = 1) => ({ text, confidence, place: { page: 1, box: null, cell: null } })
const texts = (values: Partial<Record<PaperValue, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text }]))
const header = (values: Partial<Record<PaperValue, string>>, dates: Parameters<typeof headerOf>[0]['dates'] = {}) =>
  headerOf({ values: texts(values), dates })

describe('the header of a draft', () => {
  test('has the labels, dates and currency of the paper', () => {
    expect(
      header(
        { reference: ' PO-1 ', door_reference: 'D1', currency: ' usd ' },
        {
          requested_ship_date: '2026-12-01',
          ship_window_start: '2026-11-20',
          ship_window_end: '2026-11-20',
          cancel_date: '2026-12-10',
        },
      ),
    ).toEqual({
      reference: 'PO-1',
      door_reference: 'D1',
      requested_ship_date: '2026-12-01',
      ship_window_start: '2026-11-20',
      ship_window_end: '2026-11-20',
      cancel_date: '2026-12-10',
      currency: 'USD',
    })
    expect(new Set(Object.values(header({})))).toEqual(new Set([null]))
    expect(headerOf({ values: { reference: null }, dates: { cancel_date: null } }).reference).toBeNull()
  })

  test('has labels on one line of at most 120 characters, and currencies that there are', () => {
    expect(header({ reference: 'x'.repeat(121) }).reference).toHaveLength(120)
    expect([header({ reference: 'a\nb' }).reference, header({ reference: '  ' }).reference]).toEqual([null, null])
    expect(header({ currency: '$' }).currency).toBeNull()
  })

  test('has a ship window where its days are in order, or one is missing', () => {
    const window = (ship_window_start: string | null, ship_window_end: string | null) => {
      const found = header({}, { ship_window_start, ship_window_end })
      return [found.ship_window_start, found.ship_window_end]
    }
    expect(window('2026-11-21', '2026-11-20')).toEqual([null, null])
    expect(window('2026-11-21', null)).toEqual(['2026-11-21', null])
    expect(window(null, '2026-11-20')).toEqual([null, '2026-11-20'])
  })
})

describe('the header of a paper has a problem', () => {
  const problems = (values: Reading['values'], dates: Reading['dates'] = {}, duplicate: string | null = null) =>
    headerProblems({ values, dates } as Reading, { currency: 'USD', duplicate }).map(
      ({ code, line_number, sentence }) => {
        expect(line_number).toBeNull()
        return `${code}: ${sentence}`
      },
    )

  test('where a value that is taken over was not recognised clearly', () => {
    expect(problems({ reference: cell('PO-1', 0.75), door_reference: cell('D1', 0.74) })).toEqual([
      'confidence_low: door_reference “D1” was not recognised clearly.',
    ])
    for (const name of [
      'reference',
      'requested_ship_date',
      'ship_window_start',
      'ship_window_end',
      'cancel_date',
    ] as const)
      expect(problems({ [name]: cell('x', 0.1) })).toHaveLength(1)
    expect(problems({ currency: cell('USD', 0.1) })).toHaveLength(1)
    expect(problems({ order_date: cell('x', 0.1), total_units: cell('4', 0.1) })).toEqual([])
    expect(problems({ reference: cell('x'.repeat(61), 0.1) })[0]).toContain(`“${'x'.repeat(60)}”`)
  })

  test('where it is in another currency than that of the account', () => {
    expect(problems({ currency: cell(' usd ') })).toEqual([])
    expect(problems({ currency: cell('eur') })).toEqual([
      'currency_differs: The paper is in EUR, and the account orders in USD.',
    ])
    expect(problems({ currency: cell('x'.repeat(11)) })[0]).toContain(`is in ${'X'.repeat(10)},`)
  })

  test('where it is to be cancelled before its ship window starts, which is then not taken over', () => {
    const dates = (cancel_date: string) => ({ ship_window_start: '2026-11-20', cancel_date })
    for (const [day, isLate] of [
      ['2026-11-19', false],
      ['2026-11-20', true],
    ] as const) {
      expect(problems({}, dates(day))).toHaveLength(isLate ? 0 : 1)
      expect(headerOf({ values: {}, dates: dates(day) }).cancel_date).toBe(isLate ? day : null)
    }
    expect(problems({}, { cancel_date: '2026-11-19' })).toEqual([])
  })

  test('where its ship window ends before it starts', () => {
    const window = (ship_window_start: string, ship_window_end: string) =>
      problems({}, { ship_window_start, ship_window_end })
    expect(window('2026-11-20', '2026-11-20')).toEqual([])
    expect(window('2026-11-21', '2026-11-20')).toEqual([
      'date_unreadable: The ship window ends on 2026-11-20, before it starts on 2026-11-21.',
    ])
    expect(problems({}, { ship_window_start: '2026-11-21' })).toEqual([])
    expect(problems({}, { ship_window_end: '2026-11-20' })).toEqual([])
  })

  test('where another order of the account has its reference', () => {
    expect(problems({ reference: cell('PO-1') }, {}, 'SO-7')).toEqual([
      'order_duplicate: SO-7 of this account already has the reference PO-1.',
    ])
    expect(problems({}, {}, 'SO-7')[0]).toEndWith('has the reference .')
  })
})

type PaperLine = PaperReading['lines'][number]
const paperLine = (values: Partial<PaperLine> = {}): PaperLine =>
  ({
    line_number: 3,
    reference: '10',
    values: { buyer_sku: cell('B-1') },
    quantity: 4,
    unit_price_cents: 250,
    discount_cents: 100,
    amount_cents: null,
    door_reference: '0101',
    requested_ship_date: '2027-01-10',
    cancel_date: null,
    variant_id: 'v',
    sku: 'J-M',
    matched_by: ['sku'],
    confidence: 1,
    ...values,
  }) as unknown as PaperLine

test('a line whose variant and quantity are known can be ordered', () => {
  const drafted = (values: Partial<PaperLine> = {}) =>
    draftLines({ lines: [paperLine(values)] } as unknown as PaperReading)
  expect(drafted()).toEqual([
    {
      line_number: 3,
      variant_id: 'v',
      quantity: 4,
      unit_price_cents: 250,
      discount_cents: 100,
      door_reference: '0101',
      requested_ship_date: '2027-01-10',
      cancel_date: null,
      buyer_sku: 'B-1',
      reference: '10',
    },
  ])
  expect(drafted({ reference: null, values: {} as never })[0]).toMatchObject({ buyer_sku: null, reference: null })
  expect(drafted({ unit_price_cents: null })[0]!.unit_price_cents).toBeNull()
  expect([drafted({ variant_id: null }), drafted({ quantity: null }), drafted({ quantity: 0 })]).toEqual([[], [], []])
  expect([1, 1_000_000, 1_000_001].map((quantity) => drafted({ quantity }).length)).toEqual([1, 1, 0])
  expect([0, 100_000_000, 100_000_001].map((unit_price_cents) => drafted({ unit_price_cents }).length)).toEqual([
    1, 1, 0,
  ])
})

describe('open points', () => {
  const subject = { type: 'order', id: 'o', name: 'SO-1' } as never
  const problem = (code: Problem['code'], sentence = code as string): Problem => ({ code, line_number: 1, sentence })
  const kinds = (...codes: Problem['code'][]) =>
    exceptionsOf(
      codes.map((code) => problem(code)),
      subject,
    ).map(({ kind }) => kind)

  test('are exceptions of the kind that their cause has', () => {
    expect(kinds('item_unknown', 'item_ambiguous', 'item_archived', 'identifiers_disagree')).toEqual(
      Array.from({ length: 4 }, () => 'unknown_sku' as const),
    )
    expect(kinds('price_unreadable', 'amount_differs', 'amount_ambiguous', 'currency_differs')).toEqual(
      Array.from({ length: 4 }, () => 'price_mismatch' as const),
    )
    expect(kinds('order_duplicate', 'row_unreadable')).toEqual(['duplicate_order', 'document_unreadable'])
    expect(exceptionsOf([problem('item_unknown', 'No item.')], subject)).toEqual([
      { kind: 'unknown_sku', severity: 'warning', subject, sentence: 'No item.' },
    ])
  })

  test('are at most 50, of which the last counts the rest', () => {
    const sentences = (count: number) =>
      exceptionsOf(
        Array.from({ length: count }, (_, i) => problem('item_unknown', `No. ${i}`)),
        subject,
      )
    expect(
      sentences(50)
        .map(({ sentence }) => sentence)
        .at(-1),
    ).toBe('No. 49')
    expect(sentences(51)).toHaveLength(50)
    expect(sentences(51).at(-1)).toMatchObject({
      kind: 'document_unreadable',
      sentence: 'The paper has 2 more open points.',
    })
  })
})

test('a reading is stored with every value, and the confidence of its least sure line', () => {
  const line = (line_number: number, confidence: number, variant: object | null) => ({
    line_number,
    reference: null,
    values: { sku: cell('J-M') },
    quantity: 4,
    unit_price_cents: null,
    discount_cents: 0,
    derived: [],
    amount_cents: 5,
    door_reference: null,
    requested_ship_date: null,
    cancel_date: null,
    variant,
    matched_by: ['sku'],
    confidence,
  })
  const reading = {
    values: { reference: cell('PO-1') },
    dates: { cancel_date: '2026-12-10' },
    total_units: 4,
    total_cents: null,
  } as unknown as Reading
  const matched = {
    lines: [line(1, 0.99, { variant_id: 'v', sku: 'J-M', title: 'x' }), line(2, 0.8, null)],
    problems: [],
  } as never
  const found = shapeReading(reading, matched)
  expect(found).toMatchObject({
    confidence: 0.8,
    requested_ship_date: null,
    ship_window_start: null,
    ship_window_end: null,
    cancel_date: '2026-12-10',
    total_units: 4,
    total_cents: null,
  })
  expect(found.values.reference).toEqual(cell('PO-1') as never)
  expect(found.values.order_date).toBeNull()
  expect(Object.keys(found.values)).toHaveLength(10)
  const { values, ...first } = found.lines[0]!
  expect(first).toEqual({
    line_number: 1,
    reference: null,
    quantity: 4,
    unit_price_cents: null,
    discount_cents: 0,
    derived: [],
    amount_cents: 5,
    door_reference: null,
    requested_ship_date: null,
    cancel_date: null,
    corrected: [],
    learned: [],
    variant_id: 'v',
    sku: 'J-M',
    matched_by: ['sku'],
    confidence: 0.99,
  })
  expect([values.sku, values.size]).toEqual([cell('J-M') as never, null])
  expect([found.lines[1]!.variant_id, found.lines[1]!.sku]).toEqual([null, null])
})

test('what was learned is named, of the order and of each line', () => {
  const line = (line_number: number, matched_by: string[]) => ({ line_number, values: {}, variant: null, matched_by, confidence: 1 })
  const matched = { lines: [line(1, ['correction']), line(2, ['sku']), line(3, ['correction'])], problems: [] } as never
  const learned = { header: ['cancel_date'], lines: new Map([[2, ['cancel_date']], [3, ['requested_ship_date']]]) }
  const found = shapeReading({ values: {}, dates: {}, total_units: null, total_cents: null } as never, matched, learned)
  expect([found.learned, found.lines.map((one) => one.learned)]).toEqual([
    ['cancel_date'],
    [['variant_id'], ['cancel_date'], ['variant_id', 'requested_ship_date']],
  ])
}) // prettier-ignore

test('a cancel date before the window is left out and named, and one without a window stands', () => {
  const of = (dates: object) => headerOf({ values: {}, dates }).cancel_date
  expect(of({ cancel_date: '2027-01-10' })).toBe('2027-01-10')
  expect(of({ cancel_date: '2027-01-10', ship_window_start: '2027-01-10' })).toBe('2027-01-10')
  expect(of({ cancel_date: '2027-01-10', ship_window_start: '2027-01-11' })).toBeNull()
  expect(of({ ship_window_start: '2027-01-11' })).toBeNull()
  const named = (dates: object) =>
    headerProblems({ values: {}, dates }, { currency: 'USD', duplicate: null }).map(({ sentence }) => sentence)
  expect(named({ cancel_date: '2027-01-10', ship_window_start: '2027-01-11' })).toEqual([
    'The order is to be cancelled after 2027-01-10, before the ship window starts on 2027-01-11.',
  ])
  for (const dates of [
    { cancel_date: '2027-01-10' },
    { ship_window_start: '2027-01-11' },
    { cancel_date: '2027-01-11', ship_window_start: '2027-01-11' },
  ])
    expect(named(dates)).toEqual([])
})

test('marks of another currency are named each, and those that can be the currency are not', () => {
  const marks = (currency_marks: string[], currency: string) =>
    headerProblems({ values: {}, dates: {}, currency_marks }, { currency, duplicate: null }).map(
      ({ sentence }) => sentence,
    )
  expect(marks(['€', '$'], 'USD')).toEqual(['Prices of the paper are in €, and the account orders in USD.'])
  expect(marks(['€', 'EUR'], 'EUR')).toEqual([])
})

test('a reading of before lines had corrections, discounts, stores and dates has none of them', () => {
  const stored = { confidence: 1, values: {}, lines: [{ line_number: 1, values: { sku: cell('J-M') }, quantity: 2 }] }
  const found = completed(stored as never)
  expect([found.corrected, found.learned]).toEqual([[], []])
  const { values, ...line } = found.lines[0]!
  expect(line as object).toEqual({
    line_number: 1,
    quantity: 2,
    corrected: [],
    learned: [],
    discount_cents: 0,
    derived: [],
    door_reference: null,
    requested_ship_date: null,
    cancel_date: null,
  })
  expect([values.sku, values.door, Object.keys(values).length]).toEqual([cell('J-M') as never, null, lineValues.length])
  const whole = { ...stored, corrected: ['reference'], learned: ['cancel_date'], lines: [{ ...stored.lines[0], corrected: ['quantity'], discount_cents: 5 }] }
  const same = completed(whole as never)
  expect([same.corrected, same.learned, same.lines[0]!.corrected, same.lines[0]!.discount_cents]).toEqual([['reference'], ['cancel_date'], ['quantity'], 5])
}) // prettier-ignore
