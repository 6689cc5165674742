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
  variant_id?: string
  quantity: number
  disposition: InspectionDisposition
}

export interface InspectedPart {
  line_id: string
  receipt_number: number
  quantity: number
  disposition: InspectionDisposition
}

/** Fields that name units, and what units have in each. */
const nameOf = { id: 'line_id', sku: 'sku', variant_id: 'variant_id' } as const
type Name = keyof typeof nameOf
const names = Object.keys(nameOf) as Name[]

/** Whether a line names these units. */
export const isNamed = (line: Pick<InspectedLine, Name>, units: Pick<Quarantined, (typeof nameOf)[Name]>): boolean =>
  names.every((name) => line[name] === undefined || line[name] === units[nameOf[name]])

function candidatesOf(quarantined: readonly Quarantined[], line: InspectedLine, at: string) {
  const [name, ...others] = names.filter((one) => line[one] !== undefined)
  if (name === undefined || others.length > 0)
    return refuseField(`${at}.id`, 'is required unless sku or variant_id is given; send exactly one of them', names)
  const named = quarantined.filter((one) => isNamed(line, one))
  if (named.length > 0) return named
  const allowed = [...new Set(quarantined.map((one) => one[nameOf[name]]))]
  return refuseField(`${at}.${name}`, 'must be of units of the return that were received into quarantine', allowed)
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
