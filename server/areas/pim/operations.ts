/** Product-data reads. */
import { getPimProduct } from './get_product.ts'
import { listPimProducts } from './list_products.ts'

export const pim_operations = [listPimProducts, getPimProduct]
