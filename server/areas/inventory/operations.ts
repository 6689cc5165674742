/** Stock reads. */
export const inventory_operations = []
