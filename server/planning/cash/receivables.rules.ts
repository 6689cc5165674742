/**
 * Committed money in: issued invoices in the week of their due date. What is open after its due date
 * is not counted: nobody knows when it comes in, and a business that records no payments has it already. Pure.
 */
import type { Period } from '../../calendar/retail_calendar.ts'
import { limits } from '../../contract/limits.ts'
import { type Actual, known, sumActuals, unknown } from '../../contract/money.ts'
import { noRate, type NotMeasured, type ToUsd, weekOf } from './cash.rules.ts'
import type { ReceivableFact } from './receivables.store.ts'

export interface Committed {
  source: 'receivables' | null
  reason: string | null
  weekly_cents: number[] | null
  /** The same with what has no rate: null beside the part that is known. */
  weekly: Actual[] | null
  later_cents: number | null
  later: Actual | null
  not_measured: NotMeasured[]
}

const notCommitted = (reason: string, not_measured: NotMeasured[] = []): Committed => ({
  source: null,
  reason,
  weekly_cents: null,
  weekly: null,
  later_cents: null,
  later: null,
  not_measured,
})

export const moneyInNotRequested = notCommitted('Money in was not requested.')

function leftOut({ due, currency, cents }: ReceivableFact, reason: string): NotMeasured {
  const name =
    due === 'past' ? 'Invoices past due' : due === 'undated' ? 'Invoices without a due date' : 'Invoices not yet due'
  return { subject: 'receivable', name, group_key: null, cents, currency, reason }
}

export function committedOf(facts: readonly ReceivableFact[], weeks: readonly Period[], toUsd: ToUsd): Committed {
  if (facts.length === 0) return notCommitted(`No invoice was issued in the last ${limits.cash_payable_days} days.`)
  const weekly_cents = weeks.map(() => 0)
  const unrated = weeks.map((): Actual[] => [])
  const unratedLater: Actual[] = []
  const not_measured: NotMeasured[] = []
  let later_cents = 0
  let isCounted = false
  for (const fact of facts) {
    const usd_cents = toUsd(fact.cents, fact.currency)
    if (fact.due === 'past')
      not_measured.push(
        leftOut(fact, 'They are open after their due date, so the day on which they are paid is not known.'),
      )
    else if (fact.due === 'undated')
      not_measured.push(leftOut(fact, 'Their payment terms name no number of days, so they cannot be dated.'))
    else if (usd_cents === null) {
      not_measured.push(leftOut(fact, noRate(fact.currency)))
      const place = unrated[weekOf(fact.due, weeks)] ?? unratedLater
      place.push(unknown(noRate(fact.currency), 'no_exchange_rate'))
    } else {
      const at = weekOf(fact.due, weeks)
      if (at < 0) later_cents += usd_cents
      else weekly_cents[at]! += usd_cents
      isCounted = true
    }
  }
  const weekly = weekly_cents.map((cents, at) => sumActuals([known(cents), ...unrated[at]!]))
  return isCounted
    ? {
        source: 'receivables',
        reason: null,
        weekly_cents,
        weekly,
        later_cents,
        later: sumActuals([known(later_cents), ...unratedLater]),
        not_measured,
      }
    : notCommitted('No issued invoice is still to become due in a currency with a known exchange rate.', not_measured)
}
