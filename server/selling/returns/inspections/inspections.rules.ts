/** Divides inspected units over the receipts that brought them into quarantine, oldest first. Pure. */
import { refuse, refuseField } from '../../../contract/refusals.ts'
import type { inspectionDispositions } from '../../known_values.ts'

export type InspectionDisposition = (typeof inspectionDispositions)[number]

/** Units of one receipt of a line that are in quarantine, in the order of lines and receipts. */
export interface Quarantined {
  line_id: string
  receipt_number: number
  variant_id: string
  sku: string
  quantity: number
}

export interface InspectedLine {
  id?: string
  sku?: string
  quantity: number
  disposition: InspectionDisposition
}

export interface InspectedPart {
  line_id: string
  receipt_number: number
  quantity: number
  disposition: InspectionDisposition
}

function candidatesOf(quarantined: readonly Quarantined[], { id, sku }: InspectedLine, at: string) {
  if ((id === undefined) === (sku === undefined))
    refuseField(`${at}.id`, 'is required unless sku is given; send exactly one of them', ['id', 'sku'])
  const named = quarantined.filter((one) => (id === undefined ? one.sku === sku : one.line_id === id))
  if (named.length > 0) return named
  const field = `${at}.${id === undefined ? 'sku' : 'id'}`
  const allowed = [...new Set(quarantined.map((one) => (id === undefined ? one.sku : one.line_id)))]
  return refuseField(field, 'must be of units of the return that were received into quarantine', allowed)
}

/** Refuses more units than are in quarantine, all lines of the request together. */
export function divideInspected(quarantined: readonly Quarantined[], lines: readonly InspectedLine[]): InspectedPart[] {
  const left = new Map(quarantined.map((one) => [one, one.quantity]))
  return lines.flatMap((line, i) => {
    const at = `lines[${i}]`
    const candidates = candidatesOf(quarantined, line, at)
    const quarantined_quantity = candidates.reduce((sum, one) => sum + left.get(one)!, 0)
    if (line.quantity > quarantined_quantity)
      refuse('conflict', {
        desc: `${at}.quantity is ${line.quantity}, and ${quarantined_quantity} of the units are in quarantine.`,
        data: { field: `${at}.quantity`, quarantined_quantity },
      })
    let open = line.quantity
    return candidates.flatMap((one): InspectedPart[] => {
      const quantity = Math.min(open, left.get(one)!)
      if (quantity === 0) return []
      open -= quantity
      left.set(one, left.get(one)! - quantity)
      return [{ line_id: one.line_id, receipt_number: one.receipt_number, quantity, disposition: line.disposition }]
    })
  })
}
