/** SQL of the anchor: what an account ordered and sold, by style and door. */
import type { Sql } from '../../../contract/call.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import type { AnchorDoor, OrderedStyle, SoldUnits } from './anchor.rules.ts'
import { bookLines, inCommitment } from '../book.store.ts'
import type { BookScope } from '../scope.ts'

/** Styles with booked units. */
export const readOrdered = (sql: Sql, scope: BookScope) => sql<OrderedStyle[]>`
  select p.product_id, p.title, p.category_id, c.name as category, s.ordered_qty
  from (
    select b.product_id, sum(b.quantity)::float8 as ordered_qty
    from ${bookLines(sql, scope)}
    where not b.is_cancelled and ${inCommitment(sql, scope)}
    group by b.product_id
  ) s
  join products p on p.organization_id = ${scope.organization_id} and p.product_id = s.product_id
  left join categories c on c.organization_id = ${scope.organization_id} and c.category_id = p.category_id
  order by s.ordered_qty desc, p.title, p.product_id`

/** Units of each style and door in the periods that are within the window; an account without doors is its own door. */
export const readSold = (sql: Sql, { organization_id, trading_partner_id }: BookScope, { start, end }: Period) => sql<
  SoldUnits[]
>`
  select p.product_id, p.category_id, s.door_id, sum(s.units)::float8 as units
  from (
    select variant_id, door_id, sum(units) as units from sell_out_rows
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
      and period_start >= ${start}::date and period_start <= ${end}::date and period_end <= ${end}::date
      and units is not null
    group by variant_id, door_id
  ) s
  join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  group by p.product_id, p.category_id, s.door_id`

/** The doors of the account that are in use. */
export const readDoors = (sql: Sql, { organization_id, trading_partner_id }: BookScope) => sql<AnchorDoor[]>`
  select door_id, name, door_reference from account_doors
  where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and is_active
  order by lower(door_reference), door_id`
