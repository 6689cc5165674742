/**
 * Column types shared by all tables. Each tenant table has organization_id first in its primary key,
 * and every foreign key is composite with it, so that no row can reference another organisation.
 */
import { unitsOfMeasure } from '../../server/contract/units_of_measure.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { bigint, check, customType, date, integer, numeric, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'

export const organizationId = () => uuid().notNull()
export const instant = () => timestamp({ withTimezone: true, mode: 'string' })
export const recordedNow = () => instant().notNull().defaultNow()
export const day = () => date({ mode: 'string' })
/** Integer hundredths of the currency in the same row. */
export const cents = () => bigint({ mode: 'number' })
/** Cents with what units of a part of a cent come to: sums are exact, and are rounded where they are shown. */
export const exactCents = () => numeric()
/** Cost of one unit, or of several: four decimals, and up to ten where a quotient needs them; never a float. */
export const unitCost = () => numeric()
/** Cost of one unit as people and files state it: with four decimals. */
export const statedCost = () => numeric({ precision: 18, scale: 4 })
/** A check that a text is one of a list, which the OpenAPI document also publishes if the field is public. */
export const isOneOf = (column: AnyColumn | SQL, list: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(list.map((text) => `'${text}'`).join(', '))})`
/** Checks of a unit of purchase: known, of so many single units, and divided evenly by its inner packs. */
export const packingChecks = (
  table: string,
  t: { purchase_unit: AnyColumn; purchase_unit_factor: AnyColumn; inner_pack_quantity: AnyColumn },
) => [
  check(`${table}_unit_known`, isOneOf(t.purchase_unit, unitsOfMeasure)),
  check(
    `${table}_unit_has_factor`,
    sql`${t.purchase_unit_factor} >= 1 and (${t.purchase_unit} <> 'EA' or ${t.purchase_unit_factor} = 1)
      and (${t.purchase_unit} <> 'DZ' or ${t.purchase_unit_factor} = 12)`,
  ),
  check(
    `${table}_inner_packs_fit`,
    sql`${t.inner_pack_quantity} >= 1 and ${t.inner_pack_quantity} < ${t.purchase_unit_factor}
      and ${t.purchase_unit_factor} % ${t.inner_pack_quantity} = 0`,
  ),
]
/** A barcode without its leading zeros: bareBarcode in records/variant_names.rules.ts. */
export const bareBarcode = (barcode: AnyColumn): SQL => sql`ltrim(${barcode}, '0')`
/** A SKU in which letters that recognition of text takes for each other are one: foldSku in selling/order_documents/. */
export const foldedSku = (sku: AnyColumn): SQL =>
  sql`translate(upper(regexp_replace(${sku}, '[^A-Za-z0-9]', '', 'g')), 'OQDILZSGB', '000112568')`
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * The queue's columns of a job (server/queue/kind.ts). A claim counts the attempt and leases the job; the attempt's
 * number is the fencing token required to end it, so another worker can take over when one dies. The lease is not
 * indexed and pages are filled to 70 %, so that a claim is a HOT update.
 */
export const queueColumns = () => ({
  /** Number of attempts ever made; the last one's number is its fencing token. */
  attempts: integer().notNull().default(0),
  /** Failed attempts since the job was last requested; the kind's schedule defines after how many it fails for good. */
  round_failures: smallint().notNull().default(0),
  /** When the next attempt is due; null if the job is not waiting. */
  next_attempt_at: instant(),
  leased_until: instant(),
  ended_at: instant(),
})
