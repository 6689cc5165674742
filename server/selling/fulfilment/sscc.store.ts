/** Codes of new cartons, from the company prefix of the organisation; none is given twice. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/sql.ts'
import { ssccOf } from './sscc.rules.ts'

/** So many shipments of an organisation can take codes at once before one waits for another. */
const counters = 16

interface Taken {
  counter: number
  first: number
}

const takeFree = (sql: Sql, organization_id: string, prefix: string, count: number) => sql<Taken[]>`
  with free as (
    select counter from sscc_counters
    where organization_id = ${organization_id} and gs1_company_prefix = ${prefix}
    order by last_value, counter limit 1 for update skip locked
  )
  update sscc_counters c set last_value = c.last_value + ${count}::int
  from free
  where c.organization_id = ${organization_id} and c.gs1_company_prefix = ${prefix} and c.counter = free.counter
  returning c.counter::int as counter, (c.last_value - ${count}::int)::float8 as first`

const takeWaiting = (sql: Sql, organization_id: string, prefix: string, count: number) => sql<Taken[]>`
  update sscc_counters c set last_value = c.last_value + ${count}::int
  where c.organization_id = ${organization_id} and c.gs1_company_prefix = ${prefix} and c.counter = 0
  returning c.counter::int as counter, (c.last_value - ${count}::int)::float8 as first`

async function takeSerials(sql: Sql, organization_id: string, prefix: string, count: number): Promise<number[]> {
  let [freeRange] = await takeFree(sql, organization_id, prefix, count)
  if (freeRange === undefined) {
    await sql`
      insert into sscc_counters (organization_id, gs1_company_prefix, counter, last_value)
      select ${organization_id}, ${prefix}, n, 0 from generate_series(0, ${counters - 1}::int) n order by n
      on conflict on constraint sscc_counters_pk do nothing`
    ;[freeRange] = await takeFree(sql, organization_id, prefix, count)
  }
  const { counter, first } = freeRange ?? (await takeWaiting(sql, organization_id, prefix, count))[0]!
  return Array.from({ length: count }, (_, i) => (first + i) * counters + counter)
}

async function readPrefix(sql: Sql, organization_id: string): Promise<string | null> {
  const [row] = await sql<{ gs1_company_prefix: string | null }[]>`
    select gs1_company_prefix from organizations where organization_id = ${organization_id}`
  return row!.gs1_company_prefix
}

const readGiven = (sql: Sql, organization_id: string, codes: readonly string[]) => sql<{ sscc: string | null }[]>`
  select c.sscc from fulfilment_cartons c
  where c.organization_id = ${organization_id} and c.sscc = any(${arrayLiteral(codes)}::text[])`

/**
 * New codes; fewer if the prefix has none left, and none without a prefix. A warehouse may number cartons under the same
 * prefix, so codes that it has given, in `reported` or before, are passed over.
 */
export async function nextSsccs(
  sql: Sql,
  organization_id: string,
  count: number,
  reported: readonly string[],
): Promise<string[]> {
  const prefix = count === 0 ? null : await readPrefix(sql, organization_id)
  if (prefix === null) return []
  const fresh: string[] = []
  while (fresh.length < count) {
    const serials = await takeSerials(sql, organization_id, prefix, count - fresh.length)
    const codes = serials.flatMap((serial) => ssccOf(prefix, serial) ?? [])
    if (codes.length === 0) return fresh
    const usedCodes = new Set<string | null>([
      ...reported,
      ...(await readGiven(sql, organization_id, codes)).map(({ sscc }) => sscc),
    ])
    fresh.push(...codes.filter((code) => !usedCodes.has(code)))
  }
  return fresh
}
