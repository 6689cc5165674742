/** Assigns an arrival to the lines of a return. Pure. */
import { refuseField } from '../../contract/refusals.ts'
import type { dispositions } from '../known_values.ts'

export type Disposition = (typeof dispositions)[number]

export interface ArrivedUnits {
  /** The line they are of, if it was named. */
  line_id: string | null
  variant_id: string
  received_quantity: number
  restocked_quantity: number
  /** Units that were announced and are not there. */
  missing_quantity: number
  disposition: Disposition | null
}

export interface OpenLine {
  line_id: string
  variant_id: string
  expected_quantity: number
  received_quantity: number
  missing_quantity: number
}

export interface FilledLine extends ArrivedUnits {
  line_id: string
  /** Units found to be missing; negative where units that were missing arrived after all. */
  missing_quantity: number
}

export interface Unexpected {
  variant_id: string
  quantity: number
}

interface Filling {
  filled: FilledLine[]
  /** Lines to be added, for variants that were not expected at all. */
  added: { line_id: string; variant_id: string }[]
  unexpected: Unexpected[]
}

interface FillableLine {
  line_id: string
  variant_id: string
  /** Units still expected. */
  left: number
  missing: number
}

/** Received units fill what lines expect, then what was missing on them; returns what remains. */
function fillReceived(candidates: readonly FillableLine[], units: ArrivedUnits, filled: FilledLine[]) {
  let { received_quantity: rest, restocked_quantity: restocked } = units
  const put = (line_id: string, quantity: number, missing_quantity = 0) => {
    if (quantity === 0) return
    const restocked_quantity = Math.min(restocked, quantity)
    restocked -= restocked_quantity
    rest -= quantity
    filled.push({ ...units, line_id, received_quantity: quantity, restocked_quantity, missing_quantity })
  }
  for (const line of candidates) {
    const quantity = Math.min(rest, line.left)
    line.left -= quantity
    put(line.line_id, quantity)
  }
  for (const line of candidates) {
    const quantity = Math.min(rest, line.missing)
    line.missing -= quantity
    put(line.line_id, quantity, 0 - quantity)
  }
  return { rest, put }
}

/** Only units that a line still expects can be missing. */
function fillMissing(
  candidates: readonly FillableLine[],
  units: ArrivedUnits,
  filled: FilledLine[],
  field: string,
): void {
  let rest = units.missing_quantity
  for (const line of candidates) {
    const missing_quantity = Math.min(rest, line.left)
    if (missing_quantity === 0) continue
    line.left -= missing_quantity
    line.missing += missing_quantity
    rest -= missing_quantity
    filled.push({ ...units, line_id: line.line_id, received_quantity: 0, restocked_quantity: 0, missing_quantity })
  }
  if (rest > 0)
    refuseField(
      field,
      `states ${units.missing_quantity} missing units, and ${units.missing_quantity - rest} are still expected`,
    )
}

/** Open lines of a variant are filled in their order; what no line expects goes to the last of them, or to a new line. */
export function fillLines(lines: readonly OpenLine[], arrived: readonly ArrivedUnits[], newId: () => string): Filling {
  const open = lines.map((line): FillableLine => ({
    line_id: line.line_id,
    variant_id: line.variant_id,
    left: Math.max(line.expected_quantity - line.received_quantity - line.missing_quantity, 0),
    missing: line.missing_quantity,
  }))
  const filled: FilledLine[] = []
  const added: Filling['added'] = []
  const unexpected: Unexpected[] = []
  for (const [i, units] of arrived.entries()) {
    const candidates = open.filter((line) =>
      units.line_id === null ? line.variant_id === units.variant_id : line.line_id === units.line_id,
    )
    const { rest, put } = fillReceived(candidates, units, filled)
    fillMissing(candidates, units, filled, `lines[${i}].received_quantity`)
    if (rest === 0) continue
    unexpected.push({ variant_id: units.variant_id, quantity: rest })
    let last = candidates.at(-1)
    if (last === undefined) {
      last = { line_id: newId(), variant_id: units.variant_id, left: 0, missing: 0 }
      added.push({ line_id: last.line_id, variant_id: last.variant_id })
      open.push(last)
    }
    put(last.line_id, rest)
  }
  return { filled: intoReceipts(filled.flatMap(withFates)), added, unexpected }
}

/** Units that are neither restocked nor have another disposition are in quarantine, until an inspection says what becomes of them. */
function withFates(part: FilledLine): FilledLine[] {
  const { received_quantity, restocked_quantity, disposition } = part
  const rest = received_quantity - restocked_quantity
  if (rest === 0 || (disposition !== 'restock' && disposition !== null)) return [part]
  const quarantined = { ...part, received_quantity: rest, restocked_quantity: 0, disposition: 'quarantine' as const }
  if (restocked_quantity === 0) return [quarantined]
  return [
    { ...part, received_quantity: restocked_quantity },
    { ...quarantined, missing_quantity: 0 },
  ]
}

/** Parts of one line with one disposition become one; other dispositions of the line go to receipts of their own. */
function intoReceipts(parts: readonly FilledLine[]): FilledLine[] {
  const filledLines: FilledLine[] = []
  for (const part of parts) {
    const ofLine = filledLines.filter(({ line_id }) => line_id === part.line_id)
    const same = ofLine.find(({ disposition }) => disposition === part.disposition)
    if (same === undefined) filledLines.push({ ...part })
    else {
      same.received_quantity += part.received_quantity
      same.restocked_quantity += part.restocked_quantity
      same.missing_quantity += part.missing_quantity
    }
  }
  return filledLines
}

/** Divides a part into units that shipped and those beyond all that shipped, which are the last ones, of restocked units too. */
export function splitOff(part: FilledLine, excess: number): [shipped: FilledLine[], excess: FilledLine[]] {
  if (excess === 0) return [[part], []]
  const received_quantity = part.received_quantity - excess
  if (received_quantity === 0) return [[], [part]]
  const restocked_quantity = Math.min(part.restocked_quantity, received_quantity)
  const shipped = { ...part, received_quantity, restocked_quantity }
  const rest = { received_quantity: excess, restocked_quantity: part.restocked_quantity - restocked_quantity }
  return [[shipped], [{ ...part, ...rest, missing_quantity: 0 }]]
}

/** Closed once every expected unit has arrived or is known to be missing. */
export const stateAfter = (
  lines: readonly { expected_quantity: number; received_quantity: number; missing_quantity: number }[],
) =>
  lines.every(
    ({ expected_quantity, received_quantity, missing_quantity }) =>
      received_quantity + missing_quantity >= expected_quantity,
  )
    ? ('closed' as const)
    : ('partially_received' as const)
