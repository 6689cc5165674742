/**
 * Two years of an organisation as statements that PostgreSQL runs by itself: one variant of fifty sells daily in
 * two channels, a fifth every fourth day and the rest every fifteenth, so that 100,000 variants have 10 million rows of
 * sales. Every number follows from the variant's, so that two loads are alike.
 */
import { planningStatements } from './planning_rows.ts'

export const historyDays = 730
export const channelCount = 5
const locationCount = 4
const categoryCount = 24
const supplierCount = 12
const familyCount = 6
const variantsPerProduct = 10
const forecastWeeks = { measured: 13, ahead: 8 }

export interface Size {
  organization_id: string
  variants: number
}

interface Names {
  org: string
  /** Id of the n-th record of a kind, by SQL of its number. */
  id: (kind: string, n?: string) => string
  variants: number
  products: number
}

const namesOf = ({ organization_id, variants }: Size): Names => ({
  org: `'${organization_id}'::uuid`,
  id: (kind, n = 'n') => `md5('${organization_id} ${kind} ' || ${n})::uuid`,
  variants,
  products: Math.ceil(variants / variantsPerProduct),
})

const numbers = (count: number) => `generate_series(0, ${count - 1}) n`
const list = (...values: string[]) => `(array[${values.map((value) => `'${value}'`).join(', ')}])`

const masterData = ({ org, id, products }: Names) => [
  `insert into locations (organization_id, location_id, name, kind)
    select ${org}, ${id('location')}, 'Location ' || n, case when n < 2 then 'warehouse' else 'store' end
    from ${numbers(locationCount)}`,
  `insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
    select ${org}, ${id('channel')}, 'Channel ' || n, ${list('online', 'marketplace', 'store', 'store', 'wholesale')}[n + 1]
    from ${numbers(channelCount)}`,
  `insert into categories (organization_id, category_id, name)
    select ${org}, ${id('category')}, 'Category ' || n from ${numbers(categoryCount)}`,
  `insert into subcategories (organization_id, subcategory_id, category_id, name)
    select ${org}, ${id('subcategory')}, ${id('category', `n / 3`)}, 'Subcategory ' || n from ${numbers(categoryCount * 3)}`,
  `insert into suppliers (organization_id, supplier_id, name, currency, lead_time_days)
    select ${org}, ${id('supplier')}, 'Supplier ' || n, 'USD', 30 + n from ${numbers(supplierCount)}`,
  `insert into families (organization_id, family_id, name)
    select ${org}, ${id('family')}, 'Family ' || n from ${numbers(familyCount)}`,
  `insert into family_attributes (organization_id, family_id, attribute, attribute_group, required, position)
    select ${org}, ${id('family')}, 'attribute_' || a, 'General', a < 3, a from ${numbers(familyCount)}, generate_series(1, 6) a`,
  `insert into products (organization_id, product_id, handle, title, vendor, category_id, subcategory_id, family_id, class,
      status, country_of_origin, currency, tags, seasons, launch_date, options)
    select ${org}, ${id('product')}, 'product-' || n, 'Product ' || n, 'Vendor ' || n % 40,
      ${id('category', `n % ${categoryCount}`)}, ${id('subcategory', `n % ${categoryCount} * 3 + n % 3`)},
      ${id('family', `n % ${familyCount}`)}, ${list('core', 'fashion', 'seasonal')}[n % 3 + 1],
      case when n % 20 = 0 then 'DRAFT' else 'ACTIVE' end, ${list('PT', 'IT', 'CN', 'IN')}[n % 4 + 1], 'USD',
      array['tag ' || n % 30, 'tag ' || n % 7], array['SS' || 25 + n % 3], current_date - n % ${historyDays},
      '[{"name": "Size", "values": ["S", "M", "L"]}]'
    from ${numbers(products)}`,
  `insert into product_attributes (organization_id, product_id, attribute, value, owned)
    select ${org}, ${id('product')}, 'attribute_' || a, to_jsonb('Value ' || n % 9), a % 2 = 0
    from ${numbers(products)}, generate_series(1, 4) a`,
  `insert into product_channels (organization_id, product_id, sales_channel_id)
    select ${org}, ${id('product')}, ${id('channel', 'c')}
    from ${numbers(products)}, generate_series(0, ${channelCount - 1}) c where (n + c) % 3 < 2`,
  `insert into product_metafields (organization_id, product_id, namespace, key, value)
    select ${org}, ${id('product')}, 'care', 'wash', 'Value ' || n % 12 from ${numbers(products)}`,
]

