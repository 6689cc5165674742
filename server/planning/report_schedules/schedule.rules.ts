/** Checks of what a report schedule is made of. Pure. */
import type { SubscriptionPlan } from '../../contract/resources.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Timing } from './due_times.rules.ts'

export const planExcludes = 'The plan of the organisation does not include reports. Reports are included with Pro.'

export function checkPlan(plan: SubscriptionPlan): void {
  if (plan !== 'pro') refuse('plan_excludes', { desc: planExcludes })
}

export interface DaysAndTime {
  weekdays?: string[] | undefined
  days_of_month?: number[] | undefined
  time?: string | undefined
  time_zone?: string | undefined
}

export interface StoredTiming extends Timing {
  weekdays: string[] | null
  days_of_month: number[] | null
}

/** The days and time that a request sets; what it leaves out is as `before`. */
export function timingOf(body: DaysAndTime, before: StoredTiming): StoredTiming {
  const { weekdays, days_of_month, time = before.time, time_zone = before.time_zone } = body
  if (weekdays !== undefined && days_of_month !== undefined)
    refuseField('days_of_month', 'must not be sent together with weekdays')
  if (weekdays !== undefined) return { weekdays, days_of_month: null, time, time_zone }
  if (days_of_month !== undefined) return { weekdays: null, days_of_month, time, time_zone }
  if (before.weekdays === null && before.days_of_month === null)
    refuseField('weekdays', 'is required unless days_of_month is sent')
  return { ...before, time, time_zone }
}

const timingText = ({ weekdays, days_of_month, time, time_zone }: StoredTiming) =>
  JSON.stringify([weekdays, days_of_month, time, time_zone])

export const isSameTiming = (one: StoredTiming, other: StoredTiming): boolean => timingText(one) === timingText(other)

/** Addresses in lower case, each once. */
export function recipientsOf(addresses: readonly string[]): string[] {
  const recipients = addresses.map((address) => address.toLowerCase())
  const repeated = recipients.findIndex((one, i) => recipients.indexOf(one) < i)
  if (repeated >= 0) refuseField(`recipients[${repeated}]`, 'must not repeat an address')
  return recipients
}
