/** Which records exceptions about payments of the accounting system concern. */
import type { NewException } from '../../../exceptions/open.ts'

type About = Pick<NewException, 'kind' | 'subject'>

const about = (type: string, id: string): About => ({ kind: 'payment_not_read', subject: { type, id } })

/** By the payment's id in the accounting system, since it is no record here. */
export const aboutAccountingPayment = (external_id: string): About => about('accounting_payment', external_id)
export const aboutPaymentFeed = (accounting_connection_id: string): About =>
  about('accounting_connection', accounting_connection_id)

export const accountingService = 'service:accounting'
