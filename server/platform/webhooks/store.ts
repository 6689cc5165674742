/** SQL statements on webhooks and their deliveries. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Attempt, Delivery, Webhook } from './model.ts'

interface SelectedWebhook extends Omit<Webhook, 'delivered'> {
  has_secret: boolean
  last_state: 'delivered' | 'failed' | null
  last_day: string | null
  is_today: boolean | null
}

/** Text of the Delivered column. */
function deliveredText({ has_secret, last_state, last_day, is_today }: SelectedWebhook): string {
  if (!has_secret) return 'no secret yet'
  if (last_state === null) return 'not sent yet'
  if (last_state === 'failed') return `failed ${last_day}`
  return is_today ? 'today' : last_day!
}

export function webhookOf(row: SelectedWebhook): Webhook {
  const { has_secret: _, last_state: _state, last_day: _day, is_today: _today, ...webhook } = row
  return { ...webhook, delivered: deliveredText(row) }
}

export interface WebhookFilter {
  webhook_id?: string
  type?: string
  is_active?: boolean
  limit?: number
  offset?: number
}

const matches = (sql: Sql, organization_id: string, filter: WebhookFilter) => sql`
  organization_id = ${organization_id} and deleted_at is null
      and (${filter.webhook_id ?? null}::uuid is null or webhook_id = ${filter.webhook_id ?? null})
      and (${filter.type ?? null}::text is null or event = ${filter.type ?? null})
      and (${filter.is_active ?? null}::boolean is null or is_active = ${filter.is_active ?? null})`

export const countWebhooks = (sql: Sql, organization_id: string, filter: WebhookFilter) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from webhooks where ${matches(sql, organization_id, filter)}`

/** Selects the page first, so that the latest delivery is looked up for its webhooks only, once per final state. */
export const selectWebhooks = (sql: Sql, organization_id: string, filter: WebhookFilter) => sql<SelectedWebhook[]>`
  select w.webhook_id, w.hook_url, w.event as type, w.is_active, w.include_imported, w.created_at, u.name as created_by, w.secret_changed_at,
    w.encrypted_secret is not null as has_secret, last.state as last_state, last.ended_at::date as last_day,
    last.ended_at::date = now()::date as is_today
  from (
    select * from webhooks where ${matches(sql, organization_id, filter)}
    order by created_at desc, webhook_id desc
    limit ${filter.limit ?? 1} offset ${filter.offset ?? 0}
  ) w
  left join "user" u on u.id = w.created_by
  left join lateral (
    select ended.state, ended.ended_at from (values ('delivered'), ('failed')) way (state) cross join lateral (
      select d.state, d.ended_at from webhook_deliveries d
      where d.organization_id = w.organization_id and d.webhook_id = w.webhook_id and d.state = way.state
        and d.ended_at is not null
      order by d.ended_at desc limit 1
    ) ended
    order by ended.ended_at desc limit 1
  ) last on true
  order by w.created_at desc, w.webhook_id desc`

/** Refuses `not_found` for a webhook of another organisation. */
export async function readWebhook(sql: Sql, organization_id: string, webhook_id: string): Promise<Webhook> {
  const [row] = await selectWebhooks(sql, organization_id, { webhook_id })
  if (row === undefined) refuse('not_found', { desc: 'This organisation has no webhook with this id.' })
  return webhookOf(row)
}

/** Every webhook adds cost to each write, hence the limit; the lock makes concurrent calls count each other. */
export async function checkWebhooksLeft(sql: Sql, organization_id: string): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for no key update`
  const [count] = await countWebhooks(sql, organization_id, {})
  if (count!.filtered < limits.webhooks_max) return
  refuse('conflict', {
    desc: `The organisation has ${count!.filtered} webhooks, which is the maximum. Delete a webhook first.`,
  })
}

export interface DeliveryFilter {
  delivery_id?: string
  state?: string
  limit?: number
  offset?: number
}

/** The published state of delivery d of webhook w. */
const shownState = (sql: Sql) => sql`case
  when d.state <> 'waiting' then d.state
  when w.encrypted_secret is null then 'no_secret'
  when d.round_failures > 0 then 'retrying'
  else 'not_sent' end`

/** Ended and waiting deliveries are covered by different indexes. */
function inState(sql: Sql, state: string | undefined): Fragment {
  if (state === undefined) return sql``
  if (state === 'delivered' || state === 'failed') return sql`and d.ended_at is not null and d.state = ${state}`
  return sql`and d.state = 'waiting' and ${shownState(sql)} = ${state}`
}

/** Bodies are joined for the rows of the page only. */
export const selectDeliveries = (sql: Sql, organization_id: string, webhook_id: string, filter: DeliveryFilter) => sql<
  (Delivery & { body: string })[]
>`
  select d.delivery_id, e.event, d.shown as state, d.is_test, d.attempts, d.created_at,
    case when d.shown = 'no_secret' then null else d.next_attempt_at end as next_attempt_at, d.ended_at, e.body
  from (
    select d.*, ${shownState(sql)} as shown from webhook_deliveries d
    join webhooks w on w.organization_id = d.organization_id and w.webhook_id = d.webhook_id and w.deleted_at is null
    where d.organization_id = ${organization_id} and d.webhook_id = ${webhook_id}
      and (${filter.delivery_id ?? null}::uuid is null or d.delivery_id = ${filter.delivery_id ?? null})
      ${inState(sql, filter.state)}
    order by d.created_at desc nulls last, d.delivery_id desc nulls last
    limit ${filter.limit ?? 1} offset ${filter.offset ?? 0}
  ) d
  join webhook_events e on e.organization_id = d.organization_id and e.event_id = d.event_id
  order by d.created_at desc, d.delivery_id desc`

export const countDeliveries = (
  sql: Sql,
  organization_id: string,
  webhook_id: string,
  { state, since }: { state?: string; since?: string },
) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from webhook_deliveries d
  join webhooks w on w.organization_id = d.organization_id and w.webhook_id = d.webhook_id and w.deleted_at is null
  where d.organization_id = ${organization_id} and d.webhook_id = ${webhook_id} ${inState(sql, state)}
    and (${since ?? null}::timestamptz is null or d.created_at >= ${since ?? null}::timestamptz)`

export const selectAttempts = (sql: Sql, organization_id: string, delivery_id: string) => sql<
  (Omit<Attempt, 'answer'> & { answer: Uint8Array | null })[]
>`
  select attempt, started_at, duration_ms, address, status::int as status, failure, answer
  from webhook_attempts
  where organization_id = ${organization_id} and delivery_id = ${delivery_id}
  order by attempt`
