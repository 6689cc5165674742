/** What the commitment lines of the plan side do not contain, by cause, category and currency. Pure. */
import { amountOf, categoryKey } from '../../commitment_grids/grid.rules.ts'
import type { PlanCell } from '../../commitment_grids/plans_in_force.store.ts'
import { type Actual, known, unknown } from '../../contract/money.ts'
import { type LeftOutCause, leftOutCauses } from '../known_values.ts'
import type { IntakeFact } from './intake_facts.store.ts'

export interface LeftOutCommitment {
  commitment_id: string
  currency: string
  status: string
  /** Cells of the version in force; null without a locked version. */
  cells: readonly PlanCell[] | null
}

export interface LeftOut {
  cause: LeftOutCause
  category_id: string | null
  category: string | null
  currency: string
  commitments: number
  intake_committed: Actual
  intake_on_order: Actual
  intake_received: Actual
}

const reasons: Record<LeftOutCause, string> = {
  no_locked_version: 'No version of the monthly plan of the commitment has been locked.',
  other_year: 'The commitment plans no month of the fiscal year.',
  retired: 'The commitment is retired.',
  category_not_in_plan: 'The buy plan has no cells of the category.',
}
export const whyLeftOut = (cause: LeftOutCause): string => reasons[cause]

/** Why none of a commitment's figures count in a year; null if they do. */
function causeOf({ status, cells }: LeftOutCommitment, fiscal_year: number): LeftOutCause | null {
  if (status === 'retired') return 'retired'
  if (cells === null) return 'no_locked_version'
  return cells.some((cell) => cell.fiscal_year === fiscal_year) ? null : 'other_year'
}

interface Part {
  cause: LeftOutCause
  commitment_id: string
  category_id: string | null
  category: string | null
  currency: string
  isPlanned: boolean
  budget_cents: number
  fact: IntakeFact | null
}

/** Budgets are in the currency of the commitment, orders in their own. */
function partsOf(commitment: LeftOutCommitment, facts: readonly IntakeFact[], year: LeftOutYear): Part[] {
  const { commitment_id, currency, cells } = commitment
  const whole = causeOf(commitment, year.fiscal_year)
  const isPlanned = cells !== null
  const budgets = (cells ?? []).filter((cell) => cell.fiscal_year === year.fiscal_year && cell.budget_cents !== 0)
  const parts = [
    ...budgets.map((cell) => ({ ...cell, currency, fact: null })),
    ...facts.map((fact) => ({ ...fact, budget_cents: 0, fact })),
  ]
  return parts.flatMap(({ category_id, category, currency: own, budget_cents, fact }) => {
    const cause = whole ?? (year.categories.has(categoryKey({ category_id })) ? null : 'category_not_in_plan')
    return cause === null
      ? []
      : [{ cause, commitment_id, category_id, category, currency: own, isPlanned, budget_cents, fact }]
  })
}

function leftOut(parts: readonly Part[]): LeftOut {
  const { cause, category_id, category, currency } = parts[0]!
  const ordered = (band: IntakeFact['band']) =>
    amountOf(
      parts.flatMap(({ fact }) =>
        fact?.band === band ? [{ ...fact, amount: fact.order_amount, foreign_lines: 0 }] : [],
      ),
    )
  return {
    cause,
    category_id,
    category,
    currency,
    commitments: new Set(parts.map(({ commitment_id }) => commitment_id)).size,
    intake_committed: parts.every(({ isPlanned }) => isPlanned)
      ? known(parts.reduce((sum, { budget_cents }) => sum + budget_cents, 0))
      : unknown(whyLeftOut('no_locked_version')),
    intake_on_order: ordered('on_order'),
    intake_received: ordered('received'),
  }
}

export interface LeftOutYear {
  fiscal_year: number
  /** Keys of the categories that the buy plan has cells of; empty for products without one. */
  categories: ReadonlySet<string>
}

/** By cause, then by category name, products without a category last, then by currency. */
export function leftOutOf(
  commitments: readonly LeftOutCommitment[],
  facts: readonly IntakeFact[],
  year: LeftOutYear,
): LeftOut[] {
  const ordersOf = Map.groupBy(facts, ({ commitment_id }) => commitment_id)
  const parts = commitments.flatMap((one) => partsOf(one, ordersOf.get(one.commitment_id) ?? [], year))
  const groups = Map.groupBy(parts, (one) => `${one.cause} ${categoryKey(one)} ${one.currency}`)
  return [...groups.values()]
    .map(leftOut)
    .toSorted(
      (one, other) =>
        leftOutCauses.indexOf(one.cause) - leftOutCauses.indexOf(other.cause) ||
        Number(one.category === null) - Number(other.category === null) ||
        (one.category ?? '').localeCompare(other.category ?? '', 'en') ||
        one.currency.localeCompare(other.currency, 'en'),
    )
}
