/** What events did to demand, and what coming ones are expected to do. */
import { expect, test } from 'bun:test'
import {
  concerns,
  type DemandEvent,
  effectsOf,
  type Evidence,
  upliftOf,
  weekShares,
} from '../../../server/insight/forecasts/events.rules.ts'

/** A Monday. */
const firstWeek = '2026-11-02'
const event = (starts_on: string, ends_on: string, kind = 'promotion', event_id = 'e'): DemandEvent => ({
  event_id,
  kind,
  starts_on,
  ends_on,
  variant_ids: [],
  category_ids: [],
  sales_channel_ids: [],
})
const shares = (starts_on: string, ends_on: string) => [...weekShares(event(starts_on, ends_on), firstWeek, 3)]

test('an event covers the days of each week from its first to its last', () => {
  expect(shares('2026-11-03', '2026-11-10')).toEqual([
    [0, 6 / 7],
    [1, 2 / 7],
  ])
  expect(shares('2026-11-02', '2026-11-08')).toEqual([[0, 1]])
  expect(shares('2026-11-09', '2026-11-09')).toEqual([[1, 1 / 7]])
  expect(shares('2026-11-08', '2026-11-09')).toEqual([
    [0, 1 / 7],
    [1, 1 / 7],
  ])
})

test('days before the first week and after the last are left out', () => {
  expect(shares('2026-10-20', '2026-11-03')).toEqual([[0, 2 / 7]])
  expect(shares('2026-10-20', '2026-11-01')).toEqual([])
  expect(shares('2026-11-16', '2026-12-31')).toEqual([[2, 1]])
  expect(shares('2026-11-23', '2026-12-31')).toEqual([])
})

test('an uplift is what sold beyond the other days, drawn towards none by 15 units', () => {
  const uplift = (sold: number, expected: number, expected_in_event: number) =>
    upliftOf({ sold, expected, expected_in_event })
  expect(uplift(100, 100, 30)).toBe(1)
  expect(uplift(145, 100, 30)).toBe(2)
  expect(uplift(10, 100, 30)).toBe(1 / 3)
  expect(uplift(0, 0, 0)).toBe(1)
  expect(uplift(0, 600, 600)).toBe(0.1)
  expect(uplift(1_000, 0, 0)).toBe(8)
})

const evidence: Record<string, Evidence> = {
  past: { sold: 145, expected: 100, expected_in_event: 30 },
  other: { sold: 100, expected: 100, expected_in_event: 30 },
}
const uplifts = (...events: DemandEvent[]) => {
  const seen: unknown[] = []
  const effects = effectsOf(events, firstWeek, { weeks: 6, origin_weeks: 3 }, ({ event_id }, known) => {
    seen.push([event_id, [...known.keys()]])
    return evidence[event_id]!
  })
  return { effects: effects.map((one) => [one.event.event_id, one.uplift]), seen }
}
const past = event('2026-11-02', '2026-11-08', 'promotion', 'past')
const other = event('2026-11-09', '2026-11-15', 'promotion', 'other')
const coming = event('2026-11-23', '2026-11-29', 'promotion', 'coming')

test('a past event has its own uplift, and a coming one that of all past events of its kind', () => {
  expect(uplifts(past, other, coming)).toEqual({
    effects: [
      ['past', 2],
      ['other', 1],
      // 75 and 30 beyond the other days, over 60.
      ['coming', 1.6],
    ],
    seen: [
      ['past', [0]],
      ['other', [1]],
    ],
  })
})

test('a coming event of a kind without a past has no uplift, and neither has a stockout', () => {
  expect(uplifts(past, { ...coming, kind: 'launch' }).effects[1]).toEqual(['coming', 1])
  const stockout = [past, coming].map((one) => ({ ...one, kind: 'stockout' }))
  expect(uplifts(...stockout).effects).toEqual([
    ['past', 2],
    ['coming', 1],
  ])
})

test('a running event is measured on its weeks up to the origin', () => {
  const running = event('2026-11-16', '2026-11-29', 'promotion', 'past')
  expect(uplifts(running).seen).toEqual([['past', [2]]])
})

test('an event concerns its variants and categories, in its channels, and all where it names none', () => {
  const item = { variant_id: 'v', category_id: 'k', sales_channel_id: 'c' }
  const is = (values: Partial<DemandEvent>, one: Parameters<typeof concerns>[1] = item) =>
    concerns({ ...past, ...values }, one)
  expect(is({})).toBe(true)
  expect(is({ variant_ids: ['w', 'v'] })).toBe(true)
  expect(is({ variant_ids: ['w'] })).toBe(false)
  expect(is({ category_ids: ['k'] })).toBe(true)
  expect(is({ category_ids: ['j'] })).toBe(false)
  expect(is({ variant_ids: ['w'], category_ids: ['k'] })).toBe(true)
  expect(is({ category_ids: ['k'] }, { ...item, category_id: null })).toBe(false)
  expect(is({ sales_channel_ids: ['c'] })).toBe(true)
  expect(is({ sales_channel_ids: ['d'] })).toBe(false)
  expect(is({ sales_channel_ids: ['d'], variant_ids: ['v'] })).toBe(false)
  expect(is({ sales_channel_ids: ['c'], variant_ids: ['w'] })).toBe(false)
})
