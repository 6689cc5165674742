/** The stocktake resource and its path parameters. */
import { Id, type Static, Type } from '../../contract/schema.ts'
import { stocktakesTable } from './stocktakes_table.ts'

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
