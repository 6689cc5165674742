/** What a list of documents and an exception say about an attempt that ended. */

export interface EndedAttempt {
  document_type: string
  account_name: string
  /** As the queue left it. */
  state: string
  ended_at: string | null
  is_stored: boolean
  detail: string | null
}

/** Names of documents in sentences. */
const names: Record<string, string> = {
  '810': 'invoice (810)',
  '846': 'inventory advice (846)',
  '855': 'order acknowledgement (855)',
  '856': 'shipping notice (856)',
  '865': 'change acknowledgement (865)',
  '997': 'functional acknowledgement (997)',
  TA1: 'interchange acknowledgement (TA1)',
}
export const nameOf = (document_type: string): string => names[document_type] ?? document_type

const words: Record<string, string> = {
  timed_out: 'no response within 30 seconds',
  connection_refused: 'the connection was refused',
  connection_reset: 'the connection was closed',
  dns_lookup_failed: 'the host name is unknown',
  address_not_public: 'the address is not public',
  tls_failed: 'no secure connection could be made',
}
const shownLengthMax = 300

export function reasonOf(detail: string | null): string {
  const text = (detail ?? '').replaceAll(/\s+/g, ' ').trim()
  return text === '' ? 'no response' : (words[text] ?? text).slice(0, shownLengthMax).replace(/\.$/, '')
}

export function endOf(attempt: EndedAttempt): { state: string; sentence: string } {
  const { document_type, account_name, state, is_stored, detail } = attempt
  const what = nameOf(document_type)
  if (state === 'sent' && is_stored)
    return { state: 'stored', sentence: `The ${what} for ${account_name} is ready to be downloaded.` }
  if (state === 'sent') return { state, sentence: `The ${what} was sent to ${account_name}.` }
  if (state === 'queued')
    return {
      state,
      sentence: `The ${what} could not be sent to ${account_name}: ${reasonOf(detail)}. It is sent again.`,
    }
  return {
    state,
    sentence: `The ${what} could not be sent to ${account_name}: ${reasonOf(detail)}. Correct the cause, then send the document again.`,
  }
}
