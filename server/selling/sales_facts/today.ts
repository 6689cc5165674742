import { dayOf } from '../../calendar/days.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_plan.ts'

/** The current day of the organisation. Organisations have no time zone yet: it is the UTC day. */
export const readToday = (_sql: Sql, { now }: WriteContext): Promise<string> => Promise.resolve(dayOf(now))
