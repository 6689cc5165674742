/** The navigation. lib/route.ts adds the reference's operations from the document. */
export const sidebar = [
  { label: 'Start', items: [{ label: 'Overview', link: '/' }, { label: 'Quick start', link: '/quick-start' }, { label: 'In TypeScript', link: '/quick-start/typescript' }, { label: 'In JavaScript', link: '/quick-start/javascript' }, { label: 'In Python', link: '/quick-start/python' }, { label: 'Changelog', link: '/changelog' }] },
  {
    label: 'Guides',
    items: [
      { label: 'Sandbox', link: '/api/guides/sandbox' },
      { label: 'The app', link: '/api/guides/app' },
      { label: 'Authentication', link: '/api/guides/authentication' },
      { label: 'Members, roles and sign-in', link: '/api/guides/members' },
      { label: 'Scopes and plans', link: '/api/guides/scopes' },
      { label: 'Errors', link: '/api/guides/errors' },
      { label: 'TypeScript client', link: '/api/guides/typescript-client' },
      { label: 'Python client', link: '/api/guides/python-client' },
      { label: 'Retries', link: '/api/guides/retries' },
      { label: 'Idempotency', link: '/api/guides/idempotency' },
      { label: 'Paging and filtering', link: '/api/guides/paging' },
      { label: 'Follow changes', link: '/api/guides/follow-changes' },
      { label: 'Rate limits', link: '/api/guides/rate-limits' },
      { label: 'Limits', link: '/api/guides/limits' },
      { label: 'Versioning', link: '/api/guides/versioning' },
      { label: 'Regions', link: '/api/guides/regions' },
      { label: 'Security', link: '/api/guides/security' },
      { label: 'Testing', link: '/api/guides/testing' },
      { label: 'Going live', link: '/api/guides/going-live' },
    ],
  },
  {
    label: 'Model',
    items: [
      { label: 'Domain model', link: '/model' },
      { label: 'Glossary', link: '/reference/glossary' },
    ],
  },
  {
    label: 'Recipes',
    items: [
      { label: 'Sync a shop', link: '/api/guides/recipes/sync-a-shop' },
      { label: 'Extract for BI', link: '/api/guides/recipes/bi-extract' },
      { label: 'Nightly stock feed', link: '/api/guides/recipes/stock-feed' },
      { label: 'Replenishment loop', link: '/api/guides/recipes/replenishment' },
      { label: 'EDI onboarding', link: '/api/guides/recipes/edi-onboarding' },
    ],
  },
  {
    label: 'Your data',
    items: [
      { label: 'Move a Shopify shop here', link: '/api/guides/move/shopify' },
      { label: 'Move a WooCommerce shop here', link: '/api/guides/move/woocommerce' },
      { label: 'Move a BigCommerce shop here', link: '/api/guides/move/bigcommerce' },
      { label: 'Move a Square shop here', link: '/api/guides/move/square' },
      { label: 'Move a Lightspeed shop here', link: '/api/guides/move/lightspeed' },
      { label: 'Bring your own data', link: '/api/guides/import-data' },
      { label: 'Import fields', link: '/api/guides/import-fields' },
    ],
  },
  {
    label: 'Stock and purchasing',
    items: [
      { label: 'Stock figures', link: '/api/guides/stock' },
      { label: 'How stock and cost are kept', link: '/api/guides/stock-and-cost' },
      { label: 'A purchase, draft to stock', link: '/api/guides/purchasing' },
      { label: 'Orders to suppliers', link: '/api/guides/orders-to-suppliers' },
      { label: 'Warehouses', link: '/api/guides/warehouses' },
      { label: 'Transfers and manufacturing', link: '/api/guides/moving-and-making' },
    ],
  },
  {
    label: 'Selling',
    items: [
      { label: 'A sale, draft to invoice', link: '/api/guides/selling' },
      { label: 'Changing an order', link: '/api/guides/changing-orders' },
      { label: 'A return, promise to shelf', link: '/api/guides/returns' },
      { label: 'Accounting', link: '/api/guides/accounting' },
      { label: 'Customers and privacy', link: '/api/guides/customers-and-privacy' },
      { label: 'Exceptions', link: '/api/guides/exceptions' },
    ],
  },
  {
    label: 'Wholesale',
    items: [
      { label: 'A wholesale season, order to payment', link: '/api/guides/wholesale-season' },
      { label: 'Price lists', link: '/api/guides/price-lists' },
      { label: 'The order book of a season', link: '/api/guides/season-bookings' },
      { label: 'EDI with a retailer', link: '/api/guides/edi-with-a-retailer' },
      { label: 'From a PDF order to a draft', link: '/api/guides/order-papers' },
      { label: 'Weekly sell-out', link: '/api/guides/weekly-sell-out' },
      { label: 'Open the portal to a retailer', link: '/api/guides/portal' },
    ],
  },
  {
    label: 'Figures',
    items: [
      { label: "Reading a season's sales", link: '/api/guides/season' },
      { label: 'Velocity and forecasts', link: '/api/guides/velocity-and-forecasts' },
      { label: 'From actuals to open-to-buy', link: '/api/guides/open-to-buy' },
      { label: 'Planning cycles', link: '/api/guides/planning-cycles' },
      { label: 'Reading the cash gate', link: '/api/guides/cash-gate' },
      { label: 'Scheduled reports', link: '/api/guides/scheduled-reports' },
      { label: 'Metric dictionary', link: '/api/guides/metrics' },
    ],
  },
  {
    label: 'Webhooks',
    items: [
      { label: 'Events', link: '/webhooks/events' },
      { label: 'Receivers', link: '/webhooks/receivers' },
      { label: 'On your machine', link: '/webhooks/local' },
      { label: 'Signature playground', link: '/webhooks/playground' },
    ],
  },
  {
    label: 'Run it yourself',
    items: [
      { label: 'Run it in production', link: '/operate/production' },
      { label: 'Export and restore an organisation', link: '/operate/export' },
    ],
  },
  {
    label: 'Receiver kit',
    collapsed: true,
    items: [
      { label: 'Overview', link: '/receivers/kit' },
      { label: 'Fetch', link: '/receivers/kit/fetch' },
      { label: 'Node http', link: '/receivers/kit/node' },
      { label: 'Express', link: '/receivers/kit/express' },
      { label: 'Fastify', link: '/receivers/kit/fastify' },
      { label: 'Elysia', link: '/receivers/kit/elysia' },
      { label: 'Lambda', link: '/receivers/kit/lambda' },
      { label: 'Memory store', link: '/receivers/kit/stores/memory' },
      { label: 'Postgres store', link: '/receivers/kit/stores/postgres' },
      { label: 'Drizzle store', link: '/receivers/kit/stores/drizzle' },
      { label: 'Redis store', link: '/receivers/kit/stores/redis' },
      { label: 'D1 store', link: '/receivers/kit/stores/d1' },
      { label: 'Workers KV store', link: '/receivers/kit/stores/workers-kv' },
      { label: 'Deno KV store', link: '/receivers/kit/stores/deno-kv' },
    ],
  },
  {
    label: 'Reference',
    items: [
      { label: 'All operations', link: '/reference' },
      { label: 'Scope matrix', link: '/reference/scopes' },
      { label: 'Kinds of exceptions', link: '/reference/exceptions' },
      { label: 'Try it', link: '/console' },
    ],
  },
]

/** The links in the top bar, and the paths for which each is marked as current. */
export const header_links = [
  { label: 'Quick start', link: '/quick-start', within: ['/quick-start'] },
  { label: 'Guides', link: '/api/guides/authentication', within: ['/api/guides'] },
  { label: 'Webhooks', link: '/webhooks/events', within: ['/webhooks'] },
  { label: 'Reference', link: '/reference', within: ['/reference', '/console'] },
  { label: 'Changelog', link: '/changelog', within: ['/changelog'] },
]
