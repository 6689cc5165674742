/** The entries of 26 November about lists that are followed and changes that are guarded, newest first. */
import type { ChangelogEntry } from './entry.ts'

export const followingChanges: readonly ChangelogEntry[] = [
  {
    id: 'lists-are-followed',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns', 'products', 'purchase_orders'],
    title: 'Follow what changed with updated_since',
    detail: `The lists of sales orders, returns, products, variants and purchase orders accept \`updated_since\`. The answer has what changed
    since, \`deleted\` with the records that were deleted, and \`watermark\`, from which the next request goes on. Nothing is missed or
    repeated while others write. A watermark that is too old, of another list, or from before a restore is refused with
    \`watermark_expired\`. The guide [Follow changes](/api/guides/follow-changes) has a loop.`,
    action_required: null,
    covers: [
      'orders.list',
      'returns.list',
      'products.list_products',
      'products.list_variants',
      'purchase_orders.list',
      'code:watermark_expired',
      'limit:changes_days',
    ],
  },
  {
    id: 'changes-are-guarded',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'suppliers'],
    title: 'Guard an update with updated_at',
    detail: `Updates of sales orders, contacts, notes about contacts and suppliers accept \`updated_at\` as it was read, as updates of purchase
    orders do. If the record has changed since, the request fails with \`conflict\` and changes nothing.`,
    action_required: null,
    covers: ['orders.update', 'suppliers.update', 'suppliers.update_contact', 'suppliers.update_contact_note'],
  },
]
