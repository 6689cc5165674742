/** Proposed orders, grouped by supplier, destination and optionally category. Pure. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import {
  type CartonMeasures,
  chooseType,
  containersOf,
  type ContainerType,
  type Demand,
  measure,
} from '../landed_costs/container_plan.rules.ts'
import type { OrderDraft } from '../order_creation/draft.ts'
import type { Grouping } from './generation.model.ts'
import {
  type Candidate,
  type CountContainers,
  type Proposal,
  propose,
  type ReplenishmentPolicy,
} from './replenishment.rules.ts'

/** A variant at a location that may need replenishment, with its supplier. */
export interface SupplyCandidate extends Candidate, CartonMeasures {
  /** null if the variant has no active supplier. */
  supplier_id: string | null
  supplier_name: string | null
  supplier_min_order_quantity: number | null
  supplier_min_order_value_cents: number | null
  category_id: string | null
  sku: string
}

export interface ProposalSettings extends ReplenishmentPolicy {
  group_by: string
  fill_container: boolean
}

export interface OrderProposal {
  supplier_id: string | null
  supplier_name: string | null
  location_id: string
  /** The container that was filled; null if none was. */
  container: ContainerType | null
  proposal: Proposal
}

const groupKey = ({ supplier_id, location_id, category_id }: SupplyCandidate, group_by: Grouping) =>
  [supplier_id, location_id, group_by === 'category' ? category_id : null].join(' ')

type Lines = readonly { variant_id: string; quantity: number }[]

/** Volume and weight of the lines; null if a line has no carton measures. */
function demandOf(lines: Lines, measures: ReadonlyMap<string, CartonMeasures>): Demand | null {
  let demand: Demand = { cbm: Big(0), kg: Big(0) }
  for (const { variant_id, quantity } of lines) {
    const measured = measure(quantity, measures.get(variant_id)!)
    if (measured === null) return null
    demand = { cbm: demand.cbm.plus(measured.cbm), kg: demand.kg.plus(measured.kg) }
  }
  return demand
}

/** Chooses the container for what is needed anyway, then fills it; it is never replaced by a larger one. */
function proposeFilled(candidates: readonly SupplyCandidate[], settings: ProposalSettings): OrderProposal | null {
  const [first] = candidates
  const { supplier_id, supplier_name, location_id } = first!
  const minimums = {
    min_order_quantity: first!.supplier_min_order_quantity,
    min_order_value_cents: first!.supplier_min_order_value_cents,
  }
  const proposal = propose(candidates, settings, minimums)
  if (proposal === null) return null
  const proposed = { supplier_id, supplier_name, location_id, container: null, proposal }
  if (!settings.fill_container || supplier_id === null) return proposed
  const measures = new Map(candidates.map((one) => [one.variant_id, one]))
  const demand = demandOf(proposal.lines, measures)
  const container = demand === null ? null : chooseType(demand)
  const countContainers: CountContainers = (lines) => {
    const demandOfLines = demandOf(lines, measures)
    return container === null || demandOfLines === null ? null : containersOf(container, demandOfLines)
  }
  return { ...proposed, container, proposal: propose(candidates, settings, minimums, countContainers)! }
}

/** Candidates that share an order, in their given order. */
export const supplyGroups = (candidates: readonly SupplyCandidate[], { group_by }: ProposalSettings) => [
  ...Map.groupBy(candidates, (one) => groupKey(one, group_by as Grouping)).values(),
]

/** Proposals in the order of the candidates; a group that needs nothing gets none. */
export const proposeOrders = (candidates: readonly SupplyCandidate[], settings: ProposalSettings): OrderProposal[] =>
  supplyGroups(candidates, settings).flatMap((group) => proposeFilled(group, settings) ?? [])

const dayOrDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Why a line is proposed, including what topping up the order added. */
export const lineReason = (reason: string, { topped_up_days }: Proposal): string =>
  topped_up_days === 0
    ? reason
    : `${reason} The whole order was increased by ${dayOrDays(topped_up_days)} of cover to reach the supplier's minimum or fill a container.`

/** The notes on a generated draft. */
function notesOf({ container, proposal }: OrderProposal, horizon_days: number): string {
  const sentences = [
    `Proposed to cover the lead time, the review period and ${dayOrDays(horizon_days)} of sales.`,
    ...(proposal.topped_up_days > 0
      ? [
          `Every line was increased by ${dayOrDays(proposal.topped_up_days)} of cover to reach the supplier's minimum or fill a container.`,
        ]
      : []),
    ...(container === null ? [] : [`Planned for ${container.name}.`]),
    ...proposal.remarks,
  ]
  return sentences.join(' ')
}

/** Drafts of the proposals; a proposal with more lines than an order may have becomes several drafts. */
export function draftsOf(proposals: readonly OrderProposal[], horizon_days: number): OrderDraft[] {
  return proposals.flatMap((one) => {
    const { supplier_id, location_id, container, proposal } = one
    if (supplier_id === null) return []
    const draftCount = Math.ceil(proposal.lines.length / limits.purchase_order_lines_max)
    return Array.from({ length: draftCount }, (_, i): OrderDraft => {
      const lines = proposal.lines.slice(i * limits.purchase_order_lines_max, (i + 1) * limits.purchase_order_lines_max)
      return {
        at: `${one.supplier_name}: `,
        order_type: 'purchase',
        supplier_id,
        location_id,
        container_type_id: container?.id ?? null,
        notes: notesOf(one, horizon_days),
        line_items: lines.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
      }
    })
  })
}
