import { uuidv7 } from 'uuidv7'
import { products, variants } from '../../../db/schema/catalogue.ts'
import { catalogue_events } from '../../../db/schema/catalogue/events.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import type { WriteCall } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Count, Flag, Shape, Text, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import { refreshCover } from '../../ledger/cover.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { starter } from './starter.ts'

const Written = Shape(
  {
    locations: Count('Number of locations written.'),
    sales_channels: Count('Number of sales channels written.'),
    suppliers: Count('Number of suppliers written.'),
    accounts: Count('Number of trading accounts written.'),
    categories: Count('Number of categories written; one that the sandbox has under its name is kept.'),
    products: Count('Number of products written.'),
    variants: Count('Number of variants written.'),
    stock_levels: Count('Number of variant and location pairs with opening stock.'),
  },
  {
    $id: 'SeededRecords',
    description: 'Number of rows of each kind written by this call; all zero when the sandbox was already seeded.',
  },
)

const nothing = {
  locations: 0,
  sales_channels: 0,
  suppliers: 0,
  accounts: 0,
  categories: 0,
  products: 0,
  variants: 0,
  stock_levels: 0,
}
const read_next = [
  'GET /api/v1/products/table',
  'GET /api/v1/variants/table',
  'GET /api/v1/inventory/table',
  'GET /api/v1/inventory/position?variant_id={variant_id}',
]

export const seedSandbox = operation({
  id: 'sandbox.seed',
  route: 'POST /api/v1/sandbox/seed',
  summary: 'Seed a sandbox',
  desc: ({ already_seeded }) =>
    already_seeded
      ? 'The sandbox already has its starter data; nothing was written.'
      : 'Sandbox seeded with starter data.',
  description:
    'Writes two locations, two sales channels, two suppliers, a trading account, an empty category, three products with two variants each, and opening stock for each variant at both locations. A sandbox is seeded once: a second call writes nothing and sets `already_seeded`. An organisation that is not a sandbox, or a sandbox that already has one of the starter SKUs, or a supplier, trading account, location or sales channel of a starter name, is refused with `conflict`, and nothing is written.',
  emits: ['movement.recorded'],
  answer: Shape({
    seeded: Flag('Whether this call wrote the data.'),
    already_seeded: Flag('Whether an earlier call wrote the data.'),
    read_next: Type.Array(Text('A request that now has something to show.')),
    written: Written,
  }),
  refusals: ['conflict'],
  conflict:
    'The organisation is not a sandbox, or has a record with the name of one of the starter data. Nothing is written.',
  async run({ sql, caller, now }) {
    if (!caller.sandbox) {
      refuse('conflict', {
        desc: 'Only a sandbox organisation can be seeded with starter data; this organisation is live. Nothing was written.',
      })
    }
    const [organization] = await sql<{ seeded_at: string | null }[]>`
      select seeded_at from organizations where organization_id = ${caller.organization_id} for update`
    if (organization?.seeded_at != null) return { seeded: false, already_seeded: true, read_next, written: nothing }
    await refuseClash(sql, caller.organization_id)
    const written = await writeStarter(sql, caller, now)
    await sql`update organizations set seeded_at = now() where organization_id = ${caller.organization_id}`
    return { seeded: true, already_seeded: false, read_next, written }
  },
})

/** Starter data never overwrites existing records. */
async function refuseClash(sql: WriteCall['sql'], organization_id: string): Promise<void> {
  const skus = starter.products.flatMap(({ variants }) => variants.map(({ sku }) => sku))
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name.toLowerCase())
  const [held] = await sql<{ name: string }[]>`
    select sku as name from variants where organization_id = ${organization_id} and sku in ${sql(skus)}
    union all select name from suppliers
      where organization_id = ${organization_id} and lower(name) in ${sql(namesOf(starter.suppliers))}
    union all select name from trading_partners
      where organization_id = ${organization_id} and lower(name) in ${sql(namesOf(starter.accounts))}
    union all select name from locations
      where organization_id = ${organization_id} and lower(name) in ${sql(namesOf(starter.locations))}
    union all select name from sales_channels
      where organization_id = ${organization_id} and lower(name) in ${sql(namesOf(starter.sales_channels))}
    limit 1`
  if (held === undefined) return
  refuse('conflict', {
    desc: `This sandbox already has ${held.name}, which is part of the starter data. Seed a new sandbox instead. Nothing was written.`,
  })
}

