/** The database as the service writes to it: every write ends with what its movements of stock mean for orders. */
import { type Database, type DatabaseOptions, openDatabase } from '../../db/client/database.ts'
import { settleMovedStock } from '../selling/fulfilment/resolve_stock_exceptions.ts'

export const openServiceDatabase = (url: string, options: DatabaseOptions = {}): Database =>
  openDatabase(url, { ...options, before_commit: settleMovedStock })
