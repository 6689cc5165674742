/** The load generator itself: its record matches what happened, even after a key has used up its allowance. */
import { expect, test } from 'bun:test'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { CallerOfMany } from './load/caller.ts'

const path = '/api/v1/tests/triple'
const writes_per_minute = 120

/** Leaves the key this many writes for this minute and the next, whichever it is by then. */
async function leave({ service, api_key_id }: Tenant, writes: number): Promise<void> {
  await service.database.sql`
    insert into allowances (api_key_id, minute, verb, spent)
    select ${api_key_id}, date_trunc('minute', now()) + make_interval(mins => at), 'write', ${writes_per_minute - writes}
    from generate_series(0, 1) at
    on conflict (api_key_id, minute, verb) do update set spent = excluded.spent`
}

const named = async ({ service, organization_id }: Tenant, name: string): Promise<number> => {
  const [row] = await service.database.sql<{ rows: number }[]>`
    select count(*)::int as rows from locations where organization_id = ${organization_id} and name = ${name}`
  return row!.rows
}

for (const { title, left, habit, limited } of [
  { title: 'a write', left: 0, habit: { impatience: 0, doubt: 0, copies: () => 1 }, limited: 1 },
  { title: 'copies of an answered write', left: 1, habit: { impatience: 0, doubt: 1, copies: () => 5 }, limited: 5 },
]) {
  test(`${title} refused with 429 is sent again after Retry-After, and is executed and recorded once`, async () => {
    const tenant = await newTenant()
    await leave(tenant, left)
    const pauses: number[] = []
    const pause = async (ms: number) => {
      pauses.push(ms)
      await leave(tenant, 100)
    }
    const caller = new CallerOfMany(() => tenant.service.base_url, Math.random, habit, pause)
    const answer = await caller.write(tenant.api_key, 'POST', path, { name: title })
    expect(answer?.status).toBe(200)
    expect(await named(tenant, title)).toBe(3)
    const { tally } = caller
    expect([tally.differing, tally.strange, tally.without_retry_after]).toEqual([[], [], 0])
    expect(tally.limited).toBeGreaterThanOrEqual(1)
    expect(tally.limited).toBeLessThanOrEqual(limited)
    // Until the end of the minute, as Retry-After says.
    const waits = pauses.filter((ms) => ms >= 1_000)
    expect(waits).toHaveLength(tally.limited)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000)
  })
}
