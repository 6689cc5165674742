/** What the service makes of the limits and paths that the document publishes, in every runtime. */
import { expect, test } from 'bun:test'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { publicOperations } from '../support/service/service.ts'
import { newTenant } from '../support/service/tenant.ts'

/** Operations whose pages have the global maximum, and those with 500; all other pages have 100. */
const caps: Record<string, number> = {
  'products.list_products': 10_000,
  'products.list_variants': 10_000,
  // Not a table of its own: all variants of one product, on one page unless a limit is sent.
  'products.list_product_variants': 10_000,
  'suppliers.list': 10_000,
  'suppliers.list_contacts': 10_000,
  'stocktakes.list': 10_000,
  'stocktakes.list_lines': 10_000,
  'movements.list': 10_000,
  'products.list_filters': 500,
  'orders.list': 500,
  'orders.list_invoices': 10_000,
  'accounts.list_edi_documents': 10_000,
}

test('nine tables return up to 10,000 rows per page, three reads 500 and all others 100; a larger limit is refused', async () => {
  const tenant = await newTenant()
  const found: Record<string, unknown> = {}
  let paged = 0
  for (const operation of publicOperations) {
    const bound = operation.query?.properties.limit as { minimum: number; maximum: number; default: number } | undefined
    if (bound === undefined) continue
    paged++
    const plan = planRequest(operation, tenant.organization_id)
    const ask = (limit: number) => tenant.get(targetOf(plan, { limit: String(limit) }))
    const cap = operation.id === 'pim.list_products' ? 500 : (caps[operation.id] ?? 100)
    const beyond = await ask(cap + 1)
    if (operation.id === 'pim.list_products') {
      // Clamped instead of refused.
      if (beyond.body.limit !== cap && beyond.body.data?.limit !== cap) found[operation.id] = beyond.text
    } else if (bound.maximum !== cap || beyond.status !== 400 || beyond.body.data.field !== 'limit')
      found[operation.id] = [bound.maximum, beyond.text.slice(0, 200)]
    if ((await ask(cap)).body.data?.field === 'limit') found[`${operation.id} at its cap`] = cap
  }
  expect(found).toEqual({})
  expect(paged).toBeGreaterThan(20)
})

test('every list answers an empty page at the largest offset, in each of its orders', async () => {
  const tenant = await newTenant({ plan: 'pro' })
  const failed: string[] = []
  let requestCount = 0
  for (const operation of publicOperations) {
    const fields = operation.query?.properties
    if (operation.method !== 'GET' || fields?.offset === undefined) continue
    const plan = planRequest(operation, tenant.organization_id)
    const keys = (fields.sort_args?.['x-sort-keys'] as string[] | undefined) ?? []
    const orders = keys.length === 0 ? [undefined] : keys.flatMap((key) => [key, `-${key}`])
    for (const sort_args of orders) {
      const page = { offset: '2147483646', limit: '100', ...(sort_args === undefined ? {} : { sort_args }) }
      // A key of its own: there are more orders than a key has requests a minute.
      const { api_key, api_key_id } = await tenant.mint()
      const answer = await tenant.get(targetOf(plan, page), { key: api_key })
      await tenant.service.database.sql`update api_keys set revoked_at = now() where api_key_id = ${api_key_id}`
      requestCount++
      if (answer.status >= 500) failed.push(`${operation.id} ${sort_args}: ${answer.status}`)
    }
  }
  expect(failed).toEqual([])
  expect(requestCount).toBeGreaterThan(100)
}, 120_000)

test('if two paths match a URL, the more literal one is called', async () => {
  const tenant = await newTenant()
  const answer = await tenant.get('/api/v1/variants/custom-fields/events')
  expect(answer.status).toBe(404)
  expect(answer.body.message.code).not.toBe('variant_not_on_file')
  expect((await tenant.get('/api/v1/variants/table')).body.data.rows).toEqual([])
  expect((await tenant.get('/api/v1/sales/orders/documents')).body.data.rows).toEqual([])
  expect((await tenant.get('/api/v1/sales/orders/documents/allocate')).body.code).toBe('order_document_not_on_file')
})
