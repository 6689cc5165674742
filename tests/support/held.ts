/** Requests that all wait for a lock of the test, so that they run concurrently on any machine. */
import type { Answer, Tenant } from './service/tenant.ts'

const lookMs = 5

/** Takes `lock`, sends the requests, releases it when each one waits for a lock, and returns their responses. */
export async function whileHeld(
  { service }: Tenant,
  lock: string,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { sql } = service.database
  let answers: Promise<Answer[]> | undefined
  await sql.begin(async (holder) => {
    await holder.unsafe(lock)
    answers = Promise.all(requests.map((send) => send()))
    for (let waiting = 0; waiting < requests.length;) {
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      const [row] = await sql<{ waiting: number }[]>`
        select count(distinct pid)::int as waiting from pg_locks where not granted`
      waiting = row!.waiting
    }
  })
  return answers!
}
