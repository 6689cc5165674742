/** Counting stock. */
export const stocktakes_operations = []
