/** Stock reads. */
import { allocationMatrix } from './allocation_matrix.ts'
import { readPosition } from './position.ts'

export const inventory_operations = [allocationMatrix, readPosition]
