/**
 * Fair share of a worker's free slots. Each slot goes to the organisation with the fewest running jobs, then to the one
 * served longest ago, whatever its backlog. Within an organisation, its groups take turns. No organisation or
 * destination exceeds its caps, and destinations that timed out share one small cap until they respond in time again,
 * or for ten minutes.
 */
import type { Allotment, Caps, Group } from './kind.ts'

interface Place {
  organization_id: string
  destination: string
}

const timedOutMs = 600_000

/** Numbers by name, without those that are zero. */
class Tally {
  readonly counts = new Map<string, number>()
  of = (name: string): number => this.counts.get(name) ?? 0
  add(name: string, change: number): void {
    const count = this.of(name) + change
    if (count === 0) this.counts.delete(name)
    else this.counts.set(name, count)
  }
}

const pairOf = ({ organization_id, destination }: Place) => `${organization_id} ${destination}`

export class FairShare {
  readonly #caps: Caps
  readonly #now_ms: () => number
  readonly #organizations = new Tally()
  readonly #destinations = new Tally()
  readonly #pairs = new Tally()
  /** Until when a destination counts as timed out, per organisation: a receiver affects only its own organisation. */
  readonly #timed_out = new Map<string, number>()
  /** The turn in which an organisation was last served. */
  readonly #served = new Map<string, number>()
  #turn = 0
  running = 0

  constructor(caps: Caps, now_ms: () => number = () => performance.now()) {
    this.#caps = caps
    this.#now_ms = now_ms
  }

  get timed_out_destinations(): number {
    return this.#timed_out.size
  }

  begin(place: Place): void {
    this.#count(place, 1)
  }

  end(place: Place, is_timed_out: boolean): void {
    this.#count(place, -1)
    if (is_timed_out) this.#timed_out.set(pairOf(place), this.#now_ms() + timedOutMs)
    else this.#timed_out.delete(pairOf(place))
  }

  #count(place: Place, change: number): void {
    this.running += change
    this.#organizations.add(place.organization_id, change)
    this.#destinations.add(place.destination, change)
    this.#pairs.add(pairOf(place), change)
  }

  /** Shares the free slots between the groups that have something due. */
  allot(groups: readonly Group[]): Allotment[] {
    this.#forgetOldTimeouts()
    const round = this.#openRound()
    const candidates = this.#candidatesOf(groups)
    const slotsOf = new Map<Group, number>()
    let least = Math.min(...candidates.map(({ load }) => load))
    while (round.free > 0 && candidates.some(({ groups: left }) => left.length > 0)) {
      for (const candidate of candidates) {
        if (candidate.load > least || round.free === 0) continue
        const group = takeTurn(candidate.groups, round.hasRoom)
        if (group === null) continue
        slotsOf.set(group, (slotsOf.get(group) ?? 0) + 1)
        round.take(group)
        candidate.load++
        this.#served.set(candidate.organization_id, ++this.#turn)
      }
      least++
    }
    return [...slotsOf].map(([{ organization_id, group_id }, jobs_max]) => ({ organization_id, group_id, jobs_max }))
  }

  /** Organisations with something due, in the order of their turns; each with its groups, the least busy first. */
  #candidatesOf(groups: readonly Group[]): { organization_id: string; load: number; groups: Group[] }[] {
    const byOrganization = Map.groupBy(groups, ({ organization_id }) => organization_id)
    for (const name of this.#served.keys())
      if (!byOrganization.has(name) && this.#organizations.of(name) === 0) this.#served.delete(name)
    const busy = (group: Group) => this.#pairs.of(pairOf(group))
    const byAge = (a: Group, b: Group) => (a.due_since < b.due_since ? -1 : a.due_since > b.due_since ? 1 : 0)
    return [...byOrganization]
      .map(([organization_id, own]) => ({
        organization_id,
        load: this.#organizations.of(organization_id),
        served: this.#served.get(organization_id) ?? 0,
        groups: own.toSorted((a, b) => busy(a) - busy(b) || byAge(a, b)),
      }))
      .toSorted((a, b) => a.load - b.load || a.served - b.served || byAge(a.groups[0]!, b.groups[0]!))
  }

  /** The remainder of every cap, reduced as slots are assigned. */
  #openRound() {
    const caps = this.#caps
    const slotsInUse = { organizations: new Tally(), destinations: new Tally(), pairs: new Tally(), timed_out: 0 }
    const runningTimedOut = [...this.#timed_out.keys()].reduce((sum, pair) => sum + this.#pairs.of(pair), 0)
    // One destination that timed out must not use the whole cap of the timed-out destinations.
    const timedOutEach = Math.max(1, Math.floor(caps.timed_out / 8))
    const round = {
      free: caps.total - this.running,
      hasRoom: (group: Group): boolean => {
        const { organization_id, destination } = group
        const pair = pairOf(group)
        const atPair = this.#pairs.of(pair) + slotsInUse.pairs.of(pair)
        const of_organization = this.#organizations.of(organization_id) + slotsInUse.organizations.of(organization_id)
        const atDestination = this.#destinations.of(destination) + slotsInUse.destinations.of(destination)
        if (of_organization >= caps.organization || atDestination >= caps.destination) return false
        if (!this.#timed_out.has(pair)) return atPair < caps.organization_destination
        return atPair < timedOutEach && runningTimedOut + slotsInUse.timed_out < caps.timed_out
      },
      take: (group: Group): void => {
        round.free--
        slotsInUse.organizations.add(group.organization_id, 1)
        slotsInUse.destinations.add(group.destination, 1)
        slotsInUse.pairs.add(pairOf(group), 1)
        if (this.#timed_out.has(pairOf(group))) slotsInUse.timed_out++
      },
    }
    return round
  }

  #forgetOldTimeouts(): void {
    const now_ms = this.#now_ms()
    for (const [pair, untilMs] of this.#timed_out) if (untilMs <= now_ms) this.#timed_out.delete(pair)
  }
}

/** The next group with capacity, which moves to the end of the queue; full groups are dropped, as caps only fill up. */
function takeTurn(line: Group[], hasRoom: (group: Group) => boolean): Group | null {
  for (let group = line.shift(); group !== undefined; group = line.shift()) {
    if (!hasRoom(group)) continue
    line.push(group)
    return group
  }
  return null
}
