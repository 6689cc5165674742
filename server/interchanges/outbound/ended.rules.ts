/** Sentences about an attempt that ended, for the list of documents and for an exception. */

export interface EndedAttempt {
  document_type: string
  account_name: string
  is_stored: boolean
  /** Status of the response over HTTP; null where none arrived, or the transport has none. */
  status: number | null
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

export function reasonOf({ status, detail }: Pick<EndedAttempt, 'status' | 'detail'>): string {
  const text = (detail ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return status === null ? 'no response' : `the response was ${status}`
  return (words[text] ?? text).slice(0, shownLengthMax).replace(/\.$/, '')
}

/** Sentences of a document that was sent, will be sent again, or failed for good. */
export function sentencesOf({ document_type, account_name, is_stored, ...ended }: EndedAttempt) {
  const what = nameOf(document_type)
  const failed = `The ${what} could not be sent to ${account_name}: ${reasonOf(ended)}.`
  return {
    done: is_stored
      ? `The ${what} for ${account_name} is ready to be downloaded.`
      : `The ${what} was sent to ${account_name}.`,
    again: `${failed} It is sent again.`,
    failed: `${failed} Correct the cause, then send the document again.`,
  }
}
