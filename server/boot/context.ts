/** What the process holds while it runs: everything that the door, exports, documents and sign-in ask for. */
import type { DocumentContext } from '../documents/answer_document.ts'
import type { SignInContext } from '../platform/sign_in/context.ts'
import type { ExportContext } from '../tables/exports.ts'

export type AppContext = ExportContext & DocumentContext & SignInContext
