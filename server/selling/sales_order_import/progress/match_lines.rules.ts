/** Finds the lines here that lines of a later file are. Pure. */
import type { ResolvedLine } from '../matching/matching.model.ts'
import type { KnownLine } from './known_order.model.ts'

type Fits = (line: ResolvedLine, known: KnownLine) => boolean

const hasQuantity: Fits = ({ quantity }, known) => quantity === known.quantity || quantity === known.ordered_quantity
const hasVariant: Fits = ({ variant_id }, known) => variant_id === known.variant_id
const hasPrice: Fits = ({ unit_price_cents }, known) => unit_price_cents === known.unit_price_cents

/** From the surest to the least: the id of the line in the other system, then what it says. */
const waysToFit: readonly Fits[] = [
  ({ external_id }, known) => external_id !== null && external_id === known.external_id,
  (line, known) => hasVariant(line, known) && hasQuantity(line, known) && hasPrice(line, known),
  (line, known) => hasVariant(line, known) && hasPrice(line, known),
  hasVariant,
]

/** The known line of each line; undefined for one that is none. A line whose variant was replaced keeps its place. */
export function matchLines(lines: readonly ResolvedLine[], known: readonly KnownLine[]): (KnownLine | undefined)[] {
  const left = new Set(known)
  const matches = lines.map((): KnownLine | undefined => undefined)
  for (const fits of waysToFit)
    for (const [i, line] of lines.entries()) {
      const match = matches[i] === undefined ? [...left].find((one) => fits(line, one)) : undefined
      if (match === undefined) continue
      matches[i] = match
      left.delete(match)
    }
  if (lines.length === known.length)
    for (const [i, line] of lines.entries()) {
      const here = known[i]!
      if (matches[i] !== undefined || !left.has(here) || !hasQuantity(line, here) || !hasPrice(line, here)) continue
      matches[i] = here
      left.delete(here)
    }
  return matches
}