const variants = ({ org, id, variants: count, products }: Names) => [
  `insert into variants (organization_id, variant_id, product_id, sku, barcode, title, option_values, position, price_cents,
      unit_cost, weight_kg, carton_quantity, carton_cbm, carton_weight_kg)
    select ${org}, ${id('variant')}, ${id('product', `n % ${products}`)}, 'SKU-' || lpad(n::text, 7, '0'),
      case when n % 11 > 0 then lpad(n::text, 13, '0') end, 'Variant ' || n,
      jsonb_build_object('Size', ${list('S', 'M', 'L')}[n % 3 + 1], 'Colour', 'Colour ' || n % 17), 1 + n / ${products},
      case when n % 50 > 0 then 2000 + n % 60 * 100 end, case when n % 40 > 0 then 8 + n % 25 end, 0.4, 20, 0.06, 9
    from ${numbers(count)}`,
  `insert into supplier_variants (organization_id, supplier_id, variant_id, unit_cost, min_order_quantity, is_primary)
    select ${org}, ${id('supplier', `n % ${supplierCount}`)}, ${id('variant')}, 8 + n % 25, 50, true
    from ${numbers(count)} where n % 30 > 0`,
  `insert into custom_fields (organization_id, custom_field_id, name, data_type)
    select ${org}, ${id('field')}, 'Field ' || n, 'text' from ${numbers(3)}`,
  `insert into custom_field_values (organization_id, variant_id, custom_field_id, value)
    select ${org}, ${id('variant')}, ${id('field', '0')}, 'Value ' || n % 7 from ${numbers(count)}`,
  `insert into catalogue_events (organization_id, event_id, product_id, variant_id, kind, field, previous_value, actor, occurred_at)
    select ${org}, 1000000 + n * 2 + e, ${id('product', `n % ${products}`)}, ${id('variant')}, 'price_changed', 'price_cents', '2500', 'user:Bench',
      now() - (n * 7 + e * 1000) % ${historyDays} * interval '1 day' - n % 1000 * interval '1 minute'
    from ${numbers(count)}, generate_series(0, 1) e`,
  `insert into bundles (organization_id, bundle_variant_id)
    select ${org}, ${id('variant')} from generate_series(0, ${count - 1}, 500) n`,
  `insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
    select ${org}, ${id('variant')}, ${id('variant', 'n + c')}, 1
    from generate_series(0, ${count - 1}, 500) n, generate_series(1, 2) c`,
]

/** Each level opens, and receives and ships in turn; the last shipment of every ninth takes all that is left. */
const moves = 5
const movedUnits = (n: string, k: string) => `case when ${k} = 1 then 60 + ${n} % 200
    when ${k} = ${moves} and ${n} % 9 = 0 then -(60 + ${n} % 200 - 5) when ${k} % 2 = 0 then 40 else -45 end`
const levels = (variants: number) =>
  `(select n, place from ${numbers(variants)}, generate_series(0, ${locationCount - 1}) place
    where place < 2 or (n + place) % 4 = 0) l`

const stock = ({ org, id, variants: count }: Names) => [
  `insert into stock_levels (organization_id, variant_id, location_id, on_hand, committed, incoming, average_cost, sequence,
      units_per_day)
    select ${org}, ${id('variant')}, ${id('location', 'place')},
      (select sum(${movedUnits('n', 'k')}) from generate_series(1, ${moves}) k), n % 4, n % 3 * 10,
      case when n % 40 > 0 then 8 + n % 25 end, ${moves}, case when n % 5 < 4 then 0.1 + n % 20 end
    from ${levels(count)}`,
  `insert into stock_movements (organization_id, movement_id, variant_id, location_id, sequence, kind, quantity_delta, on_hand_after,
      occurred_at, unit_cost, landed_unit_cost, currency, document_type, document_id, document_name, document_line_id, actor)
    select ${org}, 1000000 + row_number() over (order by k, n, place), ${id('variant')}, ${id('location', 'place')}, k,
      case when k = 1 then 'opening' when k % 2 = 0 then 'receipt' else 'fulfilment' end, units,
      sum(units) over (partition by n, place order by k),
      date_trunc('day', now()) - interval '1 hour' * (24 * (${historyDays} - (k - 1) * 160 - n % 60) + n % 24),
      8 + n % 25, 9 + n % 25, 'USD', case when k = 1 then 'ledger_opening' else 'manual_adjustment' end, 'bench ' || k,
      'Bench', n || ' ' || place, 'user:Bench'
    from (select n, place, k, ${movedUnits('n', 'k')} as units from ${levels(count)}, generate_series(1, ${moves}) k) m
    order by k, n`,
]

