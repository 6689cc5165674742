/** What domains do when mails of their kind were sent or failed. Account mail needs nothing. */
import type { MailHandlers } from '../mail/worker.ts'

export const mailHandlers: MailHandlers = {}
