/** Orders from what needs replenishing: by supplier, destination and, where asked, category. Pure. */
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

/** What may need replenishing, with whoever supplies it. */
export interface SupplyCandidate extends Candidate, CartonMeasures {
  /** null where the variant has no supplier that is in use. */
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
  /** The container that was filled; null where none was. */
  container: ContainerType | null
  proposal: Proposal
}

const groupKey = ({ supplier_id, location_id, category_id }: SupplyCandidate, group_by: Grouping) =>
  [supplier_id, location_id, group_by === 'category' ? category_id : null].join(' ')

type Lines = readonly { variant_id: string; quantity: number }[]

/** What lines take up; null where one has no carton measures. */
function demandOf(lines: Lines, measures: ReadonlyMap<string, CartonMeasures>): Demand | null {
  let demand: Demand = { cbm: Big(0), kg: Big(0) }
  for (const { variant_id, quantity } of lines) {
    const measured = measure(quantity, measures.get(variant_id)!)
    if (measured === null) return null
    demand = { cbm: demand.cbm.plus(measured.cbm), kg: demand.kg.plus(measured.kg) }
  }
  return demand
}

/** The container is chosen for what is needed anyway; it is then filled, never exchanged for a larger one. */
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
    const taken = demandOf(lines, measures)
    return container === null || taken === null ? null : containersOf(container, taken)
  }
  return { ...proposed, container, proposal: propose(candidates, settings, minimums, countContainers)! }
}

/** What shares an order, in the order of the candidates. */
export const supplyGroups = (candidates: readonly SupplyCandidate[], { group_by }: ProposalSettings) => [
  ...Map.groupBy(candidates, (one) => groupKey(one, group_by as Grouping)).values(),
]

/** Proposals in the order of the candidates; what needs nothing makes none. */
export const proposeOrders = (candidates: readonly SupplyCandidate[], settings: ProposalSettings): OrderProposal[] =>
  supplyGroups(candidates, settings).flatMap((group) => proposeFilled(group, settings) ?? [])

const dayOrDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Why a line is proposed, with what the order as a whole added to it. */
export const lineReason = (reason: string, { topped_up_days }: Proposal): string =>
  topped_up_days === 0
    ? reason
    : `${reason} The order as a whole was raised by ${dayOrDays(topped_up_days)} of cover, to its supplier's minimum or a full container.`

/** What people read on a generated draft. */
function notesOf({ container, proposal }: OrderProposal, horizon_days: number): string {
  const sentences = [
    `Proposed to cover lead time, review and ${dayOrDays(horizon_days)} of selling.`,
    ...(proposal.topped_up_days > 0
      ? [
          `Every line was raised by ${dayOrDays(proposal.topped_up_days)} of cover, to the supplier's minimum or a full container.`,
        ]
      : []),
    ...(container === null ? [] : [`Planned for ${container.name}.`]),
    ...proposal.remarks,
  ]
  return sentences.join(' ')
}

/** Drafts of what is proposed; one beyond the lines that an order may have becomes several. */
export function draftsOf(proposals: readonly OrderProposal[], horizon_days: number): OrderDraft[] {
  return proposals.flatMap((one) => {
    const { supplier_id, location_id, container, proposal } = one
    if (supplier_id === null) return []
    const pieces = Math.ceil(proposal.lines.length / limits.purchase_order_lines_max)
    return Array.from({ length: pieces }, (_, i): OrderDraft => {
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
