/** Documents from which generators make clients that people like. */
import type { ChangelogEntry } from './entry.ts'

export const documentsForGenerators: readonly ChangelogEntry[] = [
  {
    id: 'one-shape-of-exported-tables',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'sales', 'sell_out', 'developer'],
    title: 'A table that can be exported answers one shape',
    detail: `Pages of inventory, sales, velocity, demand events, refused sell-out rows and audit events have \`export_url\`. It is null unless the
    request has \`export=true\`; the answer then has no rows, and \`filtered_max_size\` is the number of rows of the file. The sales table answers
    its totals and window with an export too. Rows of inventory and sales have every field unless \`fields\` is sent.`,
    action_required: null,
    covers: [
      'inventory.list_inventory out body.data*',
      'sales.list_sales out body.data*',
      'sales.list_velocity out body.data*',
      'sales.list_demand_events out body.data*',
      'session.list_refused_sell_out_rows out body.data*',
      'session.list_audit_events out body.data*',
    ],
  },
  {
    id: 'documents-for-generators',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'An OpenAPI document for clients with an API key, and named components',
    detail: `The document of the operations that API keys can call is served at \`/openapi/2026-11.keys.json\`, beside the whole document. Both
    name every record, page and list of values as a component, so generated clients have types such as \`Product\` and \`SalesOrderLine\`. They
    name the service that serves them, and so do the Postman and Bruno collections. Code samples are no longer in the documents: the reference
    shows them.`,
    action_required: null,
    covers: [],
  },
]
