/** What earlier papers teach: the newest word counts, and what is not certain is not learned. */
import { describe, expect, test } from 'bun:test'
import {
  type CorrectedPaper,
  identityOf,
  learnedOf,
  withLearnedDates,
} from '../../../../server/selling/order_documents/learned.rules.ts'
import type { Problem, Reading } from '../../../../server/selling/order_documents/reading/reading.ts'

const cell = (text: string) => ({ text, confidence: 1, place: { page: null, box: null, cell: null } })
const line = (style: string, variant_id: string | null, corrected = ['variant_id']) => ({
  values: { style: cell(style) },
  variant_id,
  corrected,
})
const paper = (more: Partial<CorrectedPaper>): CorrectedPaper => ({ values: {}, corrected: [], lines: [], ...more })
const dated = (text: string, cancel_date: string | null, corrected = ['cancel_date']) =>
  paper({ values: { cancel_date: cell(text) }, cancel_date, corrected })

describe('what identifies a line', () => {
  test('is every text that names its item, in any case and spacing', () => {
    const values = { style: cell(' Merino  BLAU '), size: cell('M') }
    expect(identityOf(values)).toBe(identityOf({ style: cell('merino blau'), size: cell('m'), quantity: cell('7') }))
    for (const name of ['item', 'sku', 'buyer_sku', 'barcode', 'style', 'color', 'size', 'description'] as const) {
      expect(identityOf({ ...values, [name]: cell('other') })).not.toBe(identityOf(values))
      expect(identityOf({ [name]: cell('x') })).not.toBeNull()
    }
    expect(identityOf({ size: cell('blau') })).not.toBe(identityOf({ color: cell('blau') }))
  })

  test('is nothing where no text names an item', () => {
    expect([identityOf({}), identityOf({ quantity: cell('7'), style: null, sku: cell('  ') })]).toEqual([null, null])
  })
})

describe('variants', () => {
  const of = (...papers: CorrectedPaper[]) =>
    ['A', 'B'].map((style) => learnedOf(papers).variants.get(identityOf({ style: cell(style) })!) ?? null)

  test('are those that a person named, the newest first', () => {
    expect(of(paper({ lines: [line('A', 'v1'), line('B', 'v2')] }))).toEqual(['v1', 'v2'])
    expect(of(paper({ lines: [line('A', 'v3')] }), paper({ lines: [line('A', 'v1'), line('B', 'v2')] }))).toEqual([
      'v3',
      'v2',
    ])
  })

  test('are not those that were read, nor those of a line that nothing identifies', () => {
    expect(of(paper({ lines: [line('A', 'v1', ['quantity']), line('B', null)] }))).toEqual([null, null])
    expect(learnedOf([paper({ lines: [line(' ', 'v1')] })]).variants.size).toBe(0)
  })
})

describe('words that one paper used for two variants', () => {
  const learned = (...papers: CorrectedPaper[]) => [...learnedOf(papers).variants.values()]
  const both = paper({ lines: [line('A', 'v1'), line('B', 'v2'), line('a ', 'v3'), line('A', 'v1')] })

  test('teach nothing, whatever older papers said, and leave other words alone', () => {
    expect(learned(both)).toEqual(['v2'])
    expect(learned(both, paper({ lines: [line('A', 'v1')] }))).toEqual(['v2'])
  })

  test('teach again what a newer paper says, and what two lines agree on', () => {
    expect(learned(paper({ lines: [line('A', 'v3')] }), both)).toEqual(['v3', 'v2'])
    expect(learned(paper({ lines: [line('A', 'v1'), line('A', 'v1')] }))).toEqual(['v1'])
    expect(learned(paper({ lines: [line('A', 'v1'), line('A', 'v3', ['quantity']), line('A', null)] }))).toEqual(['v1'])
  })
})

