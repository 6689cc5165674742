/** Where a change stands among those of its order that arrived before: repeated, contradicting one of them, or older. Pure. */

/** What a change is compared by; `edi_documents.facts` keeps it. */
export interface ChangeFacts {
  /** BCH05. */
  change_number: string | null
  /** BCH11. */
  changed_on: string | null
  /** Day and time of its interchange; null if they cannot be read. */
  sent_at: string | null
  /** A hash of what it says. */
  content: string
  outcome: 'applied' | 'declined' | 'held'
}

export interface KnownChange extends ChangeFacts {
  document_id: number
}

export type ChangePlace = { repeats: KnownChange } | { fault: string } | null

const outcomeWords = { applied: 'was applied', declined: 'was declined', held: 'waits for a decision' } as const

const nameOf = ({ change_number, changed_on, document_id }: KnownChange): string => {
  const what =
    change_number === null ? `the change${changed_on === null ? '' : ` of ${changed_on}`}` : `change ${change_number}`
  return `${what} (document ${document_id})`
}

/** A number that counts changes, without the zeros before it. */
const countOf = (number: string | null): bigint | null => (/^\d+$/.test(number ?? '') ? BigInt(number!) : null)

const isSameNumber = (one: string, other: string | null) => one === other || (countOf(one) ?? 'none') === countOf(other)

/** Compares days or times; what is not stated is neither before nor after. */
const isBefore = (one: string | null, other: string | null): boolean => (one ?? '~') < (other ?? '')

/** Why a change is older than one that was applied; null if nothing says so. */
function olderThan(change: ChangeFacts, applied: KnownChange): string | null {
  const [number, last] = [countOf(change.change_number), countOf(applied.change_number)]
  if (number !== null && last !== null && number < last) return `its number ${change.change_number} is lower`
  if (isBefore(change.changed_on, applied.changed_on))
    return `it is dated ${change.changed_on}, before ${applied.changed_on}`
  if (isBefore(change.sent_at, applied.sent_at))
    return `its interchange is of ${change.sent_at}, before ${applied.sent_at}`
  return null
}

/** `known` are the changes of the order that arrived before, oldest first. */
export function placeAmong(known: readonly KnownChange[], change: ChangeFacts): ChangePlace {
  const { change_number, content } = change
  const alike = known.filter((one) => one.change_number === change_number && one.content === content)
  const [first] = alike
  if (first !== undefined && change_number !== null) return { repeats: first }
  // Without a number, only what nothing followed can be told from a change back.
  const last = known.at(-1)
  if (first !== undefined && alike.includes(last!)) return { repeats: last! }
  if (first !== undefined) return { fault: `it says the same as ${nameOf(first)}, and other changes arrived since` }
  const same = change_number === null ? undefined : known.find((one) => isSameNumber(change_number, one.change_number))
  if (same !== undefined)
    return { fault: `it says otherwise than ${nameOf(same)}, which has its number and ${outcomeWords[same.outcome]}` }
  for (const applied of known.filter(({ outcome }) => outcome === 'applied').toReversed()) {
    const why = olderThan(change, applied)
    if (why !== null) return { fault: `it is older than ${nameOf(applied)}, which was applied: ${why}` }
  }
  return null
}

/** What the document of a change that arrived again says. */
export const repeatedSentence = (what: string, repeats: KnownChange): string =>
  `${what} arrived again with the same content as document ${repeats.document_id}, which ${outcomeWords[repeats.outcome]}; nothing was changed.`
