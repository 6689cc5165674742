/** Inventory, movements, stocktakes and adjustments. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createAdjustment } from './adjustments/create.ts'
import { getAdjustment } from './adjustments/get.ts'
import { listAdjustments } from './adjustments/list.ts'
import { undoAdjustment } from './adjustments/undo.ts'
import { allocationMatrix } from './inventory/allocation_matrix.ts'
import { forecastAccuracy } from './inventory/forecast_accuracy.ts'
import { listInventory } from './inventory/list_inventory.ts'
import { readPosition } from './inventory/position.ts'
import { stockOnHand } from './inventory/stock_on_hand.ts'
import { listMovements } from './movements/list.ts'
import { createStocktake } from './stocktakes/create.ts'
import { deleteStocktake } from './stocktakes/delete.ts'
import { getStocktake } from './stocktakes/get.ts'
import { importCounts } from './stocktakes/import.ts'
import { listStocktakes } from './stocktakes/list.ts'
import { listStocktakeLines } from './stocktakes/list_lines.ts'
import { postStocktake } from './stocktakes/post.ts'
import { recordCounts } from './stocktakes/record_counts.ts'
import { varianceBySupplier } from './stocktakes/variance_by_supplier.ts'

export const stockOperations: readonly Operation[] = [
  // inventory
  allocationMatrix,
  forecastAccuracy,
  readPosition,
  stockOnHand,
  listInventory,
  // stocktakes
  createStocktake,
  deleteStocktake,
  getStocktake,
  recordCounts,
  importCounts,
  postStocktake,
  listStocktakeLines,
  listStocktakes,
  varianceBySupplier,
  // movements
  listMovements,
  // session
  listAdjustments,
  createAdjustment,
  getAdjustment,
  undoAdjustment,
]
