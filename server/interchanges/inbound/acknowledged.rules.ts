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

function sentenceOf(
  document_type: string,
  account: string,
  set: AcknowledgedSet | undefined,
  codes: readonly string[],
) {
  const what = `${account} rejected the ${nameOf(document_type)}`
  const places = set === undefined ? codes.map((code) => `fault ${code} of its group`) : placesOf(set)
  if (places.length === 0) return `${what} without a reason.`
  const more = places.length > faultsShownMax ? ` and ${places.length - faultsShownMax} more` : ''
  return `${what}: ${places.slice(0, faultsShownMax).join('; ')}${more}.`
}

const accepted = ({ document_id, document_type }: AcknowledgedDocument, account: string): Answer => ({
  document_id,
  state: 'accepted',
  sentence: `${account} accepted the ${nameOf(document_type)}.`,
})

export function answersTo(
  { group_code, verdict, codes, sets }: FunctionalAcknowledgement997,
  documents: readonly AcknowledgedDocument[],
  account: string,
): Answer[] {
  const own = documents.filter(({ document_type }) => groupCodes[document_type] === group_code)
  return own.flatMap((document): Answer[] => {
    const { document_id, document_type, set_control_number } = document
    const set = sets.find(
      ({ type, control_number }) => type === document_type && isNumber(set_control_number, control_number),
    )
    // A group that is partly accepted names the sets that are not, and may leave out the others.
    const isRejected = verdict === 'rejected' || set?.verdict === 'rejected'
    if (!isRejected) return [accepted(document, account)]
    return [{ document_id, state: 'rejected', sentence: sentenceOf(document_type, account, set, codes) }]
  })
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
    sentence: `${account} rejected the interchange ${control_number} with the ${nameOf(document_type)}: its envelope has the fault ${note_code}.`,
  }))
}
