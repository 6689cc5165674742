/**
 * Search terms for pages whose own text uses other words, or words that occur on many pages. Each list is indexed with the page's
 * title; tests/docs-site/search.browser.ts runs the queries.
 */
const terms: Record<string, string[]> = {
  '/quick-start': ['quick start', 'getting started', 'first request', 'hello world', 'install', 'tutorial'],
  '/api/guides/import-data': ['import data', 'import products', 'products import', 'import products from a file', 'import a product file', 'import your products', 'products to import', 'upload products', 'import inventory', 'upload inventory', 'inventory upload', 'upload inventory file', 'upload an inventory', 'upload your inventory', 'upload inventory and stock', 'upload stock', 'import stock', 'shopify csv', 'excel import', 'opening stock', 'import opening stock', 'set opening stock', 'opening stock import', 'load opening stock', 'opening stock of locations', 'opening stock of variants', 'sales history', 'import sales history', 'import orders', 'bring your own data'],
  '/api/guides/move/shopify': ['move from shopify', 'migrate from shopify', 'shopify migration', 'import from shopify', 'matrixify'],
  '/api/guides/move/woocommerce': ['move from woocommerce', 'migrate from woocommerce', 'woocommerce'],
  '/api/guides/move/bigcommerce': ['move from bigcommerce', 'migrate from bigcommerce', 'bigcommerce'],
  '/api/guides/move/square': ['move from square', 'migrate from square', 'square pos'],
  '/api/guides/move/lightspeed': ['move from lightspeed', 'migrate from lightspeed', 'lightspeed', 'vend'],
  '/api/guides/import-data': ['import data', 'import products', 'products import', 'import products from a file', 'import a product file', 'import your products', 'products to import', 'upload products', 'import inventory', 'upload inventory', 'inventory upload', 'upload inventory file', 'upload an inventory', 'upload your inventory', 'upload inventory and stock', 'upload stock', 'import stock', 'shopify csv', 'import from shopify', 'woocommerce', 'excel import', 'opening stock', 'import opening stock', 'set opening stock', 'opening stock import', 'load opening stock', 'opening stock of locations', 'opening stock of variants', 'sales history', 'import sales history', 'days without sales', 'imported sales are complete', 'import orders', 'migrate', 'bring your own data'],
  '/api/guides/import-fields': ['import fields', 'csv columns', 'csv headers', 'import columns', 'csv format', 'import format', 'mapping fields'],
  '/api/guides/paging': ['pagination', 'paging', 'next page', 'get the next page', 'limit and offset', 'filter and sort', 'filtering', 'sorting', 'export to csv', 'export a table to csv', 'export rows to csv', 'export to a csv file', 'export csv', 'csv export', 'download csv'],
  '/api/guides/authentication': ['authentication', 'api key', 'api keys', 'bearer token', 'authorization header', 'rotate key', 'create an api key', 'get an api key', 'mint api key', 'api key authentication', 'use an api key'],
  '/api/guides/scopes': ['plans', 'scopes and plans'],
  '/api/guides/errors': ['error codes', 'errors', 'error handling', 'unauthorized', '401', '403 forbidden', '404', '409 conflict'],
  '/api/guides/idempotency': ['idempotency key', 'duplicate requests', 'safe to repeat', 'duplicate request', 'avoid duplicate requests', 'send duplicate requests'],
  '/api/guides/typescript-client': ['sdk', 'typescript', 'typescript client', 'javascript client', 'client library', 'node sdk', 'npm package'],
  '/api/guides/retries': ['retry', 'retries', 'backoff', '503'],
  '/api/guides/rate-limits': ['rate limit', 'rate limiting', 'too many requests', '429', 'throttling'],
  '/api/guides/sandbox': ['sandbox', 'test data', 'test mode', 'sample data', 'load sample data', 'sample data in a sandbox', 'sandbox sample data', 'load test data', 'fill with test data', 'sandbox test data', 'data to test with', 'test data in a sandbox'],
  '/api/guides/versioning': ['versioning', 'breaking changes', 'service version'],
  '/api/guides/regions': ['regions', 'eu data'],
  '/api/guides/security': ['security', 'ip allowlist', 'leaked key'],
  '/api/guides/scheduled-reports': ['scheduled report', 'report by mail', 'email a report', 'report schedule', 'delivery receipt'],
  '/api/guides/open-to-buy': ['open-to-buy guide', 'buy plan guide', 'merchandise financial plan', 'otb', 'plan from last year', 'budget and reforecast'],
  '/api/guides/cash-gate': ['cash flow', 'cash flow forecast', 'cash gate guide', 'cash from the buy', 'pay suppliers', 'supplier deposit', 'measured payment terms', 'cash scenario'],
  '/api/guides/season': ['best sellers', 'best seller', 'top products', 'markdown', 'markdowns', 'season sales', 'sales report guide', 'sales by month', 'cost of markdowns', 'read sales figures'],
  '/api/guides/metrics': ['metric dictionary', 'metrics', 'measures', 'definition of net sales', 'kpi definitions', 'sell-through definition', 'return rate definition'],
  '/api/guides/stock-and-cost': ['late delivery', 'lock date', 'purchase price variance', 'supplier invoice', 'supplier invoices', 'vendor bill', 'three-way match', 'match an invoice', 'supplier credit note', 'invoice from a supplier', 'gift set', 'kit', 'kitting', 'virtual bundle', 'stock of a bundle', 'sell a bundle'],
  '/api/guides/stock': ['weeks of cover', 'stock figures', 'how stock is calculated', 'days of cover'],
  '/api/guides/purchasing': ['purchasing guide', 'landed cost', 'landed costs', 'landed cost of an order', 'container plan', 'purchase unit', 'case pack', 'buy in cartons', 'order by the case', 'inner pack'],
  '/api/guides/selling': ['pick list', 'picking list', 'picking slip', 'order history', 'order timeline', 'who changed an order', 'shipping method', 'billing address', 'shipping address', 'bill-to', 'ship-to', 'vat number', 'tax id', 'ship an order', 'ship orders', 'ship a sales order', 'partial shipment', 'tracking number', 'tracking numbers', 'back order', 'backorder', 'oversell', 'sales order guide', 'invoice an order', 'sales order guide', 'wholesale order', 'order lifecycle', 'order states', 'confirm and invoice', 'ship an order', 'record a shipment', 'draft to invoice', 'void a shipment', 'correct a shipment', 'undo a shipment', 'wrong shipment', 'credit note', 'credit notes', 'credit memo', 'credit an invoice', 'issue a credit note', 'allowance', 'packing slip', 'packing list', 'delivery note', 'carton label', 'shipping label', 'print labels', 'gs1-128', 'sscc label', 'ucc-128', 'payment', 'payments', 'customer payment', 'get paid', 'record a payment', 'accounts receivable', 'open invoices', 'overdue invoices', 'statement of account', 'account statement', 'aged receivables', 'ageing', 'dunning', 'cash application', 'deposit on an order', 'payout', 'pay out credit', 'overpaid order', 'overpayment', 'money on account', 'unallocated cash', 'payments from accounting', 'sync payments', 'payment sync'],
  '/api/guides/wholesale-season': ['wholesale season', 'season end to end', 'order to cash', 'order to payment', 'quote to cash', 'wholesale end to end'],
  '/api/guides/changing-orders': ['change an allocated order', 'edit an order', 'unallocate', 'release stock of an order', 'put an order on hold', 'split an order', 'merge orders', 'combine orders', 'duplicate an order', 'cancel a line', 'cancel part of an order', 'credit hold', 'fraud hold', 'amend an order'],
  '/api/guides/returns': ['refund', 'refunds', 'return refund', 'refund a return', 'returns guide', 'rma', 'restock returned units', 'disposition', 'customer returns', 'goods returned', 'exchange', 'exchange a return', 'size exchange', 'replacement order', 'swap a size'],
  '/api/guides/weekly-sell-out': ['sell-out', 'sell out report', 'import sell-out', 'retailer sales', 'weekly sales of accounts', 'edi 852'],
  '/api/guides/orders-to-suppliers': ['send order to supplier', 'email purchase order', 'edi 850'],
  '/api/guides/warehouses': ['dropship', 'fulfilment', 'warehouse integration', 'wms', '3pl'],
  '/api/guides/testing': ['testing', 'mock server', 'postman'],
  '/webhooks/events': ['webhooks', 'verify webhook', 'webhook signature', 'webhook retries', 'webhook retry', 'retries of webhooks', 'list of events', 'list of webhook events', 'list of all events', 'list of events sent', 'list of events by webhook', 'list of subscribable events', 'events', 'events list', 'list events', 'event types'],
  '/webhooks/local': ['test webhook locally', 'localhost webhook', 'tunnel'],
  '/webhooks/playground': ['signature mismatch', 'signature does not match', 'debug signature'],
  '/receivers/kit/stores/d1': ['cloudflare workers', 'cloudflare'],
  '/receivers/kit/fetch': ['next.js', 'hono', 'bun', 'deno'],
  '/receivers/kit/express': ['express'],
  '/reference/exceptions': ['exception kinds', 'exceptions queue', 'needs you', 'resolve an exception', 'over-shipped', 'stock negative'],
  '/model': ['domain model', 'data model', 'object model', 'entity relationship diagram', 'erd', 'entities', 'how objects relate'],
  '/api/guides/recipes/sync-a-shop': ['sync a shop', 'sync orders', 'sync stock to a shop', 'shop integration', 'webshop connector', 'push stock'],
  '/api/guides/recipes/bi-extract': ['bi', 'bi extract', 'data warehouse', 'etl', 'extract', 'copy to a database', 'power bi', 'analytics export'],
  '/api/guides/recipes/stock-feed': ['stock feed', 'inventory feed', 'marketplace feed', 'nightly feed', 'availability file'],
  '/api/guides/recipes/replenishment': ['replenishment', 'reorder', 'reorder point', 'what to order', 'purchase suggestions', 'basket guide'],
  '/api/guides/recipes/edi-onboarding': ['edi onboarding', 'new edi retailer', 'edi test', 'edi go live', 'edi checklist'],
  '/api/guides/exceptions': ['exceptions guide', 'work through exceptions', 'exception queue guide'],
  '/api/guides/price-lists': ['price list', 'price lists', 'wholesale prices', 'prices of an account'],
  '/api/guides/accounting': ['accounting', 'bookkeeping', 'post invoices', 'erp', 'xero', 'quickbooks', 'general ledger'],
  '/api/guides/customers-and-privacy': ['gdpr', 'privacy', 'personal data', 'delete a customer', 'erase a customer', 'right to be forgotten', 'gdpr delete customer', 'find a customer'],
  '/api/guides/velocity-and-forecasts': ['velocity guide', 'forecasts', 'demand forecast', 'sales rate', 'promotion uplift', 'lost sales'],
  '/api/guides/planning-cycles': ['planning cycle', 'planning cycles', 'sign a plan', 'planning calendar'],
  '/reference': ['openapi', 'openapi document', 'openapi file', 'openapi specification', 'open the openapi', 'swagger', 'endpoints'],
  '/reference/scopes': ['scopes', 'permissions', 'scope matrix', 'list of scopes'],
  '/changelog': ['changelog', 'the changelog', 'changelog of the api', 'changelog entries', 'read the changelog', 'release notes', 'what is new'],
  '/operate/production': ['production', 'deploy', 'docker', 'backup', 'restore', 'prometheus', 'monitoring', 'upgrade'],
  '/reference/session/mint_key': ['api key', 'api keys', 'new api key', 'create an api key', 'get an api key', 'generate an api key'],
  '/reference/session/list_keys': ['list api keys'],
  '/reference/inventory/list_inventory': ['inventory', 'stock levels', 'inventory levels', 'stock by location'],
  '/reference/inventory/position': ['available to promise', 'atp', 'available stock'],
  '/reference/inventory/stock_on_hand': ['stock on hand', 'stock on hand report', 'stock on hand by day', 'stock on hand by product', 'stock on hand by location', 'on hand stock', 'stock history', 'opening and closing stock'],
  '/reference/inventory/allocation_matrix': ['allocation matrix'],
  '/reference/inventory/forecast_accuracy': ['forecast accuracy', 'wmape'],
  '/reference/movements': ['stock movements', 'movements', 'stock movement'],
  '/reference/movements/list': ['stock movements', 'stock ledger', 'read the stock ledger', 'ledger of stock', 'stock ledger list', 'stock ledger movements', 'stock ledger entries', 'stock ledger page', 'stock ledger rows', 'stock ledger history', 'stock ledger of a variant', 'stock ledger of a location', 'stock ledger by document', 'rows of the stock ledger', 'inventory history', 'list stock movements', 'stock movement', 'movements of stock'],
  '/reference/products/list_products': ['list products', 'list all products', 'products', 'product list', 'catalogue'],
  '/reference/products/list_variants': ['list variants', 'variants', 'skus'],
  '/reference/products/get_variant': ['get a variant', 'get one variant', 'get variant', 'get a variant by its id', 'get a product variant', 'read a variant', 'a variant', 'variant', 'find by sku'],
  '/reference/products/list_filters': ['product filters'],
  '/reference/purchase_orders/record_delivery': ['goods receipt', 'receive purchase order', 'goods in', 'receiving', 'book a delivery'],
  '/reference/purchase_orders/create': ['create purchase order', 'new purchase order', 'purchase orders', 'create a purchase order', 'raise a purchase order', 'create purchase orders', 'place a purchase order', 'create order', 'create a purchase', 'create one purchase order', 'create a new purchase order', 'purchase order create'],
  '/reference/purchase_orders/update': ['cancel purchase order', 'edit purchase order'],
  '/reference/purchase_orders/approve': ['approve purchase order'],
  '/reference/suppliers/create': ['create supplier', 'vendors'],
  '/api/guides/edi-with-a-retailer': ['edi', 'edi guide', 'edi 850', 'edi 855', 'edi 856', 'edi 810', 'edi 997', 'edi 846', 'receive an edi order', 'connect a retailer', 'unreadable edi file', 'discard an edi document', 'read an edi document again', 'replace an edi file', 'correct an edi document', 'replacement asn', 'preview an edi document', 'gs08', '004010vics', 'bill of lading', 'scac', 'pallet sscc'],
  '/api/guides/season-bookings': ['season bookings', 'book a season', 'order book guide'],
  '/api/guides/members': ['roles', 'viewer', 'two-factor', '2fa', 'totp', 'mfa', 'audit log'],
  '/api/guides/portal': ['portal', 'retailer portal', 'b2b portal'],
  '/api/guides/order-papers': ['pdf order', 'scan an order', 'order by email', 'ocr'],
  '/reference/session/act_on_orders': ['bulk confirm', 'bulk allocate', 'bulk cancel orders', 'mass release'],
  '/reference/orders/list': ['late orders', 'orders by ship date', 'external order id', 'find an order by id'],
  '/reference/orders/create': ['create sales order', 'new sales order'],
  '/reference/orders/cancel': ['cancel order', 'cancel an order', 'cancel a sales order'],
  '/reference/orders/allocate': ['allocate stock', 'allocation horizon', 'hold stock for later orders', 'allocate', 'allocation', 'reserve stock', 'hold stock for an order'],
  '/reference/orders/send_shipping_notice': ['asn', 'advance ship notice', 'advance shipping notice', 'shipping notice'],
  '/reference/session/correct_refund': ['correct a refund', 'change a refund'],
  '/reference/returns/receive': ['receive a return', 'receive returns', 'receive return', 'receive a return of a customer', 'receive a return of an order', 'receive a return from a customer', 'receive a return at a location', 'receive a return in parts', 'receive a customer return', 'receive units of a return', 'receive the return', 'return received', 'receive a return again'],
  '/reference/order_book': ['order book', 'bookings', 'pre-order', 'wholesale bookings'],
  '/reference/sales/list_velocity': ['velocity', 'lost sales', 'stockouts', 'stockout', 'rate of sale'],
  '/reference/sales/list_demand_events': ['demand event', 'demand events', 'promotion', 'promotions'],
  '/reference/sales/get_forecast_config': ['forecast', 'forecasts', 'demand forecast'],
  '/reference/accounts/list_replenishment_recommendations': ['replenishment', 'reorder', 'replenish an account'],
  '/reference/planning': ['commitment', 'commitments', 'plan of record'],
  '/reference/session/open_planning_cycle': ['planning cycle', 'planning cycles', 'open a planning cycle'],
  '/reference/session/list_exceptions': ['exceptions', 'exception', 'needs attention'],
  '/reference/orders/list_customers': ['customers', 'customer', 'list customers', 'find a customer'],
  '/reference/session/redact_customer': ['gdpr', 'redact customer', 'erase customer', 'right to be forgotten', 'privacy', 'personal data', 'delete personal data'],
  '/reference/session/inspect_returned_units': ['quarantine', 'inspect returns', 'restock from quarantine', 'grading', 'returns inspection'],
  '/reference/session/revert_inspection': ['undo inspection', 'revert inspection'],
  '/reference/stocktakes/create': ['stocktake', 'cycle count', 'stock count', 'inventory count', 'create stocktake', 'start a stocktake'],
}

