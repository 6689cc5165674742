/** Categories in bulk, each with its subcategories. */
import { categories, subcategories } from '../../../db/schema/catalogue.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { FieldChange, DiffRecords, RecordFault, RecordDiff, WriteRecords } from '../../imports/record_diff.ts'
import {
  lookups,
  type NamedFacts,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
  type NamedDiff,
  diffNamed,
} from '../../records/named_records.ts'
import { readNamedFacts, writeNamed } from '../../records/named_writes.ts'
import { CategoryFields, SubcategoryFields } from './model.ts'

export interface CategoryFieldValues {
  name: string
  is_active: boolean
}
export type SubcategoryRecord = NamedRecord<CategoryFieldValues>

/** `subcategories` adds and changes; subcategories that it leaves out keep their state. */
export interface CategoryRecord extends NamedRecord<CategoryFieldValues> {
  subcategories?: readonly SubcategoryRecord[]
}

export interface SubcategoryWrite {
  category_id: string
  write: NamedWrite<CategoryFieldValues>
}

export interface CategoryWrite {
  category_id: string
  /** null if only subcategories change. */
  category: NamedWrite<CategoryFieldValues> | null
  subcategories: readonly SubcategoryWrite[]
}

const categoryKind: NamedKind<CategoryFieldValues> = {
  noun: 'category',
  id_field: 'category_id',
  names_index: 'categories_by_name',
  schema: CategoryFields,
  defaults: { is_active: true },
}
const subcategoryKind: NamedKind<CategoryFieldValues> = {
  noun: 'subcategory',
  id_field: 'subcategory_id',
  names_index: 'subcategories_by_name',
  schema: SubcategoryFields,
  defaults: { is_active: true },
}

const subcategoryLookups = recordset(subcategories, ['category_id'], {
  extra: { at: 'int', id: 'uuid | null', name: 'text | null' },
})

const categoryTable = namedTable(categories, 'category_id', ['name', 'is_active'])
const subcategoryTable = namedTable(subcategories, 'subcategory_id', ['name', 'is_active'], ['category_id'])

/** The key of a subcategory contains its category: names are unique within one. */
const readSubcategoryFacts = (
  sql: Sql,
  organization_id: string,
  category_ids: readonly string[],
  records: readonly SubcategoryRecord[],
) => sql<NamedFacts[]>`
  select n.category_id || ' ' || lower(n.name) as key, to_jsonb(own) as own, to_jsonb(same_name) as same_name
  from ${subcategoryLookups.from(lookups(records).map((one, i) => ({ ...one, category_id: category_ids[i]! })))}
  left join subcategories own on own.organization_id = ${organization_id} and own.subcategory_id = n.id
    and own.category_id = n.category_id
  left join subcategories same_name on same_name.organization_id = ${organization_id}
    and same_name.category_id = n.category_id and lower(same_name.name) = lower(n.name)
  order by n.at`

type CategoryDiff = NamedDiff<CategoryFieldValues>

/** Faults and changes of a subcategory name it by its place in the record. */
const withPath = <T extends { field: string }>(at: number, items: readonly T[]): T[] =>
  items.map((item) => ({ ...item, field: `subcategories[${at}].${item.field}` }))

function joined(category: CategoryDiff, children: readonly CategoryDiff[]): RecordDiff<CategoryWrite> {
  const faults: RecordFault[] = children.flatMap(({ diff }, at) =>
    diff.outcome === 'refused' ? withPath(at, diff.faults) : [],
  )
  if (category.diff.outcome === 'refused') return category.diff
  if (faults.length > 0) return { outcome: 'refused', faults }
  const category_id = category.id!
  const changes: FieldChange[] = category.diff.outcome === 'changed' ? [...category.diff.changes] : []
  const writes: SubcategoryWrite[] = []
  for (const [at, { diff }] of children.entries()) {
    if (diff.outcome !== 'created' && diff.outcome !== 'changed') continue
    writes.push({ category_id, write: diff.write })
    if (diff.outcome === 'changed') changes.push(...withPath(at, diff.changes))
    else changes.push({ field: `subcategories[${at}]`, previous_value: null, value: diff.write.next.name })
  }
  const own = category.diff.outcome === 'unchanged' ? null : category.diff.write
  const write: CategoryWrite = { category_id, category: own, subcategories: writes }
  if (category.diff.outcome === 'created') return { outcome: 'created', write }
  return changes.length === 0 ? { outcome: 'unchanged' } : { outcome: 'changed', changes, write }
}

const tooMany: RecordFault = {
  field: 'subcategories',
  rule: `must be a list of at most ${limits.subcategories_per_category_max} items`,
  value: null,
}

export const diffCategories: DiffRecords<CategoryRecord, CategoryWrite> = async (sql, { organization_id }, records) => {
  const own = records.map(({ subcategories: _subcategories, ...record }) => record)
  const diffs: CategoryDiff[] = diffNamed(
    categoryKind,
    own,
    await readNamedFacts(sql, organization_id, categoryTable, own),
  ).map((one, at) =>
    (records[at]!.subcategories?.length ?? 0) > limits.subcategories_per_category_max
      ? { id: null, diff: { outcome: 'refused', faults: [tooMany] } }
      : one,
  )
  const children = records.flatMap(({ subcategories: listed = [] }, at) =>
    diffs[at]!.id === null ? [] : listed.map((record) => ({ at, category_id: diffs[at]!.id!, record })),
  )
  const childRecords = children.map(({ record }) => record)
  const category_ids = children.map(({ category_id }) => category_id)
  const facts =
    children.length === 0 ? [] : await readSubcategoryFacts(sql, organization_id, category_ids, childRecords)
  const childDiffs = diffNamed(subcategoryKind, childRecords, facts)
  const byRecord = records.map((): CategoryDiff[] => [])
  for (const [i, { at }] of children.entries()) byRecord[at]!.push(childDiffs[i]!)
  return diffs.map((category, at) => joined(category, byRecord[at]!))
}

export const writeCategories: WriteRecords<CategoryWrite> = async (sql, context, writes) => {
  const own = writes.flatMap(({ category }) => category ?? [])
  const listed = writes.flatMap(({ subcategories: children }) =>
    children.map(({ category_id, write }) => ({ ...write, next: { ...write.next, category_id } })),
  )
  await writeNamed(sql, context, categoryTable, categoryKind, own)
  await writeNamed(sql, context, subcategoryTable, subcategoryKind, listed)
  return writes.map(({ category_id, category, subcategories: listed }) => ({
    undo: {
      id: category_id,
      created: category?.is_new ?? false,
      previous: category?.previous ?? {},
      subcategories: listed.map(({ write }) => ({ id: write.id, created: write.is_new, previous: write.previous })),
    },
  }))
}
