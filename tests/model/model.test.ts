import { expect, test } from 'bun:test'
import { sized } from '../support/long.ts'
import { playHistories } from './histories.ts'

/**
 * Together the histories take every action: a few long ones, or in the long run many of two seeds. `npm run model` plays
 * more of them.
 */
const runs = sized(
  [{ seed: 4_711, histories: 6, steps_max: 180 }],
  [
    { seed: 20_261_121, histories: 14, steps_max: 60 },
    { seed: 4_711, histories: 14, steps_max: 60 },
  ],
)

test('stock, incoming, commitments, costs, ledger, orders, sales and invoices agree with a simple model after every step of any history', async () => {
  const taken = new Set<string>()
  for (const { seed, histories, steps_max } of runs) {
    const played = await playHistories({ seed, histories, steps_max, seconds_max: 100 })
    expect(played.histories).toBe(histories)
    for (const [act, count] of played.acts) if (count.taken > 0) taken.add(act)
  }
  // Actions that never succeeded would prove nothing.
  const acts = ['order', 'approve', 'issue', 'deliver', 'correct', 'remove', 'mark_delivered']
  const wanted = ['purchase', 'transfer', 'manufacturing'].flatMap((type) => acts.map((act) => `${act} ${type}`))
  const others = [
    'submit again purchase',
    'allocate manufacturing',
    'sell',
    'post count',
    'offset a late entry',
    'offset when posting',
    'place consumer',
    'place wholesale',
    'hold sale',
    'confirm',
    'cancel sale',
    'ship consumer',
    'ship wholesale',
    'return consumer',
    'return wholesale',
    'invoice',
    'invoice a part',
    'invoice the rest',
    'invoice again',
    'void invoice',
  ]
  const untaken = [...wanted, ...others].filter((act) => !taken.has(act))
  expect(untaken).toEqual([])
}, 120_000)
