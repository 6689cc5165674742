/** A kind of import of the tests, with a table of its own: what the engine promises is promised to any kind. */
import { importKind } from '../../server/imports/kind.ts'
import type { Sql } from '../../server/contract/sql.ts'
import type { TestDatabase } from '../support/database.ts'

export interface Item {
  item: string
  quantity: number | null
  price: string | null
  sold_on: string | null
  note: string | null
  barcode: string | null
}

interface ItemUndo {
  item: string
  previous: Item | null
}

const fields = {
  item: { type: 'code', description: 'Name of the item.', required: true, synonyms: ['sku', 'item code'] },
  quantity: { type: 'whole', description: 'Units.', minimum: 0, synonyms: ['qty', 'units'] },
  price: { type: 'decimal', description: 'Price of a unit.', decimals_max: 4, synonyms: ['unit price'] },
  sold_on: { type: 'date', description: 'Day.', synonyms: ['date', 'day'] },
  note: { type: 'text', description: 'Remark.', synonyms: ['remark', 'comment'], length_max: 2_000 },
  barcode: { type: 'code', description: 'GTIN.', synonyms: ['ean', 'upc', 'gtin'] },
} as const

/** Every write is counted, so that a row that lands twice shows. */
export async function createItemTable({ sql }: TestDatabase): Promise<void> {
  await sql`
    create table if not exists test_items (
      organization_id uuid not null, item text not null, quantity int, price text, sold_on date, note text, barcode text,
      writes int not null default 1, is_locked boolean not null default false, primary key (organization_id, item))`
}

const same = (a: Item, b: Item) => (Object.keys(fields) as (keyof Item)[]).every((name) => a[name] === b[name])

const readItems = (sql: Sql, organization_id: string, names: readonly string[]) => sql<Item[]>`
  select item, quantity, price, sold_on::text, note, barcode from test_items
  where organization_id = ${organization_id}
    and item in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`

const put = (sql: Sql, organization_id: string, items: readonly Item[]) => sql`
  insert into test_items (organization_id, item, quantity, price, sold_on, note, barcode)
  select ${organization_id}, item, quantity, price, sold_on, note, barcode
  from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb)
    as n (item text, quantity int, price text, sold_on date, note text, barcode text)
  on conflict (organization_id, item) do update set quantity = excluded.quantity, price = excluded.price,
    sold_on = excluded.sold_on, note = excluded.note, barcode = excluded.barcode, writes = test_items.writes + 1`

export interface ItemKindOptions {
  name?: string
  batch_rows?: number
  /** Called in the transaction of each write, before it commits. */
  onWrite?: (organization_id: string) => Promise<void>
}

export const itemKind = ({ name = 'test_items', batch_rows = 50, onWrite }: ItemKindOptions = {}) =>
  importKind({
    name,
    title: 'Items of the tests',
    description: 'Sets items.',
    fields,
    options: { remark: { type: 'text', description: 'Note of items without one.' } },
    batch_rows,
    toRecord: ({ values }, { remark }): Item => ({ ...values, note: values.note ?? remark }),
    nameOf: ({ item }: Item) => item,
    keyOf: ({ item }: Item) => item,
    async diff(sql, { organization_id }, records: readonly Item[]) {
      const found = await readItems(
        sql,
        organization_id,
        records.map(({ item }) => item),
      )
      const byName = new Map(found.map((one) => [one.item, one]))
      return records.map((record) => {
        const before = byName.get(record.item)
        const undo: ItemUndo = { item: record.item, previous: before ?? null }
        if (before === undefined) return { outcome: 'created' as const, write: { record, undo } }
        if (same(before, record)) return { outcome: 'unchanged' as const }
        const changes = (Object.keys(fields) as (keyof Item)[])
          .filter((field) => before[field] !== record[field])
          .map((field) => ({
            field,
            previous_value: before[field] === null ? null : String(before[field]),
            value: record[field] === null ? null : String(record[field]),
          }))
        return { outcome: 'changed' as const, changes, write: { record, undo } }
      })
    },
    async write(sql, { organization_id }, writes: readonly { record: Item; undo: ItemUndo }[]) {
      await put(
        sql,
        organization_id,
        writes.map(({ record }) => record),
      )
      await onWrite?.(organization_id)
      return writes.map(({ undo }) => ({ undo }))
    },
    async undo(sql, { organization_id }, undos: readonly ItemUndo[]) {
      const locked = await sql<{ item: string }[]>`
        select item from test_items where organization_id = ${organization_id} and is_locked`
      const lockedItems = new Set(locked.map(({ item }) => item))
      const free = undos.filter(({ item }) => !lockedItems.has(item))
      await put(
        sql,
        organization_id,
        free.flatMap(({ previous }) => previous ?? []),
      )
      await sql`
        delete from test_items where organization_id = ${organization_id}
          and item in (select jsonb_array_elements_text(
            ${JSON.stringify(free.filter(({ previous }) => previous === null).map(({ item }) => item))}::text::jsonb))`
      return undos.map(({ item }) =>
        lockedItems.has(item)
          ? { outcome: 'refused' as const, faults: [{ field: 'item', rule: 'is locked by a sale', value: item }] }
          : { outcome: 'undone' as const },
      )
    },
  })