describe('day and month', () => {
  const formats = (...papers: CorrectedPaper[]) => learnedOf(papers).formats

  test('are told apart by a date with two readings that a person stated', () => {
    expect(formats(dated('03/04/2027', '2027-04-03'))).toEqual(['DD/MM/YYYY'])
    expect(formats(dated(' 03/04/2027 ', '2027-03-04'))).toEqual(['MM/DD/YYYY'])
    expect(formats(dated('03/04/27', '2027-04-03'))).toEqual(['DD/MM/YY'])
    const ofLine = (name: 'ship_date' | 'cancel_date', field: 'requested_ship_date' | 'cancel_date') =>
      paper({
        lines: [
          { values: { [name]: cell('03/04/2027') }, variant_id: null, corrected: [field], [field]: '2027-04-03' },
        ],
      })
    expect(formats(ofLine('ship_date', 'requested_ship_date'))).toEqual(['DD/MM/YYYY'])
    expect(formats(ofLine('cancel_date', 'cancel_date'))).toEqual(['DD/MM/YYYY'])
  })

  test('teach nothing where the date is another, has one reading, was not corrected or contradicts another', () => {
    expect(formats(dated('03/04/2027', '2027-05-05'))).toEqual([])
    expect(formats(dated('04/04/2027', '2027-04-04'))).toEqual([])
    expect(formats(dated('31/04/2027', '2027-04-30'))).toEqual([])
    expect(formats(dated('25/04/2027', '2027-04-25'))).toEqual([])
    expect(formats(dated('03/04/2027', null))).toEqual([])
    expect(formats(dated('03/04/2027', '2027-04-03', ['reference']))).toEqual([])
    expect(formats(paper({ values: { cancel_date: null }, cancel_date: '2027-04-03', corrected: ['cancel_date'] }))).toEqual([])
    const both = paper({
      values: { cancel_date: cell('03/04/2027'), requested_ship_date: cell('03/04/2027') },
      cancel_date: '2027-04-03',
      requested_ship_date: '2027-03-04',
      corrected: ['cancel_date', 'requested_ship_date'],
    })
    expect(formats(both)).toEqual([])
    const uncorrected = { values: { ship_date: cell('03/04/2027') }, variant_id: null, corrected: ['quantity'], requested_ship_date: '2027-04-03' }
    expect(formats(paper({ lines: [uncorrected] }))).toEqual([])
  })

  test('are those of the newest paper', () => {
    expect(formats(dated('03/04/2027', '2027-03-04'), dated('03/04/2027', '2027-04-03'))).toEqual(['MM/DD/YYYY'])
    expect(formats(dated('03/04/27', '2027-03-04'), dated('03/04/2027', '2027-04-03'))).toEqual(['MM/DD/YY', 'DD/MM/YYYY'])
  })
}) // prettier-ignore

describe('a date with two readings', () => {
  const problem = (sentence: string, line_number: number | null = null, code: Problem['code'] = 'date_unreadable') => ({
    code,
    line_number,
    sentence,
  })
  const header = problem('cancel_date “03/04/2027” is no date, or one with two readings.')
  const ofLine = (number: number) => problem(`Line ${number}: “05/06/2027” is no date, or one with two readings.`, number)
  const shipped = (line_number: number) => ({ line_number, values: { ship_date: cell('05/06/2027') }, requested_ship_date: null })
  const read = (more: object, formats: never[] | ['DD/MM/YYYY'] | ['DD/MM/YY'] = ['DD/MM/YYYY']) =>
    withLearnedDates({ values: { cancel_date: cell('03/04/2027') }, dates: {}, lines: [], problems: [header], ...more } as unknown as Reading, { formats })

  test('is read as the layout was corrected before, and its problem is settled', () => {
    const { reading, learned } = read({ lines: [shipped(1), shipped(2)], problems: [header, ofLine(1), ofLine(2)] })
    expect([reading.dates, reading.problems, learned.header]).toEqual([{ cancel_date: '2027-04-03' }, [], ['cancel_date']])
    expect(reading.lines.map(({ requested_ship_date }) => requested_ship_date)).toEqual(['2027-06-05', '2027-06-05'])
    expect([...learned.lines]).toEqual([[1, ['requested_ship_date']], [2, ['requested_ship_date']]])
    const cancelled = { line_number: 1, values: { cancel_date: cell('05/06/2027') }, cancel_date: null }
    expect(read({ lines: [cancelled], problems: [ofLine(1)] }).reading.lines).toMatchObject([{ cancel_date: '2027-06-05' }])
  })

  test('stays open where nothing was learned, or what was learned is of other dates', () => {
    for (const formats of [[] as never[], ['DD/MM/YY'] as ['DD/MM/YY']]) {
      const { reading, learned } = read({ lines: [shipped(1)], problems: [header, ofLine(1)] }, formats)
      expect([reading.dates, reading.problems.length, learned.header, learned.lines.size]).toEqual([{}, 2, [], 0])
      expect(reading.lines).toMatchObject([{ requested_ship_date: null }])
    }
    const none = read({ values: { cancel_date: cell('soon') }, problems: [problem('cancel_date “soon” is no date')] })
    expect([none.reading.dates, none.reading.problems.length]).toEqual([{}, 1])
  })

  test('that the paper settles itself is not touched, and other problems stay', () => {
    const settled = read({ dates: { cancel_date: '2027-03-04' }, lines: [{ ...shipped(1), requested_ship_date: '2027-05-06' }], problems: [] })
    expect([settled.reading.dates, settled.learned.header, settled.learned.lines.size]).toEqual([{ cancel_date: '2027-03-04' }, [], 0])
    expect(settled.reading.lines).toMatchObject([{ requested_ship_date: '2027-05-06' }])
    const others = [
      problem('requested_ship_date “03/04/2027” is no date'),
      problem('cancel_date “03/04/2027” is odd', null, 'cell_unknown'),
      problem('cancel_date “03/04/2027” is no date', 1),
      problem('Line 1: “05/06/2027” is no date', 2),
      problem('Line 1: “05/06/2027” is wrong', 1, 'quantity_unreadable'),
    ]
    const left = read({ lines: [shipped(1)], problems: others })
    expect([left.reading.problems, left.reading.dates, left.learned.lines.size]).toEqual([others as never, {}, 0])
    expect(read({ problems: [header, ...others] }).reading.problems).toEqual(others as never)
  })
}) // prettier-ignore
