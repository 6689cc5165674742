/** Stock reads. */
import { allocationMatrix } from './allocation_matrix.ts'
import { forecastAccuracy } from './forecast_accuracy.ts'
import { listInventory } from './list_inventory.ts'
import { readPosition } from './position.ts'
import { stockOnHand } from './stock_on_hand.ts'

export const inventory_operations = [allocationMatrix, forecastAccuracy, readPosition, stockOnHand, listInventory]
