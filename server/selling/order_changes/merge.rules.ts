/** Lines that go to another order keep the days and the door of the order that they leave, on the line where they differ. Pure. */

export interface ShippingTerms {
  requested_ship_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  cancel_date: string | null
  door_reference: string | null
}

type LineTerms = Pick<ShippingTerms, 'requested_ship_date' | 'cancel_date' | 'door_reference'>

/** What a line without a value of its own has from the order; a window is the days between which it may ship. */
const inherited = ({ ship_window_start, ship_window_end, ...order }: ShippingTerms): LineTerms => ({
  requested_ship_date: order.requested_ship_date ?? ship_window_start,
  cancel_date: order.cancel_date ?? ship_window_end,
  door_reference: order.door_reference,
})

/** The line as a line of `into`: what `into` states the same is left to it, and what its own order leaves open follows `into`. */
export function movedTerms(line: LineTerms, from: ShippingTerms, into: ShippingTerms): LineTerms {
  const [own, there] = [inherited(from), inherited(into)]
  const term = (name: keyof LineTerms) => {
    const value = line[name] ?? own[name]
    return value === there[name] ? null : value
  }
  return {
    requested_ship_date: term('requested_ship_date'),
    cancel_date: term('cancel_date'),
    door_reference: term('door_reference'),
  }
}

/** Why lines could not keep their terms, in words; null if they can. A line has no window, and cannot state that it has no door. */
export function termsFault(
  lines: readonly LineTerms[],
  from: ShippingTerms,
  into: ShippingTerms,
): 'ship windows' | 'doors' | 'cancel dates' | null {
  const hasWindow = ({ ship_window_start, ship_window_end }: ShippingTerms) =>
    ship_window_start !== null || ship_window_end !== null
  const isOther = from.ship_window_start !== into.ship_window_start || from.ship_window_end !== into.ship_window_end
  if (hasWindow(from) && hasWindow(into) && isOther) return 'ship windows'
  const isWithoutDoor = from.door_reference === null && lines.some((line) => line.door_reference === null)
  if (into.door_reference !== null && isWithoutDoor) return 'doors'
  const start = into.ship_window_start
  const isTooEarly = lines.some((line) => {
    const day = movedTerms(line, from, into).cancel_date
    return start !== null && day !== null && day < start
  })
  return isTooEarly ? 'cancel dates' : null
}
