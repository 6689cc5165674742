/** The sets of an interchange with their keys, and the 997 that acknowledges a group. */
import type {
  AcknowledgedSet,
  FunctionalAcknowledgement997,
  SegmentFault,
} from '../../edi/documents/functional_acknowledgement_997.ts'
import type { FunctionalGroup, Interchange, ReadTransaction } from '../../edi/x12/envelope.ts'
import type { Fault } from '../../edi/x12/faults.ts'

/** Control numbers, with a suffix where a number is repeated, so that every set of an interchange has its own. */
export interface SetKey {
  group: string
  set: string
}

export interface KeyedSet {
  key: SetKey
  group: FunctionalGroup
  transaction: ReadTransaction
  /** The number was used before in its group (element 718, code 23). */
  is_repeated: boolean
}

export interface KeyedGroup {
  group: FunctionalGroup
  sets: readonly KeyedSet[]
}

const numberLengthMax = 60

function uniqueIn(seen: Map<string, number>, number: string): string {
  const plain = number.replaceAll('\u0000', '').slice(0, numberLengthMax)
  const count = (seen.get(plain) ?? 0) + 1
  seen.set(plain, count)
  return count === 1 ? plain : `${plain} (${count})`
}

export function keyedGroups({ groups }: Pick<Interchange, 'groups'>): KeyedGroup[] {
  const seenGroups = new Map<string, number>()
  return groups.map((group) => {
    const groupKey = uniqueIn(seenGroups, group.control_number)
    const seen = new Map<string, number>()
    const sets = group.transactions.map((transaction) => {
      const set = uniqueIn(seen, transaction.control_number)
      return { key: { group: groupKey, set }, group, transaction, is_repeated: set.endsWith(')') }
    })
    return { group, sets }
  })
}

export const keyText = ({ group, set }: SetKey): string => `${group}\n${set}`

/** What a rejected set keeps for its 997. */
export interface Rejection {
  faults: readonly Fault[]
  /** Element 718. */
  codes: readonly string[]
}

export const setErrorCodes = {
  unsupported: '1',
  segments_in_error: '5',
  other_group: '6',
  number_repeated: '23',
} as const

const segmentFaultsMax = 100
const foundLengthMax = 99

/** AK3 and AK4: one entry for each segment, with its invalid elements. */
function segmentFaults(faults: readonly Fault[]): SegmentFault[] {
  const bySegment = Map.groupBy(faults, ({ tag, position }) => `${position} ${tag}`)
  return [...bySegment.values()].slice(0, segmentFaultsMax).map((own) => {
    const { tag, position } = own[0]!
    const whole = own.find(({ element }) => element === null)
    return {
      tag,
      position,
      code: whole?.code ?? null,
      elements: own.flatMap(({ element, reference, code, found }) =>
        element === null
          ? []
          : [
              {
                element,
                component: null,
                reference,
                code,
                value: found === null ? null : found.slice(0, foundLengthMax),
              },
            ],
      ),
    }
  })
}

interface AnsweredSet {
  type: string
  control_number: string
  /** null: accepted. */
  rejection: Rejection | null
}

const noneRejected: Rejection = { faults: [], codes: [] }

/** A set that is rejected for its group alone has no fault of its own to name. */
function answeredSet({ type, control_number, rejection }: AnsweredSet, isWhole: boolean): AcknowledgedSet {
  const { faults, codes } = rejection ?? noneRejected
  const named = codes.length > 0 || rejection === null || (!isWhole && faults.length === 0)
  return {
    type,
    control_number,
    verdict: rejection === null ? 'accepted' : 'rejected',
    segments: segmentFaults(faults),
    codes: named ? [...codes] : [setErrorCodes.segments_in_error],
  }
}

/**
 * The 997 of a group. One whose trailer is missing, or has another count or control number, is rejected as a whole: a
 * document of it may be lost, and the sender sends the whole group again.
 */
function acknowledgementOf(
  { code, control_number, codes, sets_included }: FunctionalGroup,
  answered: readonly AnsweredSet[],
): FunctionalAcknowledgement997 {
  const isWhole = codes.length === 0
  const sets = answered.map((set) => answeredSet(set, isWhole))
  const accepted = sets.filter(({ verdict }) => verdict === 'accepted').length
  const verdict = !isWhole || accepted === 0 ? 'rejected' : accepted < sets.length ? 'partially_accepted' : 'accepted'
  return {
    group_code: code,
    group_control_number: control_number,
    verdict,
    sets_included,
    sets_received: sets.length,
    sets_accepted: isWhole ? accepted : 0,
    codes: [...codes],
    sets,
  }
}

const acknowledgementGroup = 'FA'

/** The 997s that acknowledge an interchange, one for each group that is not itself of 997s. */
export const acknowledgementsOf = (
  interchange: Pick<Interchange, 'groups'>,
  rejectionOf: (set: KeyedSet) => Rejection | null,
): FunctionalAcknowledgement997[] =>
  keyedGroups(interchange)
    .filter(({ group }) => group.code !== acknowledgementGroup)
    .map(({ group, sets }) => {
      const answered = sets.map((set) => {
        const { type, control_number } = set.transaction
        return { type, control_number, rejection: rejectionOf(set) }
      })
      return acknowledgementOf(group, answered)
    })

/** `2 documents were processed and 1 was rejected.` */
export function readSentence(account: string, states: readonly string[]): string {
  const counts = Map.groupBy(states, (state) => state)
  const parts = ['processed', 'held', 'rejected', 'unsupported'].flatMap((state) => {
    const count = counts.get(state)?.length ?? 0
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return parts.length === 0
    ? `Read; it has no documents of ${account}.`
    : `Read: of the documents of ${account}, ${parts.join(', ')}.`
}
