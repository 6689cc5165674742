/** Classes by contribution: the share of positive net sales, by falling net sales, up to which a class goes. */
import { named } from '../../contract/openapi/named.ts'
import type { Sql } from '../../contract/sql.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import type { velocityRowTypes } from '../known_values.ts'

export const contributionClasses = named('ContributionClass', ['A', 'B', 'C'])
const classShares = { A: 0.8, B: 0.95 } as const

export type RowType = (typeof velocityRowTypes)[number]

/** Ranks rows s with positive net sales. */
export const ranking = `net_cents, sum(net_cents) over () as total,
        sum(net_cents) over (order by net_cents desc rows unbounded preceding) - net_cents as before`
const rankingOfEach = `net_cents, sum(net_cents) over (partition by row_type, weeks) as total,
        sum(net_cents) over (partition by row_type, weeks order by net_cents desc rows unbounded preceding) - net_cents
          as before`

export const classLimits = `max(total) as total, min(net_cents) filter (where before < ${classShares.A} * total) as a_from,
      min(net_cents) filter (where before < ${classShares.B} * total) as b_from`

const separately = textFragment(rankingOfEach)
const limitsOfEach = textFragment(classLimits)

/** Classifies the rows as they were measured last. */
export async function measureClasses(sql: Sql, organization_id: string): Promise<void> {
  await sql`delete from velocity_classes where organization_id = ${organization_id}`
  await sql`
    insert into velocity_classes (organization_id, row_type, weeks, total_cents, a_from_cents, b_from_cents)
    with figure as materialized (
      select s.weeks, s.net_cents, v.product_id from velocity_windows w
      join variant_velocity s on s.organization_id = w.organization_id and s.end_exclusive = w.end_exclusive
      join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
      where w.organization_id = ${organization_id}
    ), every_row as (
      select 'variants' as row_type, weeks, net_cents from figure
      union all
      select 'products', weeks, sum(net_cents)::bigint from figure
      group by weeks, product_id having count(*) = count(net_cents)
    ), ranked as (
      select row_type, weeks, ${separately} from every_row where net_cents > 0
    )
    select ${organization_id}::uuid, row_type, weeks, ${limitsOfEach} from ranked group by row_type, weeks`
}
