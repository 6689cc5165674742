/** What the process holds while it runs: settings, database, files and the places where it writes down what happened. */
import type { Database } from '../../db/client.ts'
import type { ExportRequest, Files, DocumentTools, WebhookTools } from '../contract/call.ts'
import type { Train } from '../contract/trains.ts'
import type { Exchange } from '../door/exchange.ts'
import type { DocumentName } from '../documents/links.ts'
import type { AccountMail } from '../platform/mail/accounts.ts'
import type { Settings } from './settings.ts'

export interface AppContext {
  settings: Settings
  db: Database
  files: Files
  webhooks: WebhookTools
  documents: DocumentTools
  mail: AccountMail
  /** The paper that a signed address names; null when it is not one of ours. */
  readDocumentToken: (token: string) => DocumentName | null
  current_train: Train
  exportUrl: (request: ExportRequest) => string
  /** What a token of such an address carries; null when it is not one of ours. */
  readExport: (token: string) => ExportRequest | null
  /** Called once for every answered call, off the caller's path. */
  observe: (exchange: Exchange) => void
  /** Called for every fault that is answered 500. */
  logFault: (exchange: Exchange, error: unknown) => void
}
