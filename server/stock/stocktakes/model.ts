/** The stocktake resource and its path parameters. */
import { Id, Instant, type Static, Type } from '../../contract/schema.ts'
import { stocktakesTable } from './stocktakes_table.ts'

/** The instant of a count. */
export const countedAt = Instant(
  'When the stock was counted, not in the future; the time of the request by default. Whatever happened before it is in the count.',
)

export const StocktakeId = Type.Object({ stocktake_id: Id('Id of the stocktake.') })

export const Stocktake = stocktakesTable.row
export type Stocktake = Static<typeof Stocktake>

export interface Pair {
  variant_id: string
  location_id: string
}

export interface Count extends Pair {
  counted_quantity: number
}
