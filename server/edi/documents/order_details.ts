/** Allowances and charges (SAC), and quantities by day (SCH). */
import Big from 'big.js'
import type { Allowance, OrderHeader, OrderLine, Scheduled } from './record.ts'
import type { Placed, Segments } from './fields.ts'

const kinds: Record<string, Allowance['kind']> = { A: 'allowance', C: 'charge' }

/** The rate (08) times the quantity (10) to the cent; null where one of them is missing. */
function amountOfRate(sac: Placed): string | null {
  const [rate, quantity] = [sac.decimal(8), sac.decimal(10)]
  return rate === null || quantity === null ? null : new Big(rate).times(quantity).round(2, Big.roundHalfUp).toFixed()
}

function readAllowance(sac: Placed): Allowance {
  const percent = sac.decimal(7)
  return {
    kind: kinds[sac.raw(1)]!,
    code: sac.text(2),
    amount: sac.implied(5) ?? (percent === null ? amountOfRate(sac) : null),
    percent,
    settled_by: sac.text(12),
  }
}

/** Left out where there are none. Neither an allowance nor a charge (N) changes nothing; other codes are reported. */
export function readAllowances(part: Segments): Pick<OrderHeader, 'allowances'> {
  const allowances = part.filter('SAC').flatMap((sac) => (sac.raw(1) in kinds ? [readAllowance(sac)] : []))
  return allowances.length === 0 ? {} : { allowances }
}

const scheduleKinds: Record<string, Scheduled['kind']> = { '002': 'deliver_on', '010': 'ship_on' }

/** Left out where there is none; days of other kinds are reported. */
export function readSchedule(loop: Segments): Pick<OrderLine, 'schedule'> {
  const schedule = loop.filter('SCH').flatMap((sch) => {
    const kind = scheduleKinds[sch.raw(5)]
    return kind === undefined ? [] : [{ quantity: sch.needQuantity(1), kind, day: sch.needDay(6) }]
  })
  return schedule.length === 0 ? {} : { schedule }
}
