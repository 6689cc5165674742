/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** invitation and password_reset are sign-in mail, of no organisation. */
export const mailKinds = ['invitation', 'password_reset', 'portal_invitation', 'report'] as const

export const mailStates = named('MailState', ['queued', 'sent', 'failed', 'stored'])
