/**
 * What a request changes so that it cannot be sent twice, made anew before each: records in the state that the operation
 * starts from, as large as they may be, and bodies with names and ids of their own.
 */
import type { Client } from './client.ts'
import { ofPartners } from './fresh/partners.ts'
import { ofPurchasing } from './fresh/purchasing.ts'
import { ofSelling } from './fresh/selling.ts'
import { ofStock } from './fresh/stock.ts'
import { ofSuppliers } from './fresh/suppliers.ts'
import type { Known } from './records.ts'

export interface Fresh {
  /** Ids of records by the name of the parameter. */
  ids?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  /** A body of bytes. */
  raw?: string
}

export type MakeFresh = (client: Client, known: Known) => Promise<Fresh>

export const freshRequests: Readonly<Record<string, MakeFresh>> = {
  ...ofSuppliers,
  ...ofPurchasing,
  ...ofSelling,
  ...ofStock,
  ...ofPartners,
}
