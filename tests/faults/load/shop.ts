/** One organisation under load, and what its callers know of it: everything that was acknowledged. */
import { uuidv7 } from 'uuidv7'
import { bookMovements } from '../../../server/ledger/book.ts'
import { newClient, type Rig } from '../rig.ts'
import { openTrade, type Trade } from '../clients/trade.ts'

const variant_count = 50
const locationCount = 4
const opening_units = 10_000
/** Few units of a component that kits need many of: all units on hand are soon reserved, and no more can be. */
const partUnits = 500
const partsPerKit = 3

export interface KnownLine {
  line_id: string
  variant_id: string
  quantity: number
  delivered: number
}

export interface KnownOrder {
  id: string
  external_id: string
  place: string
  /** Only for a transfer. */
  source: string | null
  status: string
  lines: KnownLine[]
}

export interface KnownDelivery {
  id: string
  order: KnownOrder
  units: Map<string, number>
  is_removed: boolean
}

/** A sales order whose lines are shipped and invoiced whole. */
export interface KnownSale {
  id: string
  place: string
  lifecycle: string
  lines: { line_id: string; variant_id: string; quantity: number }[]
  units: { allocated: number; fulfilled: number; cancelled: number; invoiced: number; returned: number }
}

export const quantityOf = ({ lines }: KnownSale): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export interface Shop extends Trade {
  organization_id: string
  keys: string[]
  supplier_id: string
  places: string[]
  variants: string[]
  /** Made of parts_per_kit of the part; no units of either are moved. */
  kit: string
  part: string
  orders: KnownOrder[]
  deliveries: KnownDelivery[]
  stocktakes: string[]
  sales: KnownSale[]
  /** Taken and shipped. */
  sold_units: number
  /** Opening stock. */
  opening: Map<string, number>
  /** Effect of acknowledged writes on a pair of variant and location, excluding counts. */
  moved: Map<string, number>
}

export const pairOf = (variant_id: string, location_id: string) => `${variant_id} ${location_id}`

export function move(shop: Shop, variant_id: string, location_id: string, units: number): void {
  const pair = pairOf(variant_id, location_id)
  shop.moved.set(pair, (shop.moved.get(pair) ?? 0) + units)
}

async function openStock({ sql }: Pick<Rig, 'sql'>, shop: Omit<Shop, keyof Trade>, product_id: string): Promise<Trade> {
  const { organization_id, variants, places, kit, part } = shop
  const stocked = [
    ...variants.map((variant_id) => ({ variant_id, units: opening_units })),
    { variant_id: part, units: partUnits },
  ]
  const trade = await sql.begin(async (tx) => {
    await tx`
      insert into suppliers (organization_id, supplier_id, name, currency)
      values (${organization_id}, ${shop.supplier_id}, 'Mill', 'USD')`
    await tx`
      insert into locations (organization_id, location_id, name)
      select ${organization_id}, p.id::uuid, 'Bay ' || p.place
      from unnest(${places}::text[]) with ordinality as p (id, place)`
    await tx`
      insert into products (organization_id, product_id, title, status, currency)
      values (${organization_id}, ${product_id}, 'Crate', 'ACTIVE', 'USD')`
    await tx`
      insert into variants (organization_id, variant_id, product_id, sku, title, unit_cost)
      select ${organization_id}, v.id::uuid, ${product_id}, 'CRATE-' || v.place, 'Crate', 5
      from unnest(${[...variants, kit, part]}::text[]) with ordinality as v (id, place)`
    const bom_id = uuidv7()
    await tx`
      insert into bills_of_materials (organization_id, bom_id, variant_id, name, is_active)
      values (${organization_id}, ${bom_id}, ${kit}, 'Kit', true)`
    await tx`
      insert into bill_of_materials_lines (organization_id, bom_id, variant_id, quantity)
      values (${organization_id}, ${bom_id}, ${part}, ${partsPerKit})`
    const booking = { organization_id, actor: 'faults', now: new Date().toISOString(), currency: 'USD' } as const
    await bookMovements(
      tx as never,
      { ...booking, floor: 'none' },
      stocked.flatMap(({ variant_id, units }) =>
        places.map((location_id) => ({
          variant_id,
          location_id,
          kind: 'opening' as const,
          quantity_delta: units,
          unit_cost: '5',
          document: { type: 'ledger_opening' as const, id: organization_id, name: 'Opening' },
          document_line_id: pairOf(variant_id, location_id),
        })),
      ),
    )
    return openTrade(tx, organization_id, places)
  })
  for (const { variant_id, units } of stocked)
    for (const location_id of places) shop.opening.set(pairOf(variant_id, location_id), units)
  return trade
}

export async function newShop(rig: Pick<Rig, 'sql'>, keyCount: number): Promise<Shop> {
  const shop = {
    ...(await newClient(rig, keyCount)),
    supplier_id: uuidv7(),
    places: Array.from({ length: locationCount }, () => uuidv7()),
    variants: Array.from({ length: variant_count }, () => uuidv7()),
    kit: uuidv7(),
    part: uuidv7(),
    orders: [],
    deliveries: [],
    stocktakes: [],
    sales: [],
    sold_units: 0,
    opening: new Map(),
    moved: new Map(),
  }
  return { ...shop, ...(await openStock(rig, shop, uuidv7())) }
}
