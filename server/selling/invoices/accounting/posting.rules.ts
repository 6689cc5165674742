/** Interprets the response of an accounting system. Pure. */
import { reasonOf } from '../../../documents/undelivered.rules.ts'

/** A posting whose attempt ended. */
export interface EndedPosting {
  organization_id: string
  /** What was posted. */
  subject: { type: string; id: string }
  noun: 'invoice' | 'credit note'
  /** queued: it is retried. */
  state: string
  /** Name of what was posted, and of the accounting system. */
  name: string
  ledger: string | null
  /** Whether it was voided or cancelled. */
  is_withdrawn: boolean
  status: number | null
  detail: string | null
  at: string
}

export const ledgerOf = ({ ledger }: EndedPosting): string => ledger ?? 'the accounting system'

const withdrawals = { invoice: 'The void', 'credit note': 'The cancellation' } as const

const whatOf = ({ is_withdrawn, noun }: EndedPosting) => (is_withdrawn ? withdrawals[noun] : `The ${noun}`)

export function ledgerSentence(posting: EndedPosting): string {
  const what = whatOf(posting)
  const ledger = ledgerOf(posting)
  if (posting.state === 'posted') return `${what} was posted to ${ledger}.`
  const fault = `${what} could not be posted to ${ledger}: ${reasonOf(posting)}.`
  return posting.state === 'failed' ? `${fault} Post it again once the cause is fixed.` : `${fault} It is retried.`
}

const idLengthMax = 200
const urlLengthMax = 2_000

const textOf = (value: unknown, lengthMax: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= lengthMax ? value : null

/** Only http and https, since the URL is shown as a link. */
const isLink = (text: string) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

/** The system's own id and URL of the invoice, where its response is a JSON object that has them. */
export function readReference({ state, detail }: EndedPosting): {
  external_id: string | null
  external_url: string | null
} {
  const none = { external_id: null, external_url: null }
  if (state !== 'posted') return none
  try {
    // Text and numbers have neither field.
    const response = (JSON.parse(detail ?? 'null') ?? {}) as { external_id?: unknown; external_url?: unknown }
    const { external_id, external_url } = response
    const url = textOf(external_url, urlLengthMax) ?? ''
    return { external_id: textOf(external_id, idLengthMax), external_url: isLink(url) ? url : null }
  } catch {
    return none
  }
}
