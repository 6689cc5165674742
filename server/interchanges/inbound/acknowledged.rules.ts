/** Reads an account's acknowledgement of each of our documents. */
import type {
  AcknowledgedSet,
  FunctionalAcknowledgement997,
} from '../../edi/documents/functional_acknowledgement_997.ts'
import type { InterchangeAcknowledgement } from '../../edi/documents/interchange_acknowledgement_ta1.ts'
import { groupCodes } from '../../edi/x12/envelope.ts'
import { nameOf } from '../outbound/ended.rules.ts'

export interface AcknowledgedDocument {
  document_id: number
  document_type: string
  set_control_number: string | null
}

export interface Answer {
  document_id: number
  state: 'accepted' | 'rejected'
  /** Accepted, and the account states faults: a person looks at them. */
  has_faults: boolean
  sentence: string
}

const faultsShownMax = 3

const isNumber = (a: string | null, b: string) => a !== null && Number(a) === Number(b)

/** Element 723. */
const elementWords: Record<string, string> = {
  '1': 'is missing',
  '2': 'is required under a condition',
  '3': 'is too many',
  '4': 'is too short',
  '5': 'is too long',
  '6': 'has an invalid character',
  '7': 'has an unknown code',
  '8': 'is no valid date',
  '9': 'is no valid time',
}
/** Element 720. */
const segmentWords: Record<string, string> = {
  '1': 'is unknown',
  '2': 'is unexpected',
  '3': 'is missing',
  '4': 'occurs too often',
  '5': 'occurs too often',
  '6': 'does not belong to the document',
  '7': 'is out of order',
}

/** E.g. `segment 4 (N1), element 2 is missing`. */
function placesOf({ segments, codes }: AcknowledgedSet): string[] {
  const places = segments.flatMap(({ tag, position, code, elements }) => {
    const where = `segment ${position} (${tag})`
    if (elements.length === 0) return [`${where} ${segmentWords[code ?? ''] ?? `has the fault ${code ?? 'unknown'}`}`]
    return elements.map(({ element, code: fault, value }) => {
      const foundText = value === null ? '' : `: "${value}"`
      return `${where}, element ${element} ${elementWords[fault] ?? `has the fault ${fault}`}${foundText}`
    })
  })
  return places.length > 0 ? places : codes.map((code) => `fault ${code} of the document`)
}

const verbs = { accepted_with_errors: 'accepted with faults', rejected: 'rejected' } as const

function sentenceOf(
  document_type: string,
  account: string,
  verdict: keyof typeof verbs,
  { set, codes }: { set: AcknowledgedSet | undefined; codes: readonly string[] },
) {
  const what = `${account} ${verbs[verdict]} the ${nameOf(document_type)}`
  const ofSet = set === undefined ? [] : placesOf(set)
  const places = ofSet.length > 0 ? ofSet : codes.map((code) => `fault ${code} of its group`)
  if (places.length === 0) return `${what} without a reason.`
  const more = places.length > faultsShownMax ? ` and ${places.length - faultsShownMax} more` : ''
  return `${what}: ${places.slice(0, faultsShownMax).join('; ')}${more}.`
}

const accepted = ({ document_id, document_type }: AcknowledgedDocument, account: string): Answer => ({
  document_id,
  state: 'accepted',
  has_faults: false,
  sentence: `${account} accepted the ${nameOf(document_type)}.`,
})

const isSetOf = (
  { document_type, set_control_number }: AcknowledgedDocument,
  { type, control_number }: AcknowledgedSet,
): boolean => type === document_type && isNumber(set_control_number, control_number)

const ofGroup = ({ group_code }: FunctionalAcknowledgement997, documents: readonly AcknowledgedDocument[]) =>
  documents.filter(({ document_type }) => groupCodes[document_type] === group_code)

export function answersTo(
  acknowledgement: FunctionalAcknowledgement997,
  documents: readonly AcknowledgedDocument[],
  account: string,
): Answer[] {
  const { verdict, codes, sets } = acknowledgement
  // Faults of a group that none of its sets explains could be those of each.
  const isUnexplained = verdict !== 'accepted' && sets.every((set) => set.verdict === 'accepted')
  return ofGroup(acknowledgement, documents).map((document): Answer => {
    const { document_id, document_type } = document
    const set = sets.find((one) => isSetOf(document, one))
    // A group that is partly accepted names the sets that are not, and may leave out the others.
    if (verdict === 'rejected' || set?.verdict === 'rejected') {
      const sentence = sentenceOf(document_type, account, 'rejected', { set, codes })
      return { document_id, state: 'rejected', has_faults: true, sentence }
    }
    if (set?.verdict !== 'accepted_with_errors' && !isUnexplained) return accepted(document, account)
    const sentence = sentenceOf(document_type, account, 'accepted_with_errors', { set, codes })
    return { document_id, state: 'accepted', has_faults: true, sentence }
  })
}

/** What an account rejected, or took with faults, of what was not sent to it; null if nothing. */
export function unknownFaults(
  acknowledgement: FunctionalAcknowledgement997,
  documents: readonly AcknowledgedDocument[],
  account: string,
): string | null {
  const { group_code, group_control_number, verdict, sets } = acknowledgement
  const own = ofGroup(acknowledgement, documents)
  const group = `the group ${group_code} ${group_control_number.replace(/^0+(?=\d)/, '')}`
  if (own.length === 0)
    return verdict === 'accepted'
      ? null
      : `${account} ${verdict === 'rejected' ? 'rejected' : 'found faults in'} ${group}, which was not sent to it.`
  const unknown = sets.filter((set) => set.verdict !== 'accepted' && !own.some((one) => isSetOf(one, set)))
  if (unknown.length === 0) return null
  const named = unknown.map(({ type, control_number }) => `${type} ${control_number}`)
  const more = named.length > faultsShownMax ? ` and ${named.length - faultsShownMax} more` : ''
  return `${account} found faults in sets of ${group} that were not sent to it: ${named.slice(0, faultsShownMax).join(', ')}${more}.`
}

export function answerToInterchange(
  { control_number, verdict, note_code }: InterchangeAcknowledgement,
  documents: readonly AcknowledgedDocument[],
  account: string,
): Answer[] {
  // An accepted interchange says nothing about the documents in it; their 997 does.
  if (verdict !== 'rejected') return []
  return documents.map(({ document_id, document_type }) => ({
    document_id,
    state: 'rejected',
    has_faults: true,
    sentence: `${account} rejected the interchange ${control_number} with the ${nameOf(document_type)}: its envelope has the fault ${note_code}.`,
  }))
}
