/** Units of lines that a request names. */
import { refuseField } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import type { LockedLine } from '../orders/locked_order.store.ts'
import { Quantity } from '../orders/model.ts'
import { outstandingOf } from '../orders/rules.ts'
import type { Part } from './split.rules.ts'

export const NamedUnits = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    quantity: Type.Optional(
      Quantity('Units, at most those of the line that are outstanding; all of them if left out.', 1),
    ),
  },
  { $id: 'OutstandingUnits', additionalProperties: false },
)
type NamedUnits = Static<typeof NamedUnits>

/** The named units by line, in the order of the request. */
export function namedUnits(lines: readonly LockedLine[], named: readonly NamedUnits[]): Part[] {
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const seen = new Set<string>()
  return named.map(({ line_item_id, quantity }, i) => {
    const line = byId.get(line_item_id.toLowerCase())
    if (line === undefined) return refuseField(`lines[${i}].line_item_id`, 'must be a line of the order')
    if (seen.has(line.line_id)) refuseField('lines', 'must name each line once')
    seen.add(line.line_id)
    const outstanding = outstandingOf(line)
    if (quantity !== undefined && quantity > outstanding)
      refuseField(`lines[${i}].quantity`, `must be at most the units of the line that are outstanding, ${outstanding}`)
    return { line_id: line.line_id, units: quantity ?? outstanding }
  })
}
