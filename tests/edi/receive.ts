/** What the service makes of an interchange: its sets as documents or with their faults, and the 997s that answer it. */
import type { AcknowledgedSet } from '../../server/edi/documents/functional_acknowledgement_997.ts'
import { type ReadEdiDocument, readEdiDocument } from '../../server/edi/documents/read_document.ts'
import type { Interchange } from '../../server/edi/x12/envelope.ts'
import { sentence } from '../../server/edi/x12/faults.ts'
import { checkSet } from '../../server/interchanges/inbound/check_set.rules.ts'
import { acknowledgementsOf, keyedGroups, type KeyedSet } from '../../server/interchanges/inbound/sets.rules.ts'

export interface ReceivedSet {
  /** null if the set is rejected. */
  document: ReadEdiDocument | null
  /** Sentences; empty if the set is accepted. */
  faults: string[]
  /** null in a group of 997s. */
  acknowledgement: AcknowledgedSet | null
}

const known = ['810', '846', '850', '852', '855', '856', '860', '865', '997']
const refusedOf = (set: KeyedSet) => checkSet(set, known.includes(set.transaction.type))

const isRead = ({ fault }: Interchange) => fault === null || fault.accepted

export const acknowledge = (interchange: Interchange) =>
  isRead(interchange) ? acknowledgementsOf(interchange, (set) => refusedOf(set)?.rejection ?? null) : []

/** Nothing of an interchange whose envelope is rejected: its TA1 answers it. */
export function receive(interchange: Interchange): { sets: ReceivedSet[] }[] {
  if (!isRead(interchange)) return []
  return keyedGroups(interchange).map(({ group, sets }) => {
    const [answer] = acknowledge({ ...interchange, groups: [group] })
    return {
      sets: sets.map((set, i): ReceivedSet => {
        const refused = refusedOf(set)
        const acknowledgement = answer?.sets[i] ?? null
        if (refused === null) return { document: readEdiDocument(set.transaction), faults: [], acknowledgement }
        const { faults } = refused.rejection
        return {
          document: null,
          faults: faults.length > 0 ? faults.map(sentence) : [refused.sentence],
          acknowledgement,
        }
      }),
    }
  })
}
