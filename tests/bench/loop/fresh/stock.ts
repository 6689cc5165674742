import { uuidv7 } from 'uuidv7'
import { limits } from '../../../../server/contract/limits.ts'
import type { Client } from '../client.ts'
import type { MakeFresh } from '../fresh.ts'
import { type Known, putFile } from '../records.ts'

/** Variants at the first location, and at others until a stocktake is full. */
const pairs = ({ variant_ids, location_ids }: Known) =>
  location_ids
    .flatMap((location_id) => variant_ids.map((variant_id) => ({ variant_id, location_id })))
    .slice(0, limits.stocktake_lines_max)

const counted_on = new Date().toISOString().slice(0, 10)

function stocktakeOf(known: Known) {
  const location_ids = known.location_ids.slice(0, 2)
  const variant_ids = known.variant_ids.slice(0, limits.stocktake_lines_max / location_ids.length)
  return { name: uuidv7(), counted_on, location_ids, variant_ids }
}

const newStocktake = async ({ make }: Client, known: Known): Promise<string> =>
  (await make('POST', '/api/v1/stocktakes', stocktakeOf(known))).id

const countsOf = (known: Known, counted_quantity: number) => {
  const { location_ids, variant_ids } = stocktakeOf(known)
  return pairs({ ...known, location_ids, variant_ids }).map((pair) => ({ ...pair, counted_quantity }))
}

async function counted(client: Client, known: Known): Promise<string> {
  const stocktake_id = await newStocktake(client, known)
  await client.make('PATCH', `/api/v1/stocktakes/${stocktake_id}/counts`, { counts: countsOf(known, 41) })
  return stocktake_id
}

/** Made for one run, and read by several requests. */
let shared: Promise<string> | null = null
const reading: MakeFresh = async (client, known) => ({
  ids: { stocktake_id: await (shared ??= counted(client, known)) },
})

export const ofStock: Readonly<Record<string, MakeFresh>> = {
  'stocktakes.create': async (_, known) => ({ body: stocktakeOf(known) }),
  'stocktakes.delete': async (client, known) => ({ ids: { stocktake_id: await counted(client, known) } }),
  'stocktakes.get': reading,
  'stocktakes.list_lines': reading,
  'stocktakes.record_counts': async (client, known) => ({
    ids: { stocktake_id: await newStocktake(client, known) },
    body: { counts: countsOf(known, 12) },
  }),
  'stocktakes.import': async (client, known) => {
    const { location_ids, variant_ids } = stocktakeOf(known)
    const names = await client.sql<{ name: string }[]>`
      select name from locations where location_id = any(${client.sql.array([...location_ids])}::uuid[])`
    const skus = await client.sql<{ sku: string }[]>`
      select sku from variants where organization_id = ${client.organization_id} order by variant_id
      limit ${variant_ids.length}`
    const rows = names.flatMap(({ name }) => skus.map(({ sku }) => `${sku},7,${name}`))
    const s3_key = await putFile(client, 'count.csv', ['Item code,Counted,Where', ...rows].join('\n'))
    const mappings = { sku: 'Item code', counted_quantity: 'Counted', location: 'Where' }
    return { ids: { stocktake_id: await newStocktake(client, known) }, body: { s3_key, mappings } }
  },
  'stocktakes.post': async (client, known) => ({ ids: { stocktake_id: await counted(client, known) } }),
}
