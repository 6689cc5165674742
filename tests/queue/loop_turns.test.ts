/** Organisations share the event loop: long work takes turns, and requests of others find it free between slices. */
import { expect, test } from 'bun:test'
import { LoopTurns } from '../../server/queue/loop_turns.ts'

/** Long work of an owner in so many slices, each noted. */
async function work(turns: LoopTurns, owner: string, slices: number, notes: string[]): Promise<void> {
  for (let i = 0; i < slices; i++) {
    await turns.slice(owner)
    notes.push(owner)
  }
}

/** Begins a request of the organisation. */
const begin = async (turns: LoopTurns, organization_id: string) => {
  turns.enter()
  await turns.begin(organization_id)
}

/** The kinds of timers that were asked for meanwhile: a pause is a timeout. */
async function countPauses(run: () => Promise<void>): Promise<number> {
  const original = globalThis.setTimeout
  let pauses = 0
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    pauses++
    return original(...args)
  }) as typeof setTimeout
  try {
    await run()
  } finally {
    globalThis.setTimeout = original
  }
  return pauses
}

test('organisations with long work get as many slices each, however many pieces of work one of them has', async () => {
  const turns = new LoopTurns()
  const notes: string[] = []
  await Promise.all([
    ...Array.from({ length: 8 }, () => work(turns, 'many', 10, notes)),
    work(turns, 'one', 10, notes).then(() => notes.push('one is done')),
  ])
  const until = notes.indexOf('one is done')
  expect(notes.slice(0, until).filter((owner) => owner === 'many').length).toBeLessThanOrEqual(12)
})

test('one slice runs in a turn of the loop, and other work has its turn after each', async () => {
  const turns = new LoopTurns()
  let others = 0
  let isOver = false
  const other = () => {
    others++
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  await Promise.all([work(turns, 'a', 10, []), work(turns, 'b', 10, []), work(turns, 'a', 10, [])])
  isOver = true
  expect(others).toBeGreaterThanOrEqual(28)
})

test('an organisation that is alone is never paused; while another has a request under way, a pause follows each slice', async () => {
  const turns = new LoopTurns()
  await begin(turns, 'busy')
  await begin(turns, 'busy')
  turns.enter()
  expect(await countPauses(() => work(turns, 'busy', 5, []))).toBe(0)
  await turns.begin('other')
  expect(await countPauses(() => work(turns, 'busy', 5, []))).toBeGreaterThanOrEqual(4)
  turns.leave('other')
  expect(await countPauses(() => work(turns, 'busy', 5, []))).toBe(0)
})

test('a request whose organisation is not known yet counts while several are active', async () => {
  const turns = new LoopTurns()
  await begin(turns, 'busy')
  await begin(turns, 'other')
  turns.leave('other')
  turns.enter()
  expect(await countPauses(() => work(turns, 'busy', 5, []))).toBeGreaterThanOrEqual(4)
  turns.leave(null)
  expect(await countPauses(() => work(turns, 'busy', 5, []))).toBe(0)
})

test('many requests of one organisation run at once while it is alone, and sixteen while others are active', async () => {
  const turns = new LoopTurns()
  let running = 0
  const start = () => begin(turns, 'busy').then(() => running++)
  for (let i = 0; i < 40; i++) await start()
  for (let i = 0; i < 40; i++) turns.leave('busy')
  running = 0
  await begin(turns, 'other')
  for (let i = 0; i < 20; i++) void start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(16)
  // The other one has its own share.
  await begin(turns, 'other')
  turns.leave('busy')
  turns.leave('busy')
  await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(18)
})
