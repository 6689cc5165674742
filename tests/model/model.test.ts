import { expect, test } from 'bun:test'
import { sized } from '../support/long.ts'
import { playHistories } from './histories.ts'

/** `npm run model` plays more histories. */
const run = sized({ histories: 20, steps_max: 36 }, { histories: 60, steps_max: 60 })

test('stock, costs, incoming, commitments, ledger, orders, sales, invoices and money agree with a simple model after every step of any history', async () => {
  const seed = 20_261_298
  const played = await playHistories({ seed, ...run, at_once: 2, shrink_seconds_max: 60 })
  expect(played.histories).toBe(run.histories)
  // Actions that never succeeded would prove nothing.
  const acts = ['order', 'approve', 'issue', 'deliver', 'correct', 'remove', 'mark_delivered']
  const wanted = ['purchase', 'transfer', 'manufacturing'].flatMap((type) => acts.map((act) => `${act} ${type}`))
  const others = [
    'submit again purchase',
    'allocate manufacturing',
    'correct cost purchase',
    'bill delivery',
    'bill purchase',
    'record a supplier invoice',
    'record with an accepted price',
    'accept a price',
    'correct a supplier invoice',
    'credit a supplier invoice',
    'void a credit of a supplier',
    'void a supplier invoice',
    'set rate SEK',
    'state a cost in USD',
    'state a cost in SEK',
    'enter stated costs',
    'adjust',
    'adjust in the past',
    'undo adjustment',
    'post count',
    'offset a late entry',
    'offset when posting',
    'took an offset back',
    'place consumer',
    'place wholesale',
    'hold sale',
    'confirm',
    'cancel sale',
    'ship consumer',
    'ship wholesale',
    'return consumer',
    'return wholesale',
    'change quantity',
    'change to none',
    'cancel units',
    'unallocate',
    'move sale',
    'void shipment',
    'void a billed shipment',
    'correct shipment',
    'correct a billed shipment',
    'refund',
    'state no refund',
    'correct refund',
    'receive more than expected',
    'inspect: restock',
    'inspect: write_off',
    'inspect: return_to_supplier',
    'revert inspection',
    'credit return',
    'announce a return',
    'cancel return',
    'cancel what was refunded',
    'exchange before arrival',
    'exchange after arrival',
    'exchange: charge',
    'exchange: refund',
    'exchange: none',
    'exchange: credit_note',
    'credit by an exchange',
    'cancel exchange',
    'credit an allowance',
    'cancel credit note',
    'pay an invoice',
    'pay a wholesale order',
    'pay a consumer order',
    'apply a payment',
    'unapply a payment',
    'reverse a payment',
    'pay out an account',
    'pay out a consumer',
    'reverse a payout',
    'invoice',
    'invoice a part',
    'invoice the rest',
    'invoice again',
    'void invoice',
  ]
  const untaken = [...wanted, ...others].filter((act) => (played.acts.get(act)?.taken ?? 0) === 0)
  expect(untaken).toEqual([])
}, 600_000)
