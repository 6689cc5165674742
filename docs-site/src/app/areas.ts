/** The part of the business that a list or record belongs to. Operations of the app alone have one tag, so their path tells it. */
import type { Listed } from '~/lib/document.ts'

const areasOfPaths: readonly (readonly [RegExp, string])[] = [
  [/^(product-|custom-fields|bundles|catalogue)/, 'Products'],
  [/^(locations|stock-adjustments)/, 'Stock'],
  [/^supplier-/, 'Suppliers'],
  [/^(purchase-|bills-of-materials|outbound|warehouse-connections)/, 'Purchase orders'],
  [/^(sales-channels|demand-events|forecast)/, 'Sales'],
  [/^sales\/returns/, 'Returns'],
  [/^sales\/(payments|credit-notes|invoice|customers|orders|packing-slips)/, 'Orders'],
  [/^wholesale/, 'Accounts'],
  [/^sell-out/, 'Sell-out'],
  [/^(commitments|mfp|planning)/, 'Planning'],
  [/^(exchange-rates|finance|accounting|cash)/, 'Finance'],
  [/^(files|imports|import-profiles|organization-exports|exceptions)/, 'Data'],
  [/^(developer|webhooks|audit-events|organizations)/, 'Settings'],
]

export function areaOf({ tag, path }: Listed): string {
  if (tag !== 'Developer') return tag
  const below = path.replace(/^\/api\/v1\//, '')
  return areasOfPaths.find(([pattern]) => pattern.test(below))?.[1] ?? 'Other'
}
