/** Computes how much of its sell-out an account has reported. Pure. */
import type { CoveredAccount, PeriodRow } from './coverage.store.ts'
import { boundsOf, commonGrain, keyOf, unitsOf } from './period.rules.ts'

const placeWords = { store: 'by store', dc: 'by distribution centre', none: 'as a whole' } as const

/** The request: the last weeks, and whether only the categories of a commitment count. */
export interface CoverageScope {
  weeks: number
  is_narrowed: boolean
}

function sentenceOf(
  account: CoveredAccount,
  periods: readonly PeriodRow[],
  { weeks, is_narrowed }: CoverageScope,
): string {
  const { name, location_grain, last_reported } = account
  const grain = commonGrain(periods)
  const how = location_grain === null ? '' : ` ${placeWords[location_grain]}`
  const what = is_narrowed ? ' these categories' : ''
  if (periods.length === 0)
    return last_reported === null
      ? `${name} has not reported yet.`
      : `${name} has not reported${what} in the last ${weeks} weeks; its last report ends on ${last_reported}.`
  const words = grain === 'week' ? `${periods.length} of the last ${weeks} weeks` : `${periods.length} periods`
  return `${name} reported${what === '' ? '' : `${what} in`} ${words}${how}; its last report ends on ${last_reported ?? periods.at(-1)!.period_end}.`
}

/** Why no rate of sale per week follows from the reports; null if one does. */
function rateAbsence(periods: readonly PeriodRow[], { is_narrowed }: CoverageScope): string | null {
  if (periods.length === 0) return `Nothing${is_narrowed ? ' of these categories' : ''} was reported in these weeks.`
  if (commonGrain(periods) !== 'week') return 'Not all reported periods are weeks.'
  if (periods.every((period) => unitsOf(period) === null)) return 'The reports have shelf counts but no sales figures.'
  return null
}

export function coverageOf(account: CoveredAccount, periods: readonly PeriodRow[], scope: CoverageScope) {
  return {
    account: account.name,
    account_id: account.trading_partner_id,
    coverage_sentence: sentenceOf(account, periods, scope),
    grain: account.location_grain,
    period_grain: commonGrain(periods),
    periods_reported: periods.length,
    last_reported: account.last_reported,
    reported: Object.fromEntries(
      periods.map((period) => [
        keyOf(period),
        { ...boundsOf(period), units: unitsOf(period), variants: period.variants },
      ]),
    ),
    weekly_rate_absent: rateAbsence(periods, scope),
  }
}
