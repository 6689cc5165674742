/** A correction changes the reading and settles what it answers, and nothing else. */
import { describe, expect, test } from 'bun:test'
import {
  correctReading,
  learnedItems,
  type LineCorrection,
} from '../../../../server/selling/order_documents/corrections.rules.ts'
import type { PaperReading } from '../../../../server/selling/order_documents/model.ts'
import { type Problem, problemCodes } from '../../../../server/selling/order_documents/reading/reading.ts'

const cell = (text: string) => ({ text, confidence: 0.5, place: { page: 1, box: null, cell: null } })
const line = (line_number: number, more: object = {}) => ({
  line_number,
  values: { item: cell(`77-${line_number}`) },
  quantity: 2,
  variant_id: null,
  sku: null,
  corrected: [],
  learned: [],
  derived: [],
  confidence: 0.5,
  ...more,
})
const reading = (more: object = {}): PaperReading =>
  ({
    confidence: 0.5,
    values: { reference: cell('C-1'), door_reference: null, cancel_date: cell('03/04/2027') },
    cancel_date: null,
    corrected: [],
    lines: [line(1), line(2)],
    ...more,
  }) as unknown as PaperReading
const problem = (code: Problem['code'], line_number: number | null = null, sentence = 'Wrong.'): Problem => ({
  code,
  line_number,
  sentence,
})
const stated = (text: string) => ({ text, confidence: 1, place: { page: null, box: null, cell: null } })
const variant = { variant_id: 'v', sku: 'J-M' }
const correct = (
  header: object,
  lines: LineCorrection[] = [],
  problems: Problem[] = [],
  of: PaperReading = reading(),
) => correctReading({ reading: of, problems }, header, lines)

describe('the order', () => {
  test('has the number and the door that are stated, and its dates beside what the paper says', () => {
    const { reading: found } = correct({ reference: 'C-2', door_reference: '0101', cancel_date: '2027-04-03' })
    expect(found).toMatchObject({
      values: { reference: stated('C-2'), door_reference: stated('0101'), cancel_date: cell('03/04/2027') },
      cancel_date: '2027-04-03',
      corrected: ['reference', 'door_reference', 'cancel_date'],
    })
    expect(found).not.toHaveProperty('reference')
    expect(found).not.toHaveProperty('door_reference')
    expect(correct({ reference: null }).reading.values.reference).toBeNull()
    expect(correct({ cancel_date: null }).reading).toMatchObject({ cancel_date: null, values: reading().values })
  })

  test('names each field once, after several corrections', () => {
    const before = reading({ corrected: ['reference'] })
    expect(correct({ reference: 'C-2', cancel_date: null }, [], [], before).reading.corrected).toEqual(['reference', 'cancel_date'])
  })
}) // prettier-ignore

describe('a line', () => {
  test('has the variant and the values that are stated, and is sure', () => {
    const lines = [{ line_number: 2, variant, quantity: 7, unit_price_cents: null }]
    const { reading: found } = correct({}, lines)
    expect(found.lines[0]).toEqual(reading().lines[0]!)
    expect(found.lines[1]).toEqual({
      ...reading().lines[1]!,
      variant_id: 'v',
      sku: 'J-M',
      quantity: 7,
      unit_price_cents: null,
      corrected: ['variant_id', 'quantity', 'unit_price_cents'],
      confidence: 1,
    })
    expect(found.lines[1]).not.toHaveProperty('variant')
    expect(found.confidence).toBe(0.5)
    expect(correct({}, [...lines, { line_number: 1, discount_cents: 5 }]).reading.confidence).toBe(1)
  })

  test('keeps what was corrected before', () => {
    const before = reading({ lines: [line(1, { corrected: ['quantity'], variant_id: 'w', sku: 'W' })] })
    const [found] = correct({}, [{ line_number: 1, quantity: 3, discount_cents: 1 }], [], before).reading.lines
    expect(found).toMatchObject({ corrected: ['quantity', 'discount_cents'], variant_id: 'w', sku: 'W' })
  })
})

