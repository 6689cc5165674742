/** The categories and sales channels that a plan covers, or that a change of its cells names. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'

export interface PlanScope {
  /** Null means products without a category. */
  category_ids: (string | null)[]
  sales_channel_ids: string[]
}

interface Named {
  category_ids?: readonly string[]
  sales_channel_ids?: readonly string[]
}

const uuids = (ids: readonly string[]) =>
  arrayLiteral([...new Set(ids.map((id) => (uuidPattern.test(id) ? id.toLowerCase() : nilId)))])

/** Ids of the organisation's categories among these, by name. */
export const readCategories = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ id: string }[]>`
  select category_id as id from categories
  where organization_id = ${organization_id} and category_id = any(${uuids(ids)}::uuid[]) order by name, category_id`

export const readChannels = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ id: string }[]>`
  select sales_channel_id as id from sales_channels
  where organization_id = ${organization_id} and sales_channel_id = any(${uuids(ids)}::uuid[])
  order by name, sales_channel_id`

const readActiveCategories = (sql: Sql, organization_id: string) => sql<{ id: string }[]>`
  select category_id as id from categories where organization_id = ${organization_id} and is_active
  order by name, category_id`

const readActiveChannels = (sql: Sql, organization_id: string) => sql<{ id: string }[]>`
  select sales_channel_id as id from sales_channels where organization_id = ${organization_id} and is_active
  order by name, sales_channel_id`

/**
 * The named records, or all active ones. Products without a category belong to all where actuals are read, and wherever no
 * category is active.
 */
export async function findScope(
  sql: Sql,
  organization_id: string,
  { category_ids, sales_channel_ids }: Named,
  hasUncategorised: boolean,
): Promise<PlanScope> {
  const [categories, channels] = await Promise.all([
    category_ids === undefined
      ? readActiveCategories(sql, organization_id)
      : readCategories(sql, organization_id, category_ids),
    sales_channel_ids === undefined
      ? readActiveChannels(sql, organization_id)
      : readChannels(sql, organization_id, sales_channel_ids),
  ])
  if (category_ids !== undefined && categories.length < category_ids.length)
    refuseField('category_ids', 'must be categories of this organisation')
  if (sales_channel_ids !== undefined && channels.length < sales_channel_ids.length)
    refuseField('sales_channel_ids', 'must be sales channels of this organisation')
  if (channels.length === 0)
    refuseField('sales_channel_ids', 'must name a sales channel: the organisation has no active one')
  return {
    category_ids: [
      ...categories.map(({ id }) => id),
      ...(category_ids === undefined && (hasUncategorised || categories.length === 0) ? [null] : []),
    ],
    sales_channel_ids: channels.map(({ id }) => id),
  }
}
