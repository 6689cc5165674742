/** The lists that can be followed: where each is, and how a test writes its records. Orders and returns have no public deletion. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { openOrderShop, type OrderShop } from '../../selling/support/orders.ts'

export interface FollowedList {
  name: string
  path: (tenant: Tenant) => string
  table: string
  key: string
  /** Field of the row with the id, and column and field of a text that a test changes. */
  row_key: string
  label: string
  row_label: string
  newId: () => string | number
  /** Tables of parts that are deleted first. */
  parts: readonly string[]
}

let number = 1_000_000_000

export const followedLists: readonly FollowedList[] = [
  {
    name: 'sales orders',
    path: () => '/api/v1/sales/orders',
    table: 'sales_orders',
    key: 'order_id',
    row_key: 'order_id',
    label: 'reference',
    row_label: 'reference',
    newId: uuidv7,
    parts: ['order_lines'],
  },
  {
    name: 'returns',
    path: () => '/api/v1/sales/returns',
    table: 'returns',
    key: 'return_id',
    row_key: 'id',
    label: 'name',
    row_label: 'name',
    newId: () => (number += 1),
    parts: ['return_lines'],
  },
  {
    name: 'products',
    path: () => '/api/v1/products/table',
    table: 'products',
    key: 'product_id',
    row_key: 'product_id',
    label: 'title',
    row_label: 'title',
    newId: uuidv7,
    parts: [],
  },
  {
    name: 'variants',
    path: () => '/api/v1/variants/table',
    table: 'variants',
    key: 'variant_id',
    row_key: 'variant_id',
    label: 'title',
    row_label: 'title',
    newId: uuidv7,
    parts: [],
  },
  {
    name: 'purchase orders',
    path: ({ organization_id }) => `/api/v1/organizations/${organization_id}/purchase-orders`,
    table: 'purchase_orders',
    key: 'purchase_order_id',
    row_key: 'id',
    label: 'name',
    row_label: 'name',
    newId: uuidv7,
    parts: [],
  },
]

/** A shop with one record of each list, which tests copy. */
export async function openFollowedShop(): Promise<OrderShop> {
  const shop = await openOrderShop()
  const { tenant, ids } = shop
  await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const made = await tenant.post(
    '/api/v1/sales/returns',
    {
      location_id: ids.locations.Main,
      reason: 'unwanted',
      lines: [{ variant_id: ids.variants['J-S'], expected_quantity: 1 }],
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([made.status, made.text]).toEqual([200, made.text])
  await insertRows(tenant, 'purchase_orders', [
    {
      purchase_order_id: uuidv7(),
      name: 'PO-1',
      order_type: 'transfer',
      status: 'draft',
      location_id: ids.locations.Store,
      source_location_id: ids.locations.Main,
      currency: 'USD',
    },
  ])
  return shop
}

export const beginning = '1970-01-01T00:00:00Z'

export interface Answered {
  rows: any[]
  deleted: { id: string; deleted_at: string }[]
  watermark: string
  size: number
}

export async function followOnce(
  tenant: Tenant,
  list: Pick<FollowedList, 'path'>,
  updated_since: string,
  more: Record<string, string> = {},
): Promise<Answered> {
  const query = new URLSearchParams({ updated_since, ...more }).toString()
  const answer = await tenant.get(`${list.path(tenant)}?${query}`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data
}

/** Asks until a page has neither rows nor deletions. */
export async function followToEnd(
  tenant: Tenant,
  list: Pick<FollowedList, 'path'>,
  updated_since: string,
  more: Record<string, string> = {},
): Promise<Answered> {
  const all: Answered = { rows: [], deleted: [], watermark: updated_since, size: 0 }
  for (;;) {
    const page = await followOnce(tenant, list, all.watermark, more)
    all.rows.push(...page.rows)
    all.deleted.push(...page.deleted)
    all.watermark = page.watermark
    if (page.rows.length + page.deleted.length === 0) return all
  }
}

export { newTenant, type Tenant }
