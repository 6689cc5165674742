/** Reads the sets of an interchange and answers each of its groups with a 997. */
import type { FunctionalGroup, Interchange, ReadTransaction } from '../x12/envelope.ts'
import { type Fault, sentence, X12Error } from '../x12/faults.ts'
import type { AcknowledgedSet, FunctionalAcknowledgement997, SegmentFault } from './functional_acknowledgement_997.ts'
import { type ReadDocument, readDocument } from './read_document.ts'

/** A set and what it says, or why it is rejected. */
export interface ReceivedSet {
  type: string
  control_number: string
  /** Null if the set is rejected. */
  document: ReadDocument | null
  /** For people; empty if the set is accepted. */
  faults: string[]
  acknowledgement: AcknowledgedSet
}

export interface ReceivedGroup {
  code: string
  control_number: string
  sets: ReceivedSet[]
  /** Null for a group of 997s, which is never acknowledged. */
  acknowledgement: FunctionalAcknowledgement997 | null
}

/** Elements 718 and 716. */
const unsupportedSet = '1'
const segmentsInError = '5'
const acknowledgementGroup = 'FA'

const envelopeWords: Record<string, string> = {
  2: 'The transaction set has no SE.',
  3: 'SE repeats another control number than ST has.',
  4: 'SE counts another number of segments than the transaction set has.',
  6: 'The type in ST must have three digits.',
  7: 'ST must have a control number of at most nine characters.',
}

/** Faults by segment. */
const bySegment = (faults: readonly Fault[]): SegmentFault[] =>
  [...Map.groupBy(faults, ({ position }) => position)].map(([position, ofSegment]) => ({
    tag: ofSegment[0]!.tag,
    position,
    code: ofSegment.find(({ element }) => element === null)?.code ?? null,
    elements: ofSegment.flatMap(({ element, reference, code, found }) =>
      element === null ? [] : [{ element, component: null, reference, code, value: found }],
    ),
  }))

function rejected(
  { type, control_number }: ReadTransaction,
  codes: string[],
  faults: readonly Fault[],
  words: string[],
): ReceivedSet {
  const acknowledgement = { type, control_number, verdict: 'rejected' as const, segments: bySegment(faults), codes }
  return { type, control_number, document: null, faults: words, acknowledgement }
}

function receiveSet(set: ReadTransaction): ReceivedSet {
  const { type, control_number, codes } = set
  if (codes.length > 0)
    return rejected(
      set,
      codes,
      [],
      codes.map((code) => envelopeWords[code]!),
    )
  try {
    const document = readDocument(set)
    if (document === null) return rejected(set, [unsupportedSet], [], [`The transaction set ${type} is not supported.`])
    const acknowledgement = { type, control_number, verdict: 'accepted' as const, segments: [], codes: [] }
    return { type, control_number, document, faults: [], acknowledgement }
  } catch (error) {
    if (!(error instanceof X12Error)) throw error
    const words = error.faults.length === 0 ? [error.message] : error.faults.map(sentence)
    return rejected(set, [segmentsInError], error.faults, words)
  }
}

function receiveGroup({ code, control_number, codes, sets_included, transactions }: FunctionalGroup): ReceivedGroup {
  const sets = transactions.map(receiveSet)
  if (code === acknowledgementGroup) return { code, control_number, sets, acknowledgement: null }
  const accepted = sets.filter(({ document }) => document !== null).length
  const complete = codes.length === 0 ? 'accepted' : 'accepted_with_errors'
  const verdict = accepted === 0 ? 'rejected' : accepted < sets.length ? 'partially_accepted' : complete
  const acknowledgement = {
    group_code: code,
    group_control_number: control_number,
    verdict,
    sets_included,
    sets_received: sets.length,
    sets_accepted: accepted,
    codes,
    sets: sets.map((set) => set.acknowledgement),
  } as const
  return { code, control_number, sets, acknowledgement }
}

/** Nothing of an interchange whose envelope is rejected: its TA1 answers it. */
export const receive = ({ fault, groups }: Interchange): ReceivedGroup[] =>
  fault === null || fault.accepted ? groups.map(receiveGroup) : []

/** The 997s that answer an interchange, one for each group. */
export const acknowledge = (interchange: Interchange): FunctionalAcknowledgement997[] =>
  receive(interchange).flatMap(({ acknowledgement }) => (acknowledgement === null ? [] : [acknowledgement]))
