/** Rules of adjustments: what a reason allows, and the stock that must remain. Pure. */
import Big from 'big.js'
import { brokenByCost } from '../../contract/amounts.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { type Level, type MovementToBook, pairKey } from '../../ledger/rules.ts'
import type { AdjustmentReason } from '../known_values.ts'

export interface AdjustmentLine {
  variant_id: string
  location_id: string
  quantity: number
  /** Decimal text; only of an increase. */
  unit_cost: string | null
}

/** Reasons that only remove units, and those that only add them; the others do both. */
const removing: ReadonlySet<AdjustmentReason> = new Set([
  'damaged',
  'expired',
  'lost',
  'theft',
  'donation',
  'internal_use',
  'write_off',
])
const adding: ReadonlySet<AdjustmentReason> = new Set(['found', 'initial_count'])

export function checkQuantity(reason: AdjustmentReason, quantity: number, field: string): void {
  if (quantity === 0) refuseField(field, 'must not be zero')
  if (quantity > 0 && removing.has(reason))
    refuseField(field, `must be negative, as the reason ${reason} removes units`, ['-1 or less'])
  if (quantity < 0 && adding.has(reason))
    refuseField(field, `must be positive, as the reason ${reason} adds units`, ['1 or more'])
}

/** Decimal text of the cost of an increase; null where none is stated. */
export function costOf(
  { quantity, unit_cost }: { quantity: number; unit_cost?: number },
  currency: string,
  field: string,
) {
  if (unit_cost === undefined) return null
  if (quantity < 0) refuseField(field, 'can only be given for units that are added')
  const broken = brokenByCost(unit_cost, currency)
  if (broken !== null) refuseField(field, broken.rule, broken.allowed)
  return Big(unit_cost).toFixed()
}

/** A second line for the same stock is a mistake more often than a second change. */
export function checkEachOnce(lines: readonly AdjustmentLine[]): void {
  const seen = new Map<string, number>()
  lines.forEach((line, i) => {
    const before = seen.get(pairKey(line))
    if (before !== undefined)
      refuseField(`lines[${i}]`, `is for the same variant and location as lines[${before}]; send one line with the sum`)
    seen.set(pairKey(line), i)
  })
}

export function unitsOf(lines: readonly AdjustmentLine[]): { units_added: number; units_removed: number } {
  const sum = (sign: 1 | -1) => lines.reduce((total, { quantity }) => total + Math.max(sign * quantity, 0), 0)
  return { units_added: sum(1), units_removed: sum(-1) }
}

/** Evidence of the movements: the reason, and the note if there is one. */
const evidenceOf = (reason: AdjustmentReason, note: string | null) =>
  note === null ? `Reason: ${reason}.` : `Reason: ${reason}. ${note}`

interface NamedAdjustment {
  adjustment_id: string
  name: string
  reason: AdjustmentReason
  note: string | null
  /** When the stock changed, if not now. */
  occurred_at?: string
  lines: readonly AdjustmentLine[]
}

export const movementsOf = ({
  adjustment_id,
  name,
  reason,
  note,
  occurred_at,
  lines,
}: NamedAdjustment): MovementToBook[] =>
  lines.map(({ variant_id, location_id, quantity, unit_cost }, i) => ({
    variant_id,
    location_id,
    kind: 'adjustment',
    quantity_delta: quantity,
    unit_cost,
    ...(occurred_at === undefined ? {} : { occurred_at }),
    document: { type: 'manual_adjustment', id: adjustment_id, name },
    document_line_id: String(i + 1),
    evidence: evidenceOf(reason, note),
  }))

interface Change {
  variant_id: string
  location_id: string
  quantity: number
  sku: string
  location_name: string
  /** Facts that a refusal names. */
  field: string
}

export const leavesTooFew =
  'a line would leave fewer units on hand than are committed to orders (below zero, if `allow_below_committed` is true)'

/**
 * Units that must stay on hand: the committed ones, or zero if the caller allows less. The ledger itself lets on hand
 * fall below zero, as it records sales that have happened; nobody can remove by hand what is not there.
 */
export function checkRemainder(levels: readonly Level[], changes: readonly Change[], allowBelowCommitted: boolean) {
  const levelOf = new Map(levels.map((level) => [pairKey(level), level]))
  for (const { quantity, sku, location_name, field, ...pair } of changes) {
    const { on_hand, committed } = levelOf.get(pairKey(pair))!
    const floor = allowBelowCommitted ? 0 : Math.max(committed, 0)
    if (quantity >= 0 || on_hand + quantity >= floor) continue
    const least = floor - on_hand
    const held = floor === 0 ? '' : `, of which ${committed} are committed to orders`
    const rule = `removes ${-quantity} units of ${sku} at ${location_name}, which has ${on_hand} on hand${held}`
    const allowed = [least < 0 ? `${least} or more` : 'no decrease']
    refuse('conflict', {
      desc: `${field} ${rule}. Allowed: ${allowed[0]}.`,
      data: { field, rule, allowed, ...pair, sku, location_name, on_hand, committed },
    })
  }
}