/**
 * Two years of orders, one for 50 variants: a hundred lines of ten products in two categories, so that each variant is
 * ordered once a year. Orders of the last 60 days are open; the oldest of these had their first delivery.
 */
const linesPerOrder = 100
const age = `n % ${historyDays}`
const orderStatus = `case when ${age} < 3 then 'draft' when ${age} < 10 then 'approved' when ${age} < 40 then 'issued'
  when ${age} < 60 then 'partially_delivered' else 'closed' end`
const dueDate = `current_date - ${age} + 45 + n % 20`

const orders = ({ org, id, variants: count, products }: Names) => [
  `insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, supplier_id, location_id,
      currency, order_date, expected_delivery_date, issued_at)
    select ${org}, ${id('order')}, 'PO-' || n, 'purchase', ${orderStatus}, ${id('supplier', `n % ${supplierCount}`)},
      ${id('location', 'n % 2')}, 'USD', current_date - ${age}, ${dueDate},
      case when ${age} >= 10 then now() - ${age} * interval '1 day' end
    from ${numbers(Math.ceil(count / 50))}`,
  `insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity, delivered_quantity,
      unit_cost, expected_delivery_date)
    select ${org}, ${id('order')}, ${id('line', `n || ' ' || line`)},
      ${id('variant', `(((n * 37 + line / 10 * ${categoryCount} + line / 10 % 2) % ${products} + line % 10 * ${products}) % ${count})`)},
      100, case when ${age} >= 60 or ${age} >= 40 and line % 2 = 0 then 100 else 0 end, 8 + n % 20,
      case when n % 3 = 0 and line % 2 = 1 then ${dueDate} + 14 end
    from ${numbers(Math.ceil(count / 50))}, generate_series(0, ${linesPerOrder - 1}) line`,
]

/** How many days apart the n-th variant sells. */
const classes = `case when n % 100 < 2 then 1 when n % 100 < 20 then 4 else 15 end`

const sales = ({ org, id, variants: count }: Names) => [
  `create temp table bench_variants on commit drop as
    select n, ${id('variant')} as variant_id, ${classes} as step, 2000 + n % 60 * 100 as cents from ${numbers(count)}`,
  `create temp table bench_channels on commit drop as
    select n, ${id('channel')} as sales_channel_id, ${id('location', `n % ${locationCount}`)} as location_id
    from ${numbers(channelCount)}`,
  `insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, units, returned_units,
      gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
      known_regular_value_cents, known_markdown_units)
    select ${org}, s.variant_id, current_date - ${historyDays} + s.d, c.sales_channel_id, c.location_id, s.units, s.back,
      s.units * s.cents, s.units * s.cents / 10 * (s.d % 3), s.back * s.cents, s.units * s.cents / 12, s.units + s.back,
      (s.units - s.back) * s.cents / 3, s.units, s.units * s.cents, case when s.d % 3 > 0 then s.units else 0 end
    from (
      select v.*, d, k, 1 + (v.n + d) % 3 as units, case when (v.n + d) % 11 = 0 then 1 else 0 end as back
      from generate_series(0, ${historyDays}) d
      join bench_variants v on (d + v.n) % v.step = 0
      cross join generate_series(0, 1) k
      where k = 0 or v.step = 1
    ) s join bench_channels c on c.n = (s.n + s.d / s.step + s.k) % ${channelCount}`,
  `insert into sales_channel_days (organization_id, day, sales_channel_id, origin)
    select ${org}, current_date - d, ${id('channel')}, 'orders'
    from ${numbers(channelCount)}, generate_series(0, ${historyDays}) d`,
  `insert into weekly_forecasts (organization_id, variant_id, sales_channel_id, week_start, origin_week, forecast_units)
    select ${org}, v.variant_id, ${id('channel', `v.n % ${channelCount}`)}, date_trunc('week', current_date)::date + 7 * w,
      date_trunc('week', current_date)::date - case when w < 0 then 7 * (1 - w) else 7 end - 0, 1 + v.n % 9
    from bench_variants v, generate_series(${-forecastWeeks.measured}, ${forecastWeeks.ahead}) w`,
  `insert into price_measures (organization_id, variant_id, end_exclusive, elasticity, standard_error, low, high, sold_rows,
      sold_checksum, ledger_rows)
    select ${org}, variant_id, date_trunc('week', current_date)::date, -1.5 - n % 10 * 0.1, 0.3, -2.5, -0.8, 1, 1, 1
    from bench_variants`,
  `insert into forecast_runs (organization_id, origin_week, ended_at)
    select ${org}, date_trunc('week', current_date)::date - 7, now()`,
  `insert into demand_events (organization_id, event_id, name, kind, starts_on, ends_on, created_by)
    select ${org}, ${id('event')}, 'Event ' || n, 'promotion', current_date - 60 - n * 20, current_date - 50 - n * 20, 'user:Bench'
    from ${numbers(20)}`,
]

