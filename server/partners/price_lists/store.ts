/** SQL of price lists. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { listColumns, type PriceList } from './model.ts'

/** A page of price lists by name; `which` is over price_lists p. */
export const selectPriceLists = (sql: Sql, which: Fragment, limit = 1, offset = 0) => sql<PriceList[]>`
  select ${listColumns},
    (select count(*)::int from price_list_prices c
      where c.organization_id = p.organization_id and c.price_list_id = p.price_list_id) as price_count,
    (select count(*)::int from trading_partners t
      where t.organization_id = p.organization_id and t.price_list_id = p.price_list_id) as account_count
  from (select * from price_lists p where ${which}
    order by lower(p.name), p.price_list_id limit ${limit} offset ${offset}) p
  order by lower(p.name), p.price_list_id`

const refuseUnknown = (): never => refuse('not_found', { desc: 'No price list of this organisation has that id.' })

export async function readPriceList(sql: Sql, organization_id: string, price_list_id: string): Promise<PriceList> {
  const [row] = await selectPriceLists(
    sql,
    sql`p.organization_id = ${organization_id} and p.price_list_id = ${price_list_id}`,
  )
  return row ?? refuseUnknown()
}

/** Locks the list's row, which serialises changes to the list and its prices. */
export async function lockPriceList(sql: Sql, organization_id: string, price_list_id: string) {
  const [row] = await sql<{ price_list_id: string }[]>`
    select p.price_list_id from price_lists p
    where p.organization_id = ${organization_id} and p.price_list_id = ${price_list_id} for no key update`
  return row ?? refuseUnknown()
}

/** Runs a write of a list's row; another list may have its name. */
export async function withUniqueName<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === 'price_lists_by_name')
      refuseField('name', 'belongs to another price list')
    throw error
  }
}

export function checkValidity(valid_from: string | null, valid_to: string | null): void {
  if (valid_from !== null && valid_to !== null && valid_to < valid_from)
    refuseField('valid_to', `must not be before valid_from (${valid_from})`)
}
