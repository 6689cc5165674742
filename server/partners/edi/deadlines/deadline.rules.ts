/** Deadlines of documents in sentences. Pure. */
import { nameOf } from '../../../interchanges/outbound/ended.rules.ts'
import type { Deadline } from './deadlines.store.ts'

/** `2026-11-29 14:00` in a time zone. */
export const momentIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant))

type Stated = Omit<Deadline, 'trading_partner_id' | 'order_id' | 'shipment_id' | 'since'>

const subjectOf = ({ shipment_name, order_name, held_document_id }: Stated) =>
  shipment_name ?? order_name ?? `the order in document ${held_document_id}, which is held,`

export function deadlineSentence(one: Stated, timeZone: string): string {
  const { document_type, account_name, due_at, sent_at, state } = one
  const what = `The ${nameOf(document_type)} of ${subjectOf(one)} for ${account_name}`
  const due = due_at === null ? '' : momentIn(due_at, timeZone)
  switch (state) {
    case 'met':
      return `${what} was sent in time, at ${momentIn(sent_at!, timeZone)}.`
    case 'met_late':
      return `${what} was sent late, at ${momentIn(sent_at!, timeZone)}; it was due by ${due}.`
    case 'undetermined':
      return `${what} is due before the goods arrive, and when they do is unknown: the shipment has no later day of arrival, and the account no days in transit.`
    case 'due':
      return `${what} is due by ${due}.`
    case 'late':
      return `${what} was due by ${due} and is not sent.`
    case 'missed':
      return `${what} was due by ${due} and was not sent ${document_type === '856' ? 'before the goods arrived' : 'before the day on which the order is to ship'}.`
  }
}

/** What has a time left, or an unknown one, is a warning. */
export const severityOf = (state: Deadline['state']): 'warning' | 'blocking' =>
  state === 'late' || state === 'missed' ? 'blocking' : 'warning'
