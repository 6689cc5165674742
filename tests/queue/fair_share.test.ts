/** How a worker's free slots are distributed. */
import { expect, test } from 'bun:test'
import { FairShare } from '../../server/queue/fair_share.ts'
import type { Caps, Group } from '../../server/queue/kind.ts'

const caps: Caps = { total: 12, organization: 8, destination: 6, organization_destination: 4, timed_out: 8 }

/** A group of organisation, destination and webhook, e.g. "a x 1", due for a number of minutes. */
function group(name: string, minutes = 1): Group {
  const [organization_id, destination] = name.split(' ') as [string, string]
  const due_since = new Date(Date.UTC(2026, 10, 22) - minutes * 60_000).toISOString()
  return { organization_id, group_id: name, destination, due_since }
}

const given = (share: FairShare, groups: Group[]) =>
  Object.fromEntries(share.allot(groups).map(({ group_id, jobs_max }) => [group_id, jobs_max]))

const begin = (share: FairShare, name: string, times = 1) => {
  for (let i = 0; i < times; i++) share.begin(group(name))
}

test('free slots are shared equally between organisations, regardless of how old their backlogs are', () => {
  const share = new FairShare(caps)
  expect(given(share, [group('a w', 600), group('a x', 500), group('b y'), group('c z')])).toEqual({
    'a w': 2,
    'a x': 2,
    'b y': 4,
    'c z': 4,
  })
})

test('organisations with fewer running jobs come first, and slots they leave go to the others', () => {
  const share = new FairShare(caps)
  begin(share, 'a w', 4)
  begin(share, 'a x', 2)
  expect(given(share, [group('a y', 600), group('b z')])).toEqual({ 'b z': 4, 'a y': 2 })
})

test('when slots become free one at a time, organisations take turns', () => {
  const share = new FairShare({ ...caps, total: 1 })
  const turns: string[] = []
  for (let i = 0; i < 6; i++) {
    const [{ organization_id }] = share.allot([group('a w', 600), group('b x', 300), group('c y')]) as any
    turns.push(organization_id)
    const place = { organization_id, destination: 'any' }
    share.begin(place)
    share.end(place, false)
  }
  expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('no organisation gets more than its cap, however many slots are free', () => {
  const share = new FairShare(caps)
  const stalled = Array.from({ length: 5 }, (_, i) => group(`a ${i}`))
  const first = given(share, stalled)
  expect(Object.values(first).reduce((sum, jobs) => sum + jobs)).toBe(8)
  for (const [name, jobs] of Object.entries(first)) begin(share, name, jobs)
  expect(given(share, [...stalled, group('b x')])).toEqual({ 'b x': 4 })
})

test('groups at one destination share its cap, and one organisation leaves some of it to others', () => {
  const share = new FairShare(caps)
  expect(given(share, [group('a x 1'), group('a x 2')])).toEqual({ 'a x 1': 2, 'a x 2': 2 })
  begin(share, 'a x', 4)
  expect(given(share, [group('a x 1'), group('b x'), group('c x')])).toEqual({ 'b x': 1, 'c x': 1 })
})

test('destinations that timed out share a small cap until they respond, or for ten minutes', () => {
  let now_ms = 0
  const share = new FairShare({ ...caps, total: 100, organization: 100 }, () => now_ms)
  const slow = Array.from({ length: 12 }, (_, i) => group(`${i < 6 ? 'a' : 'b'} s${i}`))
  for (const one of slow) {
    share.begin(one)
    share.end(one, true)
  }
  expect(share.timed_out_destinations).toBe(12)
  const first = given(share, [...slow, group('a healthy')])
  expect(first['a healthy']).toBe(4)
  const probes = Object.entries(first).filter(([name]) => name !== 'a healthy')
  expect(probes.every(([, jobs]) => jobs === 1)).toBe(true)
  expect(probes).toHaveLength(8)
  // Both organisations have a share of the cap.
  expect(probes.filter(([name]) => name.startsWith('b'))).toHaveLength(4)
  for (const [name] of probes) begin(share, name)
  expect(given(share, slow)).toEqual({})
  share.end(group(probes[0]![0]), false)
  expect(given(share, [group(probes[0]![0])])).toEqual({ [probes[0]![0]]: 4 })
  now_ms = 600_001
  expect(given(share, [slow[11]!])).toEqual({ [slow[11]!.group_id]: 4 })
})

test("a timeout of one organisation's destination does not affect another organisation that sends to it", () => {
  const share = new FairShare(caps)
  share.begin(group('a x'))
  share.end(group('a x'), true)
  expect(given(share, [group('a x'), group('b x')])).toEqual({ 'a x': 1, 'b x': 4 })
})
