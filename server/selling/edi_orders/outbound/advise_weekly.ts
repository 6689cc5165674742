/**
 * Sends each account that takes 846 an inventory advice a week, also when nothing has changed. The week is recorded in the
 * transaction that queues the document, under a key, so that no process and no repeated run sends a second one.
 */
import { mondayOf } from '../../../calendar/days.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import { forEachDue, type Job, type Only, within } from '../../../jobs/job.ts'
import { queueAdvice } from './inventory_advice.ts'

interface DueAccount {
  organization_id: string
  trading_partner_id: string
  time_zone: string
}

/** Accounts without an advice in this week of their organisation. */
const readDue = (sql: Sql, _now: string, only: Only) => sql<DueAccount[]>`
  select e.organization_id, e.trading_partner_id, o.time_zone from account_edi_profiles e
  join organizations o on o.organization_id = e.organization_id
  join trading_partners p on p.organization_id = e.organization_id and p.trading_partner_id = e.trading_partner_id
  where '846' = any (e.documents_taken) and p.archived_at is null and not exists (
    select from edi_inventory_advices a
    where a.organization_id = e.organization_id and a.trading_partner_id = e.trading_partner_id
      and a.week_start = date_trunc('week', now() at time zone o.time_zone)::date)
    and ${within(sql, only, sql`e.organization_id`)}
  order by e.organization_id, e.trading_partner_id`

/** false where the account got its advice of the week before, or takes none any more. */
async function claimWeek(sql: Sql, { organization_id, trading_partner_id }: DueAccount, week_start: string) {
  const claimed = await sql`
    insert into edi_inventory_advices (organization_id, trading_partner_id, week_start)
    select e.organization_id, e.trading_partner_id, ${week_start}::date from account_edi_profiles e
    where e.organization_id = ${organization_id} and e.trading_partner_id = ${trading_partner_id}
      and '846' = any (e.documents_taken)
    for key share of e
    on conflict on constraint edi_inventory_advices_pk do nothing
    returning week_start`
  return claimed.length > 0
}

/** An account without items stays due: it gets its advice once it has some. */
export async function adviseAccount(sql: Sql, account: DueAccount, now: string): Promise<boolean> {
  const week_start = mondayOf(dayInTimeZone(account.time_zone, now))
  const { organization_id, trading_partner_id } = account
  const [item] = await sql`
    select from account_items i
    join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id
    where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
      and v.archived_at is null
    limit 1`
  if (item === undefined || !(await claimWeek(sql, account, week_start))) return false
  return (await queueAdvice(sql, { ...account, now }, trading_partner_id)) !== null
}

export const adviseInventoryJob: Job = {
  name: 'advise_inventory',
  every_seconds: 3_600,
  run: (step) =>
    forEachDue(step, readDue, async (account) => {
      await step((sql, now) => adviseAccount(sql, account, now))
    }),
}
