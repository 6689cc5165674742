/** Requests that meet while a lock of the test's keeps them from going on: they overlap, whatever the machine. */
import type { Answer, Tenant } from './service/tenant.ts'

const lookMs = 5

/** Holds `lock`, sends the requests, lets go once every one of them waits for a lock, and answers their answers. */
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
