/** Allowances and charges (SAC), and quantities by day (SCH). */
import type { Allowance, OrderHeader, OrderLine, Scheduled } from './record.ts'
import type { Placed, Segments } from './fields.ts'

const kinds: Record<string, Allowance['kind']> = { A: 'allowance', C: 'charge' }

const readAllowance = (sac: Placed): Allowance => ({
  kind: kinds[sac.raw(1)]!,
  code: sac.text(2),
  amount: sac.implied(5),
  percent: sac.decimal(7),
  settled_by: sac.text(12),
})

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
