/** Product-data reads. */
export const pim_operations = []