/** Long pages, and pages whose words many others use, count their terms several times. */
const repeats: Record<string, number> = {
  '/api/guides/import-data': 16,
  '/api/guides/move/shopify': 3,
  '/api/guides/move/woocommerce': 3,
  '/api/guides/move/bigcommerce': 3,
  '/api/guides/move/square': 3,
  '/api/guides/move/lightspeed': 3,
  '/api/guides/selling': 3,
  '/reference/movements/list': 3,
  '/api/guides/authentication': 6,
  '/api/guides/paging': 3,
  '/webhooks/events': 4,
  '/api/guides/sandbox': 4,
  '/changelog': 5,
  '/reference': 5,
  '/reference/purchase_orders/create': 3,
  '/reference/purchase_orders/record_delivery': 3,
  '/reference/returns/receive': 14,
  '/api/guides/returns': 8,
}

export function searchTermsOf(pathname: string): string[] {
  const path = pathname.replace(/\/$/, '')
  return Array.from({ length: repeats[path] ?? 1 }, () => terms[path] ?? []).flat()
}

/** Operations of the app, and lists whose name others would take for something else, do not outrank guides. */
const isSecondary = (pathname: string): boolean =>
  /^\/reference\/(session\/|sales\/(get|list)_(demand|suggested)_events?)/.test(pathname)

/**
 * 'Receivers' has the stem of 'receive', and an event has the name of the operation that sends it. Imports of returns and
 * orders are each a part of what the guide of imports is about.
 */
const isAmbiguous = (pathname: string): boolean =>
  /^\/(webhooks\/(receivers|events\/.+)|reference\/(returns|orders)\/import)\/?$/.test(pathname)

/** Weights of a page's title and of its body in the search. */
export const titleWeightOf = (pathname: string): string =>
  isSecondary(pathname) ? '0.1' : isAmbiguous(pathname) ? '1' : '7'
export function bodyWeightOf(pathname: string): string {
  if (isSecondary(pathname)) return '0.1'
  if (pathname.startsWith('/reference/stocktakes/')) return '0.3'
  // A step in the move of one shop system is not where a word such as 'import' is explained.
  return pathname.startsWith('/api/guides/move/') ? '0.1' : '1'
}
