/** How far channels are recorded, and how far several of them together. */
import { expect, test } from 'bun:test'
import {
  coverageOf,
  type RecordedChannel,
  recordedThrough,
} from '../../../../server/selling/sales_facts/coverage/coverage.rules.ts'

const today = '2026-11-28'
const channel = (name: string, fields: Partial<RecordedChannel> = {}): RecordedChannel => ({
  sales_channel_id: name,
  sales_channel: name,
  channel_type: 'store',
  is_active: true,
  source: 'import',
  recorded_from: '2026-01-01',
  last_day: '2026-11-22',
  stated_through: null,
  note: null,
  stated_by: null,
  ...fields,
})
const through = (fields: Partial<RecordedChannel>) => recordedThrough(channel('Till', fields), today)

test('a live channel is known to today, an imported one to its newest day or a later one that was stated', () => {
  expect(through({ source: 'live', last_day: '2026-01-01' })).toBe(today)
  expect(through({})).toBe('2026-11-22')
  expect(through({ stated_through: '2026-11-21' })).toBe('2026-11-22')
  expect(through({ stated_through: '2026-11-23' })).toBe('2026-11-23')
  expect(through({ stated_through: '2026-11-29' })).toBe(today)
  expect(through({ source: null, last_day: null, recorded_from: null })).toBeNull()
  expect(through({ source: null, last_day: null, stated_through: '2026-11-01' })).toBe('2026-11-01')
})

const covered = (...channels: RecordedChannel[]) => coverageOf(channels, today)

test('several channels are known up to the first that ends', () => {
  const live = channel('Online', { source: 'live' })
  expect(covered(live, channel('Till')).recorded_through).toBe('2026-11-22')
  expect(covered(channel('Till'), live).recorded_through).toBe('2026-11-22')
  expect(covered(live).recorded_through).toBe(today)
  expect(covered(channel('Till'), live).newest_through).toBe(today)
  expect(covered(channel('Till'), channel('Outlet', { last_day: '2026-11-20' }))).toMatchObject({
    recorded_through: '2026-11-20',
    newest_through: '2026-11-22',
  })
  expect([...covered(live, channel('Till')).through_of]).toEqual([
    ['Online', today],
    ['Till', '2026-11-22'],
  ])
})

test('where nothing was recorded nothing ends', () => {
  const empty = channel('New', { source: null, last_day: null })
  expect(covered()).toEqual({ recorded_through: today, newest_through: today, through_of: new Map(), behind: [] })
  expect(covered(empty)).toEqual({ recorded_through: today, newest_through: today, through_of: new Map(), behind: [] })
  expect(covered(empty, channel('Till')).recorded_through).toBe('2026-11-22')
})

test('a channel of four weeks behind holds the others back, one of more is left out and named', () => {
  const live = channel('Online', { source: 'live' })
  expect(covered(live, channel('Till', { last_day: '2026-10-31' }))).toMatchObject({
    recorded_through: '2026-10-31',
    behind: [],
  })
  expect(covered(live, channel('Till', { last_day: '2026-10-30' }))).toMatchObject({
    recorded_through: today,
    behind: ['Till'],
  })
  // Behind the newest channel, not behind today: data that all end alike are all there is.
  const old = [channel('A', { last_day: '2025-03-01' }), channel('B', { last_day: '2025-02-20' })]
  expect(covered(...old)).toMatchObject({ recorded_through: '2025-02-20', behind: [] })
})

test('an archived channel holds nothing back, unless all are archived', () => {
  const archived = channel('Till', { is_active: false })
  expect(covered(channel('Online', { source: 'live' }), archived)).toMatchObject({
    recorded_through: today,
    behind: [],
  })
  expect(covered(archived).recorded_through).toBe('2026-11-22')
})
