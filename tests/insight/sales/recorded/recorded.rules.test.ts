/** Which sums of sales are known, and which periods can be compared. */
import { expect, test } from 'bun:test'
import {
  type Recorded,
  whyNoSum,
  whyNotRecorded,
  whyNotWhole,
  whyShorter,
  whyUnknown,
} from '../../../../server/insight/sales/recorded.rules.ts'

const recorded: Recorded = { today: '2026-11-25', sales_begin_on: '2026-10-05', recorded_through: '2026-11-22' }
const of = (start: string, end: string) => ({ start, end })
const until = 'Sales are recorded until 2026-11-22.'
const from = 'Sales are recorded from 2026-10-05 on.'

test('a period without rows is zero within what is recorded, and unknown beyond', () => {
  expect(whyUnknown(of('2026-11-25', '2026-11-30'), recorded)).toBe(until)
  expect(whyUnknown(of('2026-11-26', '2026-11-30'), recorded)).toBe('The period has not started.')
  expect(whyUnknown(of('2026-11-22', '2026-11-30'), recorded)).toBeNull()
  expect(whyUnknown(of('2026-10-01', '2026-10-04'), recorded)).toBe(from)
  expect(whyUnknown(of('2026-10-01', '2026-10-05'), recorded)).toBeNull()
  expect(whyUnknown(of('2026-10-01', '2026-10-04'), { ...recorded, sales_begin_on: null })).toBeNull()
})

test('a sum is known where its last day is recorded, and any of its days', () => {
  expect(whyNoSum(of('2026-11-16', '2026-11-22'), recorded)).toBeNull()
  expect(whyNoSum(of('2026-11-16', '2026-11-23'), recorded)).toBe(until)
  expect(whyNoSum(of('2026-09-28', '2026-10-04'), recorded)).toBe(from)
  expect(whyNoSum(of('2026-09-28', '2026-10-05'), recorded)).toBeNull()
  expect(whyNoSum(of('2026-11-16', '2026-11-22'), { ...recorded, sales_begin_on: null })).toBe(
    'No sales have been recorded.',
  )
})

test('a period to compare with must be recorded from its first day on', () => {
  expect(whyNotWhole(of('2026-10-04', '2026-10-11'), recorded)).toBe(
    'Sales are recorded from 2026-10-05 on, and the period to compare with begins on 2026-10-04.',
  )
  expect(whyNotWhole(of('2026-10-05', '2026-10-11'), recorded)).toBeNull()
  expect(whyNotWhole(of('2026-10-04', '2026-10-11'), { sales_begin_on: null })).toBeNull()
  expect(whyNotRecorded(of('2026-10-01', '2026-10-04'), '2026-10-05')).toBe(from)
  expect(whyNotRecorded(of('2026-10-01', '2026-10-05'), '2026-10-05')).toBeNull()
})

test('a shorter period is not compared with', () => {
  expect(whyShorter(of('2026-10-01', '2026-10-03'), of('2026-09-01', '2026-09-02'))).toBe(
    'The period to compare with has 2 days, and the window has 3.',
  )
  expect(whyShorter(of('2026-10-01', '2026-10-03'), of('2026-09-01', '2026-09-03'))).toBeNull()
})
