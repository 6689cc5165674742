/** Levers that reduce the draw of cash: each is a change whose draw is compared with the present one. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { OrderFact } from './cash_facts.store.ts'
import { applyChange, type Change, changedGroups, type Draw, type Group, groupDraws, unchanged } from './cash.rules.ts'

interface LeverKind {
  key: string
  name: string
  reversible: boolean
  /** Why it releases cash. */
  why: string
  /** Why it has no effect. */
  nothing: string
  change: (groups: readonly Group[]) => Partial<Change>
  /** Orders that would be cancelled. */
  isCancelled?: (order: OrderFact, today: string) => boolean
}

const delayWeeks = 4
const longerDays = 30

export const leverKinds: readonly LeverKind[] = [
  {
    key: 'hold_open_buy',
    name: 'Hold the open buy',
    reversible: true,
    why: 'Planned receipts that are not on order yet are not bought.',
    nothing: 'No open buy is drawn in these weeks.',
    change: () => ({ cutOf: () => 10_000 }),
  },
  {
    key: 'cancel_unissued_orders',
    name: 'Cancel orders that are not issued',
    reversible: true,
    why: 'The supplier does not have the orders yet, so their deposits and balances need not be paid.',
    nothing: 'No approved order that is not issued is drawn in these weeks.',
    change: () => ({}),
    isCancelled: ({ status }) => status === 'approved',
  },
  {
    key: 'cancel_late_orders',
    name: 'Cancel orders past their cancel date',
    reversible: false,
    why: 'The supplier may no longer ship, so the units that have not arrived can be refused.',
    nothing: 'No issued order past its cancel date is drawn in these weeks.',
    change: () => ({}),
    isCancelled: ({ status, cancel_date }, today) =>
      status !== 'approved' && cancel_date !== null && cancel_date < today,
  },
  {
    key: 'delay_receipts',
    name: `Delay receipts by ${delayWeeks} weeks`,
    reversible: true,
    why: 'Balances are due at terms from the receipt, so later receipts are paid later.',
    nothing: 'No receipt would be paid after these weeks instead of in them.',
    change: () => ({ delay_receipts_weeks: delayWeeks }),
  },
  {
    key: 'extend_terms',
    name: `Extend terms by ${longerDays} days`,
    reversible: true,
    why: 'Balances of all groups with known terms are paid later.',
    nothing: 'No balance would be paid after these weeks instead of in them.',
    change: (groups) => {
      const terms = new Map(groups.map(({ key, terms_days }) => [key, terms_days]))
      return {
        termsOf: (key) => {
          const days = terms.get(key) ?? null
          return days === null ? null : days + longerDays
        },
      }
    },
  },
]

export interface Lever {
  key: string
  name: string
  reversible: boolean
  why: string
  reason: string | null
  buy_effect_cents: number
  releases: { group_key: string; cash_cents: number }[]
}

export interface LeverFacts {
  draws: readonly Draw[]
  /** The draws if these orders were cancelled. */
  drawsWithout: (isCancelled: (order: OrderFact) => boolean) => readonly Draw[]
  groups: readonly Group[]
  weeks: readonly Period[]
  today: string
}

const inWeeks = ({ weekly_cents }: { weekly_cents: readonly number[] }) =>
  weekly_cents.reduce((sum, cents) => sum + cents, 0)
const bought = (draws: readonly Draw[]) => draws.reduce((sum, { buys_usd_cents }) => sum + buys_usd_cents, 0)

/** Every lever on top of the draws as they are, each by itself. */
export function leversOf({ draws, drawsWithout, groups, weeks, today }: LeverFacts): Lever[] {
  const before = groupDraws(groups, draws, weeks)
  return leverKinds.map(({ key, name, reversible, why, nothing, change, isCancelled }) => {
    const whole: Change = { ...unchanged, ...change(groups) }
    const remainingDraws = isCancelled === undefined ? draws : drawsWithout((order) => isCancelled(order, today))
    const changed = applyChange(remainingDraws, whole)
    const after = groupDraws(changedGroups(groups, whole), changed, weeks)
    const releases = before.flatMap((one, at) => {
      const cash_cents = inWeeks(one) - inWeeks(after[at]!)
      return cash_cents === 0 ? [] : [{ group_key: one.group.key, cash_cents }]
    })
    const buy_effect_cents = bought(changed) - bought(draws)
    const reason = releases.length === 0 && buy_effect_cents === 0 ? nothing : null
    return { key, name, reversible, why, reason, buy_effect_cents, releases }
  })
}
