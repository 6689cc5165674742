/** A page of a table, or with `updated_since` of what changed in it (changes.ts). */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { checkFollowed, type Changes, type Followed, readChanges } from './changes.ts'
import type { FollowedRecord } from '../known_values.ts'
import { pageOf, type PageOf, prepareList, readPage } from '../page.ts'
import type { RowOf, Table, TableQuery } from '../table.ts'

type FollowedPage<R> = PageOf<R> & Partial<Pick<Changes, 'watermark' | 'deleted'>>

const followedOf = ({ base }: Table, record_type: FollowedRecord): Followed => ({
  record_type,
  table: base.table,
  key: base.key[0]!,
  key_type: 'uuid',
})

export async function readFollowedPage<T extends Table>(
  sql: Sql,
  table: T,
  record_type: FollowedRecord,
  organization_id: string,
  query: TableQuery & { updated_since?: string },
): Promise<FollowedPage<RowOf<T>>> {
  const { updated_since, ...rest } = query
  if (updated_since === undefined) return readPage(sql, table, organization_id, rest)
  checkFollowed(query, { sort_args: table.default_sort })
  const limit = query.limit ?? table.limit_default ?? limits.page_limit_default
  const { ids, ...changes } = await readChanges(sql, organization_id, followedOf(table, record_type), {
    updated_since,
    limit,
  })
  const page = await pageOf<T>(sql, prepareList(table, organization_id, {}, []), { limit, offset: 0 }, ids)
  return { ...page, ...changes }
}