const figures = `row_count, units, returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units,
  known_cost_cents, priced_units, known_regular_value_cents, known_markdown_units`
const added = figures
  .split(',')
  .map((name) => `sum(s.${name.trim()})`)
  .join(', ')

/** The sums that triggers and jobs keep, made at once from the rows as a migration makes them. */
const sums = ({ org }: Names) => [
  `insert into sales_by_product (organization_id, day, sales_channel_id, product_id, currency, ${figures})
    select ${org}, s.day, s.sales_channel_id, v.product_id, s.currency, ${added.replace('sum(s.row_count)', 'count(*)')}
    from sales_daily s join variants v on v.organization_id = ${org} and v.variant_id = s.variant_id
    where s.organization_id = ${org} group by 2, 3, 4, 5`,
  `insert into sales_by_channel (organization_id, day, sales_channel_id, currency, ${figures})
    select ${org}, s.day, s.sales_channel_id, s.currency, ${added} from sales_by_product s
    where s.organization_id = ${org} group by 2, 3, 4`,
  `insert into sales_product_categories (organization_id, product_id, category_id)
    select ${org}, p.product_id, p.category_id from products p where p.organization_id = ${org}`,
  `insert into sales_by_category (organization_id, day, sales_channel_id, category_id, currency, ${figures})
    select ${org}, s.day, s.sales_channel_id, m.category_id, s.currency, ${added}
    from sales_by_product s join products m on m.organization_id = ${org} and m.product_id = s.product_id
    where s.organization_id = ${org} group by 2, 3, 4, 5`,
]

/** Plans, and the stock and the orders whose triggers did not run. */
const plans = ({ org, id }: Names) => [
  ...planningStatements({ org, id, categories: categoryCount, channels: channelCount }),
  `insert into stock_value_changes (organization_id, variant_id)
    select distinct organization_id, variant_id from stock_levels where organization_id = ${org}`,
  `insert into purchase_order_changes (organization_id, purchase_order_id)
    select organization_id, purchase_order_id from purchase_orders where organization_id = ${org}`,
  `insert into stock_level_changes (organization_id, variant_id)
    select organization_id, variant_id from variants where organization_id = ${org}`,
]

/** `table`: the one that gets most rows, whose indexes are made afterwards. */
export interface Step {
  step: string
  table: string
  texts: string[]
}

export const statementsFor = (size: Size): Step[] => {
  const names = namesOf(size)
  return [
    { step: 'catalogue', table: 'catalogue_events', texts: [...masterData(names), ...variants(names)] },
    { step: 'stock', table: 'stock_movements', texts: [...stock(names), ...orders(names)] },
    { step: 'sales', table: 'sales_daily', texts: sales(names) },
    { step: 'sums', table: 'sales_by_product', texts: sums(names) },
    { step: 'plans', table: 'buy_plan_version_cells', texts: plans(names) },
  ]
}