async function writeStarter(sql: WriteCall['sql'], caller: WriteCall['caller'], now: string) {
  const { organization_id, currency } = caller
  const newLocations = starter.locations.map((location) => ({ organization_id, location_id: uuidv7(), ...location }))
  const newChannels = starter.sales_channels.map((channel) => ({
    organization_id,
    sales_channel_id: uuidv7(),
    ...channel,
  }))
  const newSuppliers = starter.suppliers.map((supplier) => ({
    organization_id,
    supplier_id: uuidv7(),
    currency,
    ...supplier,
  }))
  const newAccounts = starter.accounts.map((account) => ({
    organization_id,
    trading_partner_id: uuidv7(),
    currency,
    ...account,
  }))
  const newProducts = starter.products.map(({ variants: _variants, ...product }) => ({
    organization_id,
    product_id: uuidv7(),
    currency,
    status: 'ACTIVE',
    ...product,
  }))
  const newVariants = starter.products.flatMap((product, i) =>
    product.variants.map((variant, j) => ({
      organization_id,
      product_id: newProducts[i]!.product_id,
      variant_id: uuidv7(),
      position: j + 1,
      ...variant,
    })),
  )
  await sql`insert into locations ${sql(newLocations)}`
  await sql`insert into sales_channels ${sql(newChannels)}`
  await sql`insert into suppliers ${sql(newSuppliers)}`
  await sql`insert into trading_partners ${sql(newAccounts)}`
  // A category of that name is kept.
  const newCategory = { organization_id, category_id: uuidv7(), name: starter.category }
  const { count: newCategories } = await sql`insert into categories ${sql(newCategory)} on conflict do nothing`
  await sql`
    insert into products (${productRows.names}) select ${productRows.values} from ${productRows.from(newProducts)}`
  await sql`
    insert into variants (${variantRows.names}) select ${variantRows.values} from ${variantRows.from(newVariants)}`
  const created = [
    ...newProducts.map(({ product_id }) => ({ organization_id, product_id, variant_id: null })),
    ...newVariants.map(({ product_id, variant_id }) => ({ organization_id, product_id, variant_id })),
  ]
  await recordCreation(sql, created, actorOf(caller), now)
  await sql`insert into product_channels ${sql(newProducts.flatMap(({ product_id }) => newChannels.map(({ sales_channel_id }) => ({ organization_id, product_id, sales_channel_id }))))}`
  await sql`insert into supplier_variants ${sql(suppliedBy(organization_id, newProducts, newVariants, newSuppliers))}`
  const openings = openingsOf(organization_id, newVariants, newLocations)
  await bookMovements(sql, bookingOf(caller, now, 'none'), openings)
  await refreshCover(sql, organization_id, now)
  return {
    locations: newLocations.length,
    sales_channels: newChannels.length,
    suppliers: newSuppliers.length,
    accounts: newAccounts.length,
    categories: newCategories,
    products: newProducts.length,
    variants: newVariants.length,
    stock_levels: openings.length,
  }
}

/** A supplier makes the products whose vendor is the start of its name. */
function suppliedBy(
  organization_id: string,
  products: readonly { product_id: string; vendor: string }[],
  variants: readonly { product_id: string; variant_id: string; sku: string; unit_cost: string }[],
  suppliers: readonly { supplier_id: string; name: string; lead_time_days: number }[],
) {
  return variants.map(({ product_id, variant_id, sku, unit_cost }) => {
    const { vendor } = products.find((product) => product.product_id === product_id)!
    const { supplier_id, lead_time_days } = suppliers.find(({ name }) => name.startsWith(vendor))!
    const terms = { min_order_quantity: 24, batch_size: 12, lead_time_days }
    return { organization_id, variant_id, supplier_id, supplier_sku: `S-${sku}`, unit_cost, ...terms }
  })
}

/** Opening stock of every variant at every location, each with a different quantity. */
function openingsOf(
  organization_id: string,
  variants: readonly { variant_id: string; unit_cost: string }[],
  locations: readonly { location_id: string }[],
): MovementToBook[] {
  const document = { type: 'ledger_opening', id: organization_id, name: 'Starter stock' } as const
  return variants.flatMap(({ variant_id, unit_cost }, i) =>
    locations.map(({ location_id }, j) => ({
      variant_id,
      location_id,
      kind: 'opening' as const,
      quantity_delta: starter.opening_units[(i + j) % starter.opening_units.length]!,
      unit_cost,
      document,
      document_line_id: `${variant_id} ${location_id}`,
    })),
  )
}

const productRows = recordset(products, [
  'organization_id',
  'product_id',
  'title',
  'description',
  'vendor',
  'class',
  'status',
  'country_of_origin',
  'hs_code',
  'currency',
  'options',
  'tags',
])
const variantRows = recordset(variants, [
  'organization_id',
  'variant_id',
  'product_id',
  'sku',
  'barcode',
  'title',
  'option_values',
  'position',
  'price_cents',
  'unit_cost',
  'weight_kg',
])
const eventRows = recordset(catalogue_events, ['organization_id', 'product_id', 'variant_id'])

/** Starts the timelines with a created event for every product and variant. */
const recordCreation = (
  sql: WriteCall['sql'],
  rows: readonly RecordsetRow<typeof eventRows>[],
  actor: string,
  now: string,
) => sql`
  insert into catalogue_events (${eventRows.names}, kind, actor, occurred_at)
  select ${eventRows.values}, 'created', ${actor}, ${now}::timestamptz from ${eventRows.from(rows)}`
