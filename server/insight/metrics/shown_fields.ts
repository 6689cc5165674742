/**
 * The fields of responses that show a measure as the dictionary defines it, as `operation path` with the path inside `data`.
 * The docs site links both ways. A field of another definition is not listed, even where it has the same name.
 */
const stockFields = (operation: string, path: string) => ({
  on_hand: `${operation} ${path}on_hand_qty`,
  committed: `${operation} ${path}committed_qty`,
  available: `${operation} ${path}available_qty`,
  incoming: `${operation} ${path}incoming_qty`,
})

const salesFields = (path: string) => ({
  gross_sales: `sales.list_sales ${path}gross_sales`,
  discounts: `sales.list_sales ${path}discounts`,
  returns_value: `sales.list_sales ${path}returns`,
  sales_taxes: `sales.list_sales ${path}taxes`,
  net_sales: `sales.list_sales ${path}net_sales`,
  units_sold: `sales.list_sales ${path}items_sold`,
  units_returned: `sales.list_sales ${path}items_returned`,
  net_units: `sales.list_sales ${path}net_items_sold`,
  return_rate: `sales.list_sales ${path}return_rate`,
})

const returnFields = (path: string) => ({
  units_sold: `returns.summarize ${path}units_sold`,
  units_returned: `returns.summarize ${path}units_returned`,
  return_rate: `returns.summarize ${path}return_rate`,
})

const variantSales = (path: string) => ({
  units_sold: `products.get_variant_drawer_overview ${path}units_sold`,
  units_returned: `products.get_variant_drawer_overview ${path}units_returned`,
  net_sales: `products.get_variant_drawer_overview ${path}net_sales`,
})

/** Each entry: measure → field. */
export const shown: readonly Record<string, string>[] = [
  salesFields('rows.'),
  salesFields('totals.'),
  { sell_through: 'sales.list_sales rows.sell_through' },
  { net_sales: 'sales.get_net_sales rows.net_sales' },
  { net_sales: 'sales.get_new_overview charts.revenue' },
  {
    net_sales: 'sales.get_new_overview charts.sales_by_variant.net_sales',
    net_units: 'sales.get_new_overview charts.sales_by_variant.net_items_sold',
  },
  { units_sold: 'sales.list_velocity rows.units_sold', net_sales: 'sales.list_velocity rows.net_sales' },
  { units_sold: 'sales.get_velocity_totals units_sold', net_sales: 'sales.get_velocity_totals net_sales' },
  returnFields(''),
  returnFields('products.'),
  returnFields('channels.'),
  {
    returns_created: 'returns.summarize returns_created',
    returns_received: 'returns.summarize returns_received',
    units_restocked: 'returns.summarize units_restocked',
  },
  stockFields('inventory.list_inventory', 'rows.'),
  stockFields('products.list_variants', 'rows.'),
  { inventory_value: 'products.list_variants rows.inventory_value', on_hand: 'inventory.position on_hand' },
  { inventory_value: 'products.list_products rows.inventory_value' },
  variantSales('total.sales.'),
  variantSales('locations.sales.'),
]

/** `operation path` of every field that shows the measure. */
export const fieldsShowing = (measure: string): string[] =>
  shown.flatMap((fields) => (fields[measure] === undefined ? [] : [fields[measure]]))
