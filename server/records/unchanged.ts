/** Guards a change against another one that its caller has not seen. */
import type { Sql } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'
import { Instant, Type } from '../contract/schema.ts'

/** The field of an update's body. */
export const guard = (noun: string) => ({
  updated_at: Type.Optional(
    Instant(
      `\`updated_at\` as you read it. The request fails with \`conflict\` if the ${noun} has changed since, so that no change is lost.`,
    ),
  ),
})

/** Refuses with `conflict` unless the locked record is as it was read, to the microsecond; nothing sent guards nothing. */
export async function checkUnchanged(
  sql: Sql,
  updated_at: string | undefined,
  { noun, name, held, ...data }: { noun: string; name: string; held: string; [field: string]: unknown },
): Promise<void> {
  if (updated_at === undefined) return
  const [row] = await sql<{ is_same: boolean }[]>`
    select ${held}::timestamptz = ${updated_at}::timestamptz as is_same`
  if (row!.is_same) return
  refuse('conflict', {
    desc: `${name} changed at ${held}, after you read it. Read the ${noun} again and repeat your change.`,
    data: { ...data, updated_at: held },
  })
}
