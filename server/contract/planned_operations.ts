/**
 * The operations that the public API promised from the start: scope, method, path and the lowest plan that includes them. A
 * test finds each of them among the declared operations; operations that came later are not listed. The scope matrix counts
 * 7 planning operations, 162 in all; the endpoint tables list 8, 163 in all.
 */
import type { Method } from './operation.ts'
import type { Resource, Scope, SoldWith } from './resources.ts'

export interface PlannedOperation {
  resource: Resource
  scope: Scope
  method: Method
  path: string
  sold_with: SoldWith
}

/** Number of operations per resource in the scope matrix. */
export const matrixCounts: Record<Resource, number> = {
  products: 19,
  pim: 2,
  inventory: 5,
  suppliers: 23,
  purchase_orders: 26,
  sales: 15,
  orders: 18,
  returns: 7,
  stocktakes: 9,
  sandbox: 1,
  movements: 1,
  accounts: 7,
  order_book: 10,
  sell_out: 6,
  planning: 7,
  cash: 1,
  reports: 3,
  metrics: 2,
}

const lines = `
products:read GET /api/v1/organizations/{organization_id}/products/filters every_plan
products:read GET /api/v1/organizations/{organization_id}/products/overview every_plan
products:read GET /api/v1/product-subcategories every_plan
products:read GET /api/v1/product/{product_id} every_plan
products:read GET /api/v1/product/{product_id}/filters every_plan
products:read GET /api/v1/product/{product_id}/incoming-pos every_plan
products:read GET /api/v1/product/{product_id}/incoming-pos/drawer every_plan
products:read GET /api/v1/product/{product_id}/variants every_plan
products:read GET /api/v1/products/completeness every_plan
products:read GET /api/v1/products/table every_plan
products:read GET /api/v1/variants/{variant_id} every_plan
products:read GET /api/v1/variants/{variant_id}/drawer-overview every_plan
products:read GET /api/v1/variants/{variant_id}/events every_plan
products:read GET /api/v1/variants/{variant_id}/incoming-pos every_plan
products:read GET /api/v1/variants/{variant_id}/price-sensitivity every_plan
products:read GET /api/v1/variants/custom-fields every_plan
products:read GET /api/v1/variants/custom-fields/{custom_field_id} every_plan
products:read GET /api/v1/variants/events every_plan
products:read GET /api/v1/variants/table every_plan
pim:read GET /api/v1/pim/v1/products essentials_plus
pim:read GET /api/v1/pim/v1/products/{product_id} essentials_plus
inventory:read GET /api/v1/inventory/allocation-matrix every_plan
inventory:read GET /api/v1/inventory/forecast-accuracy every_plan
inventory:read GET /api/v1/inventory/position every_plan
inventory:read GET /api/v1/inventory/stock-on-hand every_plan
inventory:read GET /api/v1/inventory/table every_plan
suppliers:write POST /api/v1/contacts every_plan
suppliers:read GET /api/v1/contacts/{contact_id} every_plan
suppliers:write PATCH /api/v1/contacts/{contact_id} every_plan
suppliers:write DELETE /api/v1/contacts/{contact_id} every_plan
suppliers:read GET /api/v1/contacts/{contact_id}/notes every_plan
suppliers:write POST /api/v1/contacts/{contact_id}/notes every_plan
suppliers:read GET /api/v1/contacts/{contact_id}/notes/{note_id} every_plan
suppliers:write PATCH /api/v1/contacts/{contact_id}/notes/{note_id} every_plan
suppliers:write DELETE /api/v1/contacts/{contact_id}/notes/{note_id} every_plan
suppliers:read GET /api/v1/contacts/filters every_plan
suppliers:read GET /api/v1/contacts/table every_plan
suppliers:write POST /api/v1/inventory/suppliers every_plan
suppliers:read GET /api/v1/inventory/suppliers/{supplier_id} every_plan
suppliers:write PUT /api/v1/inventory/suppliers/{supplier_id} every_plan
suppliers:read GET /api/v1/inventory/suppliers/{supplier_id}/needs-attention every_plan
suppliers:read GET /api/v1/inventory/suppliers/{supplier_id}/overview every_plan
suppliers:write POST /api/v1/inventory/suppliers/{supplier_id}/variants every_plan
suppliers:write DELETE /api/v1/inventory/suppliers/{supplier_id}/variants every_plan
suppliers:write DELETE /api/v1/inventory/suppliers/{supplier_id}/variants/{variant_id} every_plan
suppliers:read GET /api/v1/inventory/suppliers/filters every_plan
suppliers:read GET /api/v1/inventory/suppliers/table every_plan
suppliers:write POST /api/v1/inventory/suppliers/transfer-vendors every_plan
suppliers:write POST /api/v1/inventory/suppliers/upload every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id} every_plan
purchase_orders:write PATCH /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id} every_plan
purchase_orders:write DELETE /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id} every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/approve every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/auto-allocate every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/commitment-draw every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id} every_plan
purchase_orders:write PATCH /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id} every_plan
purchase_orders:write DELETE /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id} every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/bulk every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/duplicate every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/export every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/hold every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/issue every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/mark_delivered every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/push-to-wms every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/bulk every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/filters every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/from-basket every_plan
purchase_orders:write PATCH /api/v1/organizations/{organization_id}/purchase-orders/generation-settings every_plan
purchase_orders:write POST /api/v1/organizations/{organization_id}/purchase-orders/manufacturing/bulk every_plan
purchase_orders:read GET /api/v1/organizations/{organization_id}/purchase-orders/with-supplier-updates every_plan
sales:read GET /api/v1/sales/analytics every_plan
sales:read GET /api/v1/sales/filters every_plan
sales:read GET /api/v1/sales/net-sales every_plan
sales:read GET /api/v1/sales/new-overview every_plan
sales:read GET /api/v1/sales/performance/channels every_plan
sales:read GET /api/v1/sales/table every_plan
sales:read GET /api/v1/sales/velocity/events/{event_id} every_plan
sales:read GET /api/v1/sales/velocity/events/{event_id}/analytics every_plan
sales:read GET /api/v1/sales/velocity/events/suggested every_plan
sales:read GET /api/v1/sales/velocity/events/table every_plan
sales:read GET /api/v1/sales/velocity/filters every_plan
sales:read GET /api/v1/sales/velocity/forecast-config every_plan
sales:read GET /api/v1/sales/velocity/table every_plan
sales:read GET /api/v1/sales/velocity/table/totals every_plan
sales:read GET /api/v1/sales/velocity/variants/{variant_id}/bundle-contributions every_plan
orders:read GET /api/v1/sales/customers every_plan
orders:read GET /api/v1/sales/customers/{customer_id} every_plan
orders:read GET /api/v1/sales/invoices every_plan
orders:read GET /api/v1/sales/invoices/{invoice_id} every_plan
orders:read GET /api/v1/sales/orders every_plan
orders:write POST /api/v1/sales/orders every_plan
orders:read GET /api/v1/sales/orders/{order_id} every_plan
orders:write PATCH /api/v1/sales/orders/{order_id} every_plan
orders:write POST /api/v1/sales/orders/{order_id}/allocate every_plan
orders:write POST /api/v1/sales/orders/{order_id}/cancel every_plan
orders:write POST /api/v1/sales/orders/{order_id}/confirm every_plan
orders:write POST /api/v1/sales/orders/{order_id}/invoice every_plan
orders:write POST /api/v1/sales/orders/{order_id}/shipping-notice every_plan
orders:read GET /api/v1/sales/orders/documents every_plan
orders:write POST /api/v1/sales/orders/documents every_plan
orders:read GET /api/v1/sales/orders/documents/{document_id} every_plan
orders:write POST /api/v1/sales/orders/documents/{document_id}/take every_plan
orders:write POST /api/v1/sales/orders/import every_plan
returns:read GET /api/v1/sales/returns every_plan
returns:write POST /api/v1/sales/returns every_plan
returns:read GET /api/v1/sales/returns/{return_id} every_plan
returns:write POST /api/v1/sales/returns/{return_id}/cancel every_plan
returns:write POST /api/v1/sales/returns/{return_id}/receive every_plan
returns:write POST /api/v1/sales/returns/import every_plan
returns:read GET /api/v1/sales/returns/summary every_plan
stocktakes:write POST /api/v1/stocktakes every_plan
stocktakes:write DELETE /api/v1/stocktakes/{stocktake_id} every_plan
stocktakes:read GET /api/v1/stocktakes/{stocktake_id} every_plan
stocktakes:write PATCH /api/v1/stocktakes/{stocktake_id}/counts every_plan
stocktakes:write POST /api/v1/stocktakes/{stocktake_id}/import every_plan
stocktakes:write POST /api/v1/stocktakes/{stocktake_id}/post every_plan
stocktakes:read GET /api/v1/stocktakes/{stocktake_id}/table every_plan
stocktakes:read GET /api/v1/stocktakes/table every_plan
stocktakes:read GET /api/v1/stocktakes/variance/by-supplier every_plan
sandbox:write POST /api/v1/sandbox/seed every_plan
movements:read GET /api/v1/inventory/movements every_plan
accounts:read GET /api/v1/wholesale/edi/documents essentials_plus
accounts:read GET /api/v1/wholesale/retailers essentials_plus
accounts:read GET /api/v1/wholesale/retailers/{partner_id}/contacts essentials_plus
accounts:read GET /api/v1/wholesale/retailers/{partner_id}/overview essentials_plus
accounts:read GET /api/v1/wholesale/retailers/{partner_id}/products essentials_plus
accounts:read GET /api/v1/wholesale/retailers/{partner_id}/products/filters essentials_plus
accounts:read GET /api/v1/wholesale/retailers/{partner_id}/replenishment-recommendations essentials_plus
order_book:read GET /api/v1/order-book/account-anchor essentials_plus
order_book:read GET /api/v1/order-book/account-size-curve essentials_plus
order_book:read GET /api/v1/order-book/account-styles essentials_plus
order_book:read GET /api/v1/order-book/accounts essentials_plus
order_book:read GET /api/v1/order-book/curve essentials_plus
order_book:read GET /api/v1/order-book/firmness essentials_plus
order_book:read GET /api/v1/order-book/signals essentials_plus
order_book:read GET /api/v1/order-book/style-lines essentials_plus
order_book:read GET /api/v1/order-book/summary essentials_plus
order_book:write POST /api/v1/order-book/lines essentials_plus
sell_out:read GET /api/v1/sell-out/coverage essentials_plus
sell_out:read GET /api/v1/sell-out/declaration essentials_plus
sell_out:write POST /api/v1/sell-out/declaration essentials_plus
sell_out:read GET /api/v1/sell-out/doors essentials_plus
sell_out:write POST /api/v1/sell-out/import essentials_plus
sell_out:write POST /api/v1/sell-out/preview essentials_plus
planning:read GET /api/v1/commitments/{commitment_id}/money pro
planning:read GET /api/v1/commitments/{commitment_id}/money/plan/versions pro
planning:read GET /api/v1/mfp pro
planning:read GET /api/v1/mfp/{mfp_id}/plan-side pro
planning:read GET /api/v1/mfp/{mfp_id}/table pro
planning:read GET /api/v1/mfp/{mfp_id}/versions pro
planning:read GET /api/v1/otb/{mfp_id}/rollup pro
planning:read GET /api/v1/commitments/{commitment_id}/accounts pro
cash:read GET /api/v1/commitments/cash-gate pro
reports:read GET /api/v1/finance/reports/cash-from-the-buy pro
reports:read GET /api/v1/finance/reports/open-to-buy pro
reports:read GET /api/v1/finance/reports/weekly-trade pro
metrics:read GET /api/v1/metrics every_plan
metrics:read POST /api/v1/metrics/query every_plan
`

export const plannedOperations: readonly PlannedOperation[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [scope, method, path, sold_with] = line.split(' ') as [Scope, Method, string, SoldWith]
    return { resource: scope.split(':')[0] as Resource, scope, method, path, sold_with }
  })
