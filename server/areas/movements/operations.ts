/** The ledger's read. */
export const movements_operations = []
