/** The context of the process: everything that the pipeline, exports, documents and sign-in need. */
import type { DocumentContext } from '../documents/answer_document.ts'
import type { ExportContext } from '../tables/exports.ts'

export type AppContext = ExportContext & DocumentContext
