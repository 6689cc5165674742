/** Ids as people read them: by the name of what they are of, which leads to its page. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { appAddress, get, pathWith } from './service'
import type { PageOfId } from './records'

/** The pages of records by the name of their id. */
export type Pages = Record<string, PageOfId>
export type Fields = Record<string, unknown>

/** Where a name is not the id's own with another ending. */
const namesOf: Record<string, readonly string[]> = {
  variant: ['sku'],
  order: ['order_name', 'order_reference'],
  purchase_order: ['purchase_order_name', 'po_number'],
  trading_partner: ['trading_partner_name', 'account_name'],
}

/** Whether a field such as `channel` or `sales_channels` has the record that the id is of. */
const isOf = (base: string, within: string | undefined): boolean => within !== undefined && base.endsWith(within.replace(/s$/, ''))

const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** By the name of a field that says what a record is called, the name of its id; without that of the record itself. An id that comes first is that of the row; in a field that is called as the record of the id, so is its name. */
export function namedIds(row: Fields, pages: Pages, { own, within }: { own?: string; within?: string } = {}): Map<string, string> {
  const named = new Map<string, string>()
  for (const [at, id] of Object.keys(row).entries()) {
    if (id === own || pages[id] === undefined || !/_id$/.test(id) || row[id] === null) continue
    const base = id.slice(0, -'_id'.length)
    const candidates = [`${base}_name`, `${base}_title`, ...(namesOf[base] ?? []), ...(at === 0 || isOf(base, within) ? ['name', 'title'] : [])]
    const name = candidates.find((one) => isName(row[one]) && !named.has(one))
    if (name !== undefined) named.set(name, id)
  }
  return named
}

/** What people call the record. */
export function nameOf({ name, title, sku, product_title, display_name }: Fields): string | null {
  if (isName(sku)) return [product_title, title].filter(isName).join(', ') + (isName(product_title) || isName(title) ? ` (${String(sku)})` : String(sku))
  return [name, title, display_name].find((one): one is string => isName(one)) ?? null
}

const read = new Map<string, Promise<string | null>>()

/** The name of a record, read once for each page; null where it has none or may not be read. */
function nameAt(path: string): Promise<string | null> {
  const known = read.get(path) ?? get<Fields>(path).then(nameOf, () => null)
  read.set(path, known)
  return known
}

export const RecordLink = ({ page, id, children }: { page: PageOfId; id: string | number; children: ComponentChildren }) => (
  <a href={appAddress(`/records/${page.id}`, { id: String(id) })}>{children}</a>
)

/** An id beside which no name stands. */
export function NamedId({ page, parameter, id, organization_id }: { page: PageOfId; parameter: string; id: string | number; organization_id: string }) {
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    const path = pathWith(page.path, { organization_id, [parameter]: id })
    void nameAt(path).then(setName)
  }, [id])
  return (
    <RecordLink page={page} id={id}>
      {name ?? <code>{String(id)}</code>}
    </RecordLink>
  )
}
