/** The ledger's read. */
import { listMovements } from './list.ts'

export const movements_operations = [listMovements]