describe('problems', () => {
  const left = (header: object, lines: LineCorrection[], problems: Problem[]) => correct(header, lines, problems).problems
  const settled = (own: Omit<LineCorrection, 'line_number'>) => {
    const all = problemCodes.map((code) => problem(code, 1))
    const leftCodes = new Set(left({}, [{ line_number: 1, ...own }], all).map(({ code }) => code))
    return problemCodes.filter((code) => !leftCodes.has(code))
  }

  test('of a line are settled by the field that answers them', () => {
    expect(settled({ variant })).toEqual(['item_unknown', 'item_ambiguous', 'item_archived', 'identifiers_disagree', 'confidence_low'])
    expect(settled({ quantity: 1 })).toEqual(['quantity_unreadable', 'columns_disagree', 'unit_unknown', 'quantity_ambiguous', 'confidence_low'])
    expect(settled({ unit_price_cents: 1 })).toEqual(['price_unreadable', 'price_ambiguous', 'amount_differs', 'confidence_low'])
    expect(settled({ discount_cents: 1 })).toEqual(['price_ambiguous', 'amount_differs', 'confidence_low'])
    expect(settled({ requested_ship_date: null })).toEqual(['date_unreadable', 'confidence_low'])
    expect(settled({ cancel_date: null })).toEqual(['date_unreadable', 'confidence_low'])
    expect(settled({ door_reference: '0101' })).toEqual(['confidence_low'])
  })

  test('of another line or of the whole paper stay', () => {
    const all = [problem('item_unknown', 2), problem('item_unknown'), problem('confidence_low'), problem('total_differs')]
    expect(left({}, [{ line_number: 1, variant }], all)).toEqual(all)
  })

  test('of the order are settled by its number or by the date that they name', () => {
    const dated = problem('date_unreadable', null, 'cancel_date “03/04/2027” is no date.')
    const all = [problem('order_duplicate'), dated, problem('order_refused', null, 'cancel_date is wrong.')]
    expect(left({ reference: 'C-2' }, [], all)).toEqual(all.slice(1))
    expect(left({ cancel_date: '2027-04-03' }, [], all)).toEqual([all[0]!, all[2]!])
    expect(left({ requested_ship_date: '2027-04-03' }, [], all)).toEqual(all)
    const longer = problem('date_unreadable', null, 'cancel_dates “x” is no date.')
    expect(left({ cancel_date: null }, [], [longer])).toEqual([longer])
  })
}) // prettier-ignore

test('days that cannot both be meant are a problem of the correction that states them, until another settles it', () => {
  const window = reading({ ship_window_start: '2027-01-10', ship_window_end: '2027-01-20' })
  const late = correct({ requested_ship_date: '2027-01-21' }, [], [], window)
  const [outside] = late.problems
  expect(late.problems).toEqual([
    problem(
      'date_unreadable',
      null,
      'requested_ship_date 2027-01-21 is outside the ship window from 2027-01-10 to 2027-01-20.',
    ),
  ])
  expect(correct({ requested_ship_date: '2027-01-20' }, [], [], window).problems).toEqual([])
  expect(correct({ ship_window_end: '2027-01-21' }, [], [outside!], late.reading).problems).toEqual([])
  const turned = correct({ ship_window_end: '2027-01-09' }, [], [], window)
  expect(turned.problems.map(({ sentence }) => sentence)).toEqual([
    'The ship window ends on 2027-01-09, before it starts on 2027-01-10.',
  ])
  expect(correct({ ship_window_start: '2027-01-09' }, [], turned.problems, turned.reading).problems).toEqual([])

  const dated = reading({ lines: [line(1, { requested_ship_date: '2027-04-07', cancel_date: null })] })
  const lines = [{ line_number: 1, cancel_date: '2027-03-01' }]
  expect(correct({}, lines, [], dated).problems).toEqual([
    problem('date_unreadable', 1, 'Line 1: its cancel date 2027-03-01 is before its ship date 2027-04-07.'),
  ])
  expect(correct({}, [{ line_number: 1, cancel_date: '2027-04-07' }], [], dated).problems).toEqual([])
})

test('the number of the account of a line is learned with its variant, where it is not the SKU itself', () => {
  const of = (values: object, own: Partial<LineCorrection> = { variant }) =>
    learnedItems(reading({ lines: [line(1, { values })] }), [{ line_number: 1, ...own }])
  expect(of({ item: cell(' 77-1 ') })).toEqual([{ buyer_sku: '77-1', variant_id: 'v' }])
  expect(of({ item: cell('77-1'), buyer_sku: cell('B-1') })).toEqual([{ buyer_sku: 'B-1', variant_id: 'v' }])
  for (const values of [{}, { item: cell('  ') }, { item: cell('J-M') }]) expect(of(values)).toEqual([])
  expect(of({ item: cell('77-1') }, { quantity: 3 })).toEqual([])
  expect(learnedItems(reading(), [{ line_number: 9, variant }])).toEqual([])
})
