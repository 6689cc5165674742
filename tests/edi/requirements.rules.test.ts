/** What a document lacks of the requirements of an account. */
import { expect, test } from 'bun:test'
import { type Requirement, unmetRequirements } from '../../server/edi/guides/requirements.rules.ts'

const set = (type: string, ...segments: string[]) => ({ type, segments: segments.map((text) => text.split('*')) })
const needs = (
  document_type: Requirement['document_type'],
  level: Requirement['level'],
  segment: string,
  qualifier: string | null = null,
  element: number | null = null,
): Requirement => ({ document_type, level, segment, qualifier, element })

const bill = set(
  '810',
  'BIG*20261101*1',
  'REF*DP*04',
  'IT1*1*2*EA*3**SK*A*UP*1',
  'PID*F',
  'IT1*2*2*EA*3**SK*B',
  'TDS*1',
  'SAC*C',
  'CTT*2',
)

test('the header is what stands outside the lines, before and after them', () => {
  expect(unmetRequirements(bill, [needs('810', 'header', 'REF', 'DP', 2), needs('810', 'header', 'SAC')])).toEqual([])
  expect(unmetRequirements(bill, [needs('810', 'header', 'REF', 'IA'), needs('810', 'header', 'PID')])).toEqual([
    'The account requires REF with IA in the header.',
    'The account requires PID in the header.',
  ])
  expect(unmetRequirements(bill, [needs('810', 'header', 'REF', 'DP', 3)])).toEqual([
    'The account requires REF with DP and a value in REF03 in the header.',
  ])
})

test('each line must meet it, and item numbers are looked for in their pairs', () => {
  expect(unmetRequirements(bill, [needs('810', 'line', 'IT1', 'SK'), needs('810', 'line', 'IT1', null, 4)])).toEqual([])
  expect(unmetRequirements(bill, [needs('810', 'line', 'IT1', 'UP')])).toEqual([
    'The account requires IT1 with UP in line 2.',
  ])
  // A number that reads like a qualifier is none, nor is the unit of the line.
  expect(unmetRequirements(bill, [needs('810', 'line', 'IT1', 'A')])).toHaveLength(1)
  expect(unmetRequirements(bill, [needs('810', 'line', 'IT1', 'EA')])).toHaveLength(1)
  expect(unmetRequirements(bill, [needs('810', 'line', 'SAC')])).toEqual([
    'The account requires SAC in line 1, line 2.',
  ])
})

test('levels of a notice are those of HL; one that it does not have lacks nothing; of many, three are named', () => {
  const items = Array.from({ length: 5 }, (_, i) => [`HL*${i + 4}*3*I`, 'SN1**1*EA']).flat()
  const notice = set(
    '856',
    'BSN*00*1',
    'HL*1**S',
    'REF*BM*1',
    'HL*2*1*O',
    'PRF*1',
    'HL*3*2*P',
    'MAN*GM*1',
    ...items,
    'CTT*8',
  )
  const all = [
    needs('856', 'shipment', 'REF', 'BM', 2),
    needs('856', 'order', 'PRF'),
    needs('856', 'carton', 'MAN', 'GM'),
    needs('856', 'pallet', 'MAN', 'GM'),
    needs('856', 'item', 'SN1', null, 2),
    needs('856', 'header', 'CTT'),
    needs('856', 'header', 'BSN'),
    needs('855', 'header', 'REF'),
  ]
  expect(unmetRequirements(notice, all)).toEqual([])
  expect(unmetRequirements(notice, [needs('856', 'item', 'LIN'), needs('856', 'order', 'REF')])).toEqual([
    'The account requires LIN in item 1, item 2, item 3 and 2 more.',
    'The account requires REF in order 1.',
  ])
  const three = set('856', ...items.slice(0, 6))
  expect(unmetRequirements(three, [needs('856', 'item', 'LIN')])).toEqual([
    'The account requires LIN in item 1, item 2, item 3.',
  ])
  expect(unmetRequirements(notice, [needs('856', 'shipment', 'TD5')])).toEqual([
    'The account requires TD5 in the shipment.',
  ])
})

test('lines of answers and advices begin with their own segments', () => {
  for (const [type, start] of [
    ['846', 'LIN*1*SK*A'],
    ['855', 'PO1*1*2*EA***SK*A'],
    ['865', 'POC*1*CA*2**EA***SK*A'],
  ] as const)
    expect(
      unmetRequirements(set(type, 'REF*1', start, 'CTT*1'), [
        needs(type, 'line', start.slice(0, 3), 'SK'),
        needs(type, 'line', 'REF'),
      ]),
    ).toEqual(['The account requires REF in line 1.'])
})
