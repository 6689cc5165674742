/** Counting stock. */
import type { Operation } from '../../contract/operation.ts'
import { createStocktake } from './create.ts'
import { deleteStocktake } from './delete.ts'
import { getStocktake } from './get.ts'
import { importCounts } from './import.ts'
import { listStocktakes } from './list.ts'
import { listStocktakeLines } from './list_lines.ts'
import { postStocktake } from './post.ts'
import { recordCounts } from './record_counts.ts'
import { varianceBySupplier } from './variance_by_supplier.ts'

export const stocktakes_operations: readonly Operation[] = [
  createStocktake,
  deleteStocktake,
  getStocktake,
  recordCounts,
  importCounts,
  postStocktake,
  listStocktakeLines,
  listStocktakes,
  varianceBySupplier,
]
