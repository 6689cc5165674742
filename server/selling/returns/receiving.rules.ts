/** Assigns an arrival to the lines of a return. Pure. */
import type { dispositions } from '../known_values.ts'

export type Disposition = (typeof dispositions)[number]

export interface ArrivedUnits {
  /** The line they are of, if it was named. */
  line_id: string | null
  variant_id: string
  received_quantity: number
  restocked_quantity: number
  disposition: Disposition | null
}

export interface OpenLine {
  line_id: string
  variant_id: string
  expected_quantity: number
  received_quantity: number
}

export interface FilledLine extends ArrivedUnits {
  line_id: string
  /** Number of the receipt within the arrival: a line has one disposition in each receipt. */
  receipt: number
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

const take = (units: ArrivedUnits, line_id: string, quantity: number): Omit<FilledLine, 'receipt'> => ({
  ...units,
  line_id,
  received_quantity: quantity,
  restocked_quantity: Math.min(units.restocked_quantity, quantity),
})

/** Open lines of a variant are filled in their order; what no line expects goes to the last of them, or to a new line. */
export function fillLines(lines: readonly OpenLine[], arrived: readonly ArrivedUnits[], newId: () => string): Filling {
  const open = lines.map((line) => ({ ...line, left: Math.max(line.expected_quantity - line.received_quantity, 0) }))
  const filled: Omit<FilledLine, 'receipt'>[] = []
  const added: Filling['added'] = []
  const unexpected: Unexpected[] = []
  for (const units of arrived) {
    const candidates = open.filter((line) =>
      units.line_id === null ? line.variant_id === units.variant_id : line.line_id === units.line_id,
    )
    let rest = { ...units }
    const put = (line_id: string, quantity: number) => {
      const part = take(rest, line_id, quantity)
      rest = {
        ...rest,
        received_quantity: rest.received_quantity - part.received_quantity,
        restocked_quantity: rest.restocked_quantity - part.restocked_quantity,
      }
      filled.push(part)
    }
    for (const line of candidates) {
      const quantity = Math.min(rest.received_quantity, line.left)
      if (quantity === 0) continue
      line.left -= quantity
      put(line.line_id, quantity)
    }
    if (rest.received_quantity === 0) continue
    unexpected.push({ variant_id: units.variant_id, quantity: rest.received_quantity })
    let last = candidates.at(-1)
    if (last === undefined) {
      const line = { line_id: newId(), variant_id: units.variant_id }
      added.push(line)
      last = { ...line, expected_quantity: 0, received_quantity: 0, left: 0 }
      open.push(last)
    }
    put(last.line_id, rest.received_quantity)
  }
  return { filled: intoReceipts(filled), added, unexpected }
}

/** Parts of one line with one disposition become one; other dispositions of the line go to receipts of their own. */
function intoReceipts(parts: readonly Omit<FilledLine, 'receipt'>[]): FilledLine[] {
  const filledLines: FilledLine[] = []
  for (const part of parts) {
    const ofLine = filledLines.filter(({ line_id }) => line_id === part.line_id)
    const same = ofLine.find(({ disposition }) => disposition === part.disposition)
    if (same === undefined) filledLines.push({ ...part, receipt: ofLine.length })
    else {
      same.received_quantity += part.received_quantity
      same.restocked_quantity += part.restocked_quantity
    }
  }
  return filledLines
}

/** expected lines are all in, or some are still missing units. */
export const stateAfter = (lines: readonly { expected_quantity: number; received_quantity: number }[]) =>
  lines.every(({ expected_quantity, received_quantity }) => received_quantity >= expected_quantity)
    ? ('closed' as const)
    : ('partially_received' as const)
