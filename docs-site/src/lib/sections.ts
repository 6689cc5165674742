/** Sections of an area with many operations: those of the app, by the first segments of their paths. */
import type { Listed } from './document.ts'

export interface Section {
  title: string
  slug: string
  operations: Listed[]
}

const sections: [title: string, starts: string[]][] = [
  ['Organisations and people', ['organizations', 'invitations', 'organization-exports', 'audit-events', 'exchange-rates']],
  ['Keys and sandboxes', ['developer']],
  ['Webhooks', ['webhooks']],
  ['Files and documents', ['files', 'outbound']],
  ['Imports', ['imports', 'import-profiles']],
  ['Exceptions', ['exceptions']],
  ['Catalogue', ['catalogue', 'product-categories', 'product-families', 'custom-fields', 'bundles']],
  ['Stock and locations', ['locations', 'stock-adjustments', 'bills-of-materials', 'warehouse-connections']],
  ['Purchasing', ['purchase-basket', 'purchase-generation', 'supplier-signals', 'supplier-payments', 'supplier-invoices']],
  ['Sales channels, orders and invoices', ['sales-channels', 'sales', 'accounting-connections']],
  ['Accounts and price lists', ['wholesale/accounts', 'wholesale/price-lists']],
  ['EDI', ['wholesale/edi']],
  ['Sell-out', ['sell-out']],
  ['Demand events and forecasts', ['demand-events', 'forecast-config', 'forecasts']],
  ['Commitments', ['commitments']],
  ['Buy plans and planning cycles', ['mfp', 'planning']],
  ['Cash', ['cash']],
  ['Reports', ['finance']],
]

const slugOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

function titleOf({ path }: Listed): string {
  const found = sections.find(([, starts]) => starts.some((start) => `${path}/`.startsWith(`/api/v1/${start}/`)))
  if (found === undefined) throw new Error(`${path} belongs to no section: add its first segment to lib/sections.ts`)
  return found[0]
}

/** The sections of an area; null if its operations are few enough for one list. */
export function sectionsOf(area: { name: string; operations: Listed[] }): Section[] | null {
  if (area.name !== 'session') return null
  return sections.map(([title]) => ({
    title,
    slug: slugOf(title),
    operations: area.operations.filter((one) => titleOf(one) === title),
  }))
}
