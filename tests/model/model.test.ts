import { expect, test } from 'bun:test'
import { playHistories } from './histories.ts'

const histories = 40

test('stock, incoming, commitments, costs, ledger, orders, sales and invoices agree with a simple model after every step of any history', async () => {
  const played = await playHistories({ seed: 20_261_121, histories, steps_max: 60, seconds_max: 100 })
  expect(played.histories).toBe(histories)
  // Actions that never succeeded would prove nothing.
  const acts = ['order', 'approve', 'issue', 'deliver', 'correct', 'remove', 'mark_delivered']
  const wanted = ['purchase', 'transfer', 'manufacturing'].flatMap((type) => acts.map((act) => `${act} ${type}`))
  const others = [
    'submit again purchase',
    'allocate manufacturing',
    'sell',
    'post count',
    'offset a correction',
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
  const untaken = [...wanted, ...others].filter((act) => (played.acts.get(act)?.taken ?? 0) === 0)
  expect(untaken).toEqual([])
}, 120_000)
