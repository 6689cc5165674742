/** Rules for setting stock on hand: the diff of each record, and the movement it leads to. Pure. */
import Big from 'big.js'
import { type FoundVariants, unknownSku, unknownVariant } from '../../records/variant_names.rules.ts'
import { brokenByCost } from '../../contract/amounts.ts'
import { keepsNoStock } from '../../ledger/bundles/parts.rules.ts'
import { limits } from '../../contract/limits.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { RecordFault, RecordDiff } from '../../imports/record_diff.ts'
import type { StockRecord, StockWrite } from './set_stock.model.ts'
import { nameKey, normalText } from '../../records/texts.ts'

/** Facts that a batch of records is checked against. */
export interface StockFacts {
  variants: FoundVariants<{ variant_id: string }>
  /** Location ids by id and by lower-case name. */
  locations: ReadonlyMap<string, string>
  /** The currency of the organisation, in which costs are. */
  currency: string
}

export interface StandingStock {
  on_hand: number
  committed: number
  /** Ledger rows of the pair; 0 when it has none. */
  sequence: number
}

function variantOf({ sku, variant_id }: StockRecord, facts: StockFacts): string | RecordFault {
  if ((sku == null) === (variant_id == null))
    return recordFault('sku', 'is required unless variant_id is given; send exactly one of them', sku, [
      'sku',
      'variant_id',
    ])
  if (variant_id != null) {
    const variant = facts.variants.by_id.get(variant_id.toLowerCase())
    return variant?.variant_id ?? recordFault('variant_id', unknownVariant, variant_id)
  }
  const { by_sku } = facts.variants
  const variant = by_sku.get(sku!) ?? by_sku.get(normalText(sku!))
  return variant?.variant_id ?? recordFault('sku', unknownSku, sku)
}

const locationOf = ({ location }: StockRecord, facts: StockFacts): string | RecordFault =>
  facts.locations.get(nameKey(location)) ??
  recordFault('location', 'must be the name or id of a location of this organisation', location)

function unitsFault({ on_hand, may_be_negative = false }: StockRecord): RecordFault | null {
  const minimum = may_be_negative ? -limits.stock_units_max : 0
  if (Number.isInteger(on_hand) && on_hand >= minimum && on_hand <= limits.stock_units_max) return null
  return recordFault('on_hand', 'must be a whole number of units', on_hand, [`${minimum} to ${limits.stock_units_max}`])
}

const decimal = /^\d{1,14}(\.\d+)?$/

function costFault({ unit_cost }: StockRecord, { currency }: StockFacts): RecordFault | null {
  if (unit_cost == null) return null
  const allowed = [`0 to ${limits.purchase_order_unit_cost_max}, with at most four decimals`]
  const isExact = decimal.test(unit_cost) && Big(unit_cost).round(4).eq(unit_cost)
  if (!isExact || Big(unit_cost).gt(limits.purchase_order_unit_cost_max))
    return recordFault('unit_cost', 'must be a decimal amount', unit_cost, allowed)
  const broken = brokenByCost(unit_cost, currency)
  return broken && recordFault('unit_cost', broken.rule, unit_cost, broken.allowed)
}

const isFault = <T>(result: T | RecordFault | null): result is RecordFault =>
  typeof result === 'object' && result !== null && 'rule' in result

/** The write that a record asks for, or why it cannot be written. */
export function readStockRecord(record: StockRecord, facts: StockFacts): StockWrite | RecordFault[] {
  const [variant_id, location_id] = [variantOf(record, facts), locationOf(record, facts)]
  const faults = [variant_id, location_id, unitsFault(record), costFault(record, facts)].filter(isFault)
  if (faults.length > 0 || isFault(variant_id) || isFault(location_id)) return faults
  return { variant_id, location_id, on_hand: record.on_hand, unit_cost: record.unit_cost ?? null }
}

export const repeatedPair = (record: StockRecord): RecordFault =>
  recordFault('sku', 'is set twice at this location in one batch', record.sku ?? record.variant_id)

/** Units that orders hold must be there; where they hold none, stock below zero is as it was stated. */
export const holdsMore = (committed: number, on_hand: number): boolean => committed > 0 && on_hand < committed

/** Stock that a bundle cannot have. */
export const assembledFault = (record: StockRecord, sku: string): RecordFault =>
  record.variant_id == null
    ? recordFault('sku', keepsNoStock(sku), record.sku)
    : recordFault('variant_id', keepsNoStock(sku), record.variant_id)

/** Stock that orders hold back cannot be set away. */
export const committedFault = (on_hand: number, committed: number): RecordFault =>
  recordFault('on_hand', `must not be below the ${committed} units committed to orders`, on_hand, [
    `${committed} or more`,
  ])

export function diffOf(write: StockWrite, stockOnFile: StandingStock): RecordDiff<StockWrite> {
  const { on_hand, committed, sequence } = stockOnFile
  if (write.on_hand === on_hand) return { outcome: 'unchanged' }
  if (holdsMore(committed, write.on_hand))
    return { outcome: 'refused', faults: [committedFault(write.on_hand, committed)] }
  if (sequence === 0) return { outcome: 'created', write }
  const changes = [{ field: 'on_hand', previous_value: String(on_hand), value: String(write.on_hand) }]
  return { outcome: 'changed', changes, write }
}

interface BookedUnits {
  quantity_delta: number
  sequence: number
  /** Whether its variant is a bundle that is assembled when sold. */
  is_assembled: boolean
  /** The day from which the books are open, if it was booked before. */
  closed_before: string | null
}

/** Why a movement cannot be reversed as if it had never been; null if it can. */
export function obstacleTo(
  { quantity_delta, sequence, is_assembled, closed_before }: BookedUnits,
  level: StandingStock,
  count: { stocktake_name: string } | undefined,
): RecordFault | null {
  const { on_hand, committed } = level
  if (closed_before !== null)
    return recordFault('on_hand', `was set before ${closed_before}, the day from which the books are open`, on_hand, [
      `stock set from ${closed_before} on`,
    ])
  if (count !== undefined)
    return recordFault('on_hand', `was counted since by stocktake ${count.stocktake_name}`, on_hand, [
      'stock not counted since',
    ])
  const later = level.sequence - sequence
  if (later > 0)
    return recordFault('on_hand', `has changed since: ${later} later stock movements`, on_hand, [
      'no later stock movement',
    ])
  const rest = on_hand - quantity_delta
  if (rest < committed && quantity_delta > 0) return committedFault(rest, committed)
  if (is_assembled && rest > Math.max(on_hand, 0))
    return recordFault(
      'on_hand',
      'is of a bundle that has become assembled_when_sold and has no stock of its own',
      rest,
      [`${Math.max(on_hand, 0)}`, 'stock of a bundle that is ready_made'],
    )
  return null
}
