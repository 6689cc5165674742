/**
 * The columns that every table is made of. Each tenant table has organization_id first in its primary key,
 * and every foreign key is composite with it, so that no row can point into another organisation.
 */
import { bigint, customType, date, numeric, timestamp, uuid } from 'drizzle-orm/pg-core'

export const organizationId = () => uuid().notNull()
export const instant = () => timestamp({ withTimezone: true, mode: 'string' })
export const recordedNow = () => instant().notNull().defaultNow()
export const day = () => date({ mode: 'string' })
/** Integer hundredths of the currency that stands beside it. */
export const cents = () => bigint({ mode: 'number' })
/** What one unit costs; four decimals, never a float. */
export const unitCost = () => numeric({ precision: 18, scale: 4 })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
