/** Heavy work of requests: one organisation's work delays and refuses only its own requests. */
import { expect, test } from 'bun:test'
import { createLimiter, type LimiterOptions } from '../../server/queue/limiter.ts'

const options: LimiterOptions = {
  at_once_max: 2,
  at_once_per_organization_max: 1,
  waiting_max: 6,
  waiting_per_organization_max: 4,
  wait_seconds_max: 30,
  busy: 'Many are waiting.',
}

/** Work that runs until released, in the order in which it started. */
function fixture(more: Partial<LimiterOptions> = {}) {
  const limiter = createLimiter({ ...options, ...more })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const outcomes = new Map<string, string>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    outcomes,
    settle,
    ask: (name: string) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.push(resolve)
        })
      return limiter.run(name.charAt(0), work).then(
        () => void outcomes.set(name, 'done'),
        (error: any) => void outcomes.set(name, `${error.status} ${error.desc}`),
      )
    },
    endFirst: async () => {
      ends.shift()!()
      await settle()
    },
  }
}

test("one organisation's work leaves a slot for others, and waiting organisations take turns", async () => {
  const { ask, begun, endFirst, settle } = fixture()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name)
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  for (let i = 0; i < 4; i++) await endFirst()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('an organisation whose queue is full is refused at once, and others are not', async () => {
  const { ask, begun, outcomes, settle } = fixture()
  for (let i = 1; i <= 7; i++) void ask(`a${i}`)
  void ask('b1')
  await settle()
  expect([...outcomes]).toEqual([
    ['a6', '503 Many are waiting.'],
    ['a7', '503 Many are waiting.'],
  ])
  expect(begun).toEqual(['a1', 'b1'])
})

test('when all queues together are full, the newest entry of the longest one gives way to an organisation with fewer', async () => {
  const { ask, outcomes, settle } = fixture()
  for (const name of ['a1', 'b1', 'a2', 'a3', 'a4', 'a5', 'b2', 'b3', 'c1']) void ask(name)
  await settle()
  expect([...outcomes]).toEqual([['a5', '503 Many are waiting.']])
  void ask('b4')
  await settle()
  expect([...outcomes.keys()]).toEqual(['a5', 'a4'])
})

test('work that does not start in time is refused with Retry-After and does not run afterwards', async () => {
  const { ask, begun, outcomes, endFirst, settle } = fixture({ wait_seconds_max: 0.02 })
  void ask('a1')
  await ask('a2')
  expect([...outcomes]).toEqual([['a2', '503 Many are waiting.']])
  await endFirst()
  expect(begun).toEqual(['a1'])
  void ask('a3')
  await settle()
  expect(begun).toEqual(['a1', 'a3'])
})

test('work that fails releases its slot', async () => {
  const limiter = createLimiter(options)
  await expect(limiter.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limiter.run('a', async () => 'runs')).toBe('runs')
})
