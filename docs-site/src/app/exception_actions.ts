/** What a person does about each kind of exception: the service's own table of kinds, joined to forms and screens at build time. */
import { exception_kinds } from '~/lib/data.ts'
import { forms } from './forms.ts'
import { recordPages } from './records.ts'

export interface ExceptionAction {
  operation: string
  title: string
  effect: string
  needs: 'member' | 'admin'
  reference: string
  /** The screen where it is done; null where the form of the operation does it. */
  place: { path: string; label: string } | null
}

export interface ExceptionSubject {
  /** The parameter that takes the id of the subject; null where the API has none. */
  parameter: string | null
  /** The page of its record. */
  record: string | null
  actions: ExceptionAction[]
}

/** The parameter of each type of subject. A new type without one fails the build. */
const parameters: Record<string, string | null> = {
  sales_order: 'order_id',
  purchase_order: 'purchase_order_id',
  supplier_invoice: 'supplier_invoice_id',
  order_document: 'document_id',
  edi_document: 'edi_document_id',
  edi_interchange: 'interchange_id',
  trading_account: 'trading_partner_id',
  invoice: 'invoice_id',
  credit_note: 'credit_note_id',
  return: 'return_id',
  accounting_connection: 'accounting_connection_id',
  accounting_payment: 'external_id',
  sales_channel: 'sales_channel_id',
}

/** Operations that need more than a form: the screen or list where they begin. */
const places: Record<string, { path: string; label: string }> = {
  'session.undo_import': { path: '/data/imports', label: 'Open the imports' },
  'session.set_account_edi_profile': { path: '/lists/session/list_accounts', label: 'Open the trading accounts' },
  'orders.file_document': { path: '/lists/orders/list_documents', label: 'Open the order papers' },
}

/** Operations whose path names no record, and the subject that they are about. */
const aboutAlone: Record<string, string> = {
  'orders.file_document': 'order_document',
  'session.receive_edi_interchanges': 'edi_interchange',
}

/** Every row has the form of this one. */
const ofEveryRow = 'session.resolve_exception'

function parameterOf(subject: string): string | null {
  const parameter = parameters[subject]
  if (parameter === undefined) throw new Error(`no parameter takes the id of a ${subject}: name it in exception_actions.ts`)
  return parameter
}

const isOwn = (path_names: readonly string[], subject: string): boolean => path_names.includes(parameterOf(subject) ?? '')

/** An action whose path names another subject of the kind is not about this one. */
function isAbout(operation: string, path_names: readonly string[], subject: string, subjects: readonly string[]): boolean {
  if (isOwn(path_names, subject)) return true
  if (aboutAlone[operation] !== undefined) return aboutAlone[operation] === subject
  return !subjects.some((other) => other !== subject && path_names.includes(parameterOf(other) ?? ''))
}

function actionsOf({ subjects, actions }: (typeof exception_kinds)[number], subject: string): ExceptionAction[] {
  const all = actions
    .filter(({ operation }) => operation !== ofEveryRow)
    .map(({ operation, effect }) => {
      const form = forms.find(({ id }) => id === operation)
      if (form === undefined) throw new Error(`${operation} of the exceptions is no write of the document`)
      const { title, needs, reference, path_fields } = form
      const action = { operation, title, effect, needs, reference, place: places[operation] ?? null }
      const names = path_fields.map(({ name }) => name)
      return { action, isOwn: isOwn(names, subject), isAbout: isAbout(operation, names, subject, subjects) }
    })
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
  const about = all.filter((one) => one.isAbout)
  return (about.length === 0 ? all : about).map(({ action }) => action)
}

function subjectOf(kind: (typeof exception_kinds)[number], subject: string): ExceptionSubject {
  const parameter = parameterOf(subject)
  return { parameter, record: parameter === null ? null : (recordPages[parameter]?.id ?? null), actions: actionsOf(kind, subject) }
}

/** By kind, then by type of subject. */
export const exceptionActions: Record<string, Record<string, ExceptionSubject>> = Object.fromEntries(
  exception_kinds.map((kind) => [kind.kind, Object.fromEntries(kind.subjects.map((subject) => [subject, subjectOf(kind, subject)]))]),
)
