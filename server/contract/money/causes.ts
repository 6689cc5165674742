/** Why figures are missing, as codes beside the sentences. */
import { named } from '../openapi/named.ts'
import type { FigureCause } from './figure_causes.ts'
import { Nullable, OpenChoice } from '../schema.ts'

export const missingCauses = named('MissingCause', [
  'no_exchange_rate',
  'no_unit_cost',
  'no_price',
  'no_plan',
  'no_plan_value',
  'no_supplier',
  'no_terms',
  'not_recorded',
  'month_not_started',
  'month_ended',
] as const satisfies readonly FigureCause[])
export type MissingCause = (typeof missingCauses)[number]

export const Cause = Nullable(
  OpenChoice(
    missingCauses,
    'Why the figure is missing; null if it is present, or if the sentence alone says why. no_exchange_rate: no rate of a currency is stored. no_unit_cost: a unit has no known cost. no_price: a unit has no regular price. no_plan: no published plan covers it. no_plan_value: the plan leaves it empty. no_supplier: nothing shows which supplier would be paid. no_terms: the suppliers have no known payment terms, so nothing says when they are paid. not_recorded: nothing was recorded of it, so it is not known to be zero. month_not_started, month_ended: the figure belongs to months that run or have begun.',
  ),
)
