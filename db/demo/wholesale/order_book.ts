/** Bookings of the accounts: the coming season so far, and the whole of the same season a year earlier. */
import { addDays } from '../../../server/calendar/days.ts'
import type { Calendar } from '../calendar.ts'
import { seasonCode, seasonOf } from '../purchasing/commitments.ts'
import { CopyBuffer } from '../copy.ts'
import { type MakeId, type Random, randomOf } from '../random.ts'

export interface BookFacts {
  organization_id: string
  seed: number
  calendar: Calendar
  makeId: MakeId
  accounts: readonly { trading_partner_id: string; door_id: string | null; currency: string }[]
  variants: readonly { variant_id: string; product_id: string; size: string | null; price_cents: number | null }[]
}

/** Bookings begin this many days before the season, and most of them are taken in the first half. */
const firstDay = 210
const lastDay = 40
/** Seasons are half-years that begin in February and in August. */
const startOf = (season: number) => `${Math.floor(season / 2)}-${season % 2 === 0 ? '02' : '08'}-01`

interface State {
  quantity: number
  ship_window_start: string
  held_by: string | null
  held_at: string | null
  is_cancelled: boolean
  verdict: string | null
}

/** A correction of a line: fewer or more units, a later window, a hold, a verdict or a cancellation. */
function changed(state: State, random: Random, recorded_at: string): State {
  const chance = random.next()
  if (chance < 0.35)
    return { ...state, quantity: Math.max(1, Math.round(state.quantity * (0.6 + random.next() * 0.6))) }
  if (chance < 0.5) return { ...state, ship_window_start: addDays(state.ship_window_start, random.whole(7, 28)) }
  if (chance < 0.6) return { ...state, held_by: 'account', held_at: recorded_at }
  if (chance < 0.92) return { ...state, verdict: 'accepted' }
  return { ...state, is_cancelled: true }
}

export function bookBuffers(facts: BookFacts): CopyBuffer[] {
  const lines = new CopyBuffer(
    'order_book_lines',
    'book_line_id trading_partner_id season_code line_reference currency booked_at booked_on',
  )
  const revisions = new CopyBuffer(
    'order_book_revisions',
    'book_line_id revision recorded_at recorded_by trading_partner_id season_code currency booked_on product_id variant_id size quantity unit_price_cents ship_window_start ship_window_end door_id held_by held_by_name held_at is_cancelled verdict',
  )
  const coming = seasonOf(facts.calendar.today) + 1
  let lineCount = 0
  for (const season of [coming - 2, coming])
    for (const [at, account] of facts.accounts.entries())
      for (const variant of facts.variants.filter((_, i) => i % facts.accounts.length === at)) {
        const random = randomOf(facts.seed, 9_500, season, lineCount)
        addLine({ facts, lines, revisions, random, season, account, variant, index: lineCount++ })
      }
  return [lines, revisions]
}

interface LinePlan {
  facts: BookFacts
  lines: CopyBuffer
  revisions: CopyBuffer
  random: Random
  season: number
  account: BookFacts['accounts'][number]
  variant: BookFacts['variants'][number]
  index: number
}

function addLine({ facts, lines, revisions, random, season, account, variant, index }: LinePlan): void {
  const { organization_id, calendar, makeId } = facts
  const { trading_partner_id, currency, door_id } = account
  const start = startOf(season)
  const early = 1 - random.next() ** 2
  const booked_on = addDays(start, -Math.round(lastDay + (firstDay - lastDay) * early))
  if (booked_on >= calendar.today) return
  const head = [trading_partner_id, seasonCode(season), currency] as const
  const line_id = makeId('book_line', index)
  const at = (day: string) => `${day} 10:00:00+00`
  const reference = `${seasonCode(season)}-${String(index + 1).padStart(4, '0')}`
  lines.add(organization_id, [line_id, head[0], head[1], reference, head[2], at(booked_on), booked_on])
  let state: State = {
    quantity: random.whole(12, 240),
    ship_window_start: addDays(start, random.whole(0, 8) * 7),
    held_by: null,
    held_at: null,
    is_cancelled: false,
    verdict: null,
  }
  const price = variant.price_cents === null ? null : Math.round(variant.price_cents * 0.45)
  let day = booked_on
  for (let revision = 1; day < calendar.today; revision++) {
    revisions.add(organization_id, [
      line_id,
      revision,
      at(day),
      'user:Sales',
      ...head,
      booked_on,
      variant.product_id,
      variant.variant_id,
      variant.size,
      state.quantity,
      price,
      state.ship_window_start,
      addDays(state.ship_window_start, 27),
      door_id,
      state.held_by,
      state.held_by === null ? null : 'Buying office',
      state.held_at,
      state.is_cancelled,
      state.verdict,
    ])
    if (state.is_cancelled || !random.chance(0.45)) return
    day = addDays(day, random.whole(5, 45))
    state = changed(state, random, at(day))
  }
}
