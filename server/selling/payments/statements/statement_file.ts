/** The statement of an account as PDF. */
import { decimalOf } from '../../../contract/money.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { fileNameOf } from '../../../documents/printing/printed_order.ts'
import type { PrintedStatement } from '../../../documents/printing/printed_statement.ts'
import { renderPdf } from '../../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../../tables/export_table.ts'
import type { MadeFile } from '../../../tables/made_file.ts'
import { printedParties } from '../../parties/parties.rules.ts'
import { service } from '../payment.model.ts'
import { readKnown, StatementQuery, statementOf } from './get_statement.ts'
import { type ReadStatement, readStatement, type StatementEntry, type StatementOf } from './statement.store.ts'

const titles: Record<StatementEntry['kind'], string> = {
  invoice: 'Invoice',
  invoice_voided: 'Void of invoice',
  credit_note: 'Credit note',
  credit_note_cancelled: 'Cancelled credit note',
  payment: 'Payment',
  payment_reversed: 'Reversed payment',
  payout: 'Payout',
  payout_reversed: 'Reversed payout',
}

function partiesOf({ account }: ReadStatement) {
  const address = account.bill_to_address
  const parties = printedParties({
    seller: { name: account.seller_name, address: account.seller_address, tax_id: account.seller_tax_id },
    bill_to: { name: account.name, account_reference: account.account_reference, address, tax_id: account.tax_id },
    ship_to: { name: account.name, door_reference: null, address },
  })
  return { seller: parties.seller, buyer: parties.buyer }
}

const printedStatement = ({ from, to, currency }: StatementOf, read: ReadStatement): PrintedStatement => ({
  kind: 'statement',
  from,
  to,
  currency,
  ...partiesOf(read),
  opening: decimalOf(read.opening_cents),
  entries: read.entries.map(({ day, kind, name, due_on, cents, balance_cents }) => ({
    day,
    title: name === null ? titles[kind] : `${titles[kind]} ${name}`,
    details: due_on === null ? [] : [`Due ${due_on}`],
    amount: decimalOf(cents),
    balance: decimalOf(balance_cents),
  })),
  closing: decimalOf(read.closing_cents),
  ageing: [
    ['Not due', decimalOf(read.ageing.not_due)],
    ['1 to 30 days past due', decimalOf(read.ageing.days_1_to_30)],
    ['31 to 60 days past due', decimalOf(read.ageing.days_31_to_60)],
    ['61 to 90 days past due', decimalOf(read.ageing.days_61_to_90)],
    ['More than 90 days past due', decimalOf(read.ageing.over_90_days)],
    ['Unallocated money', decimalOf(read.unallocated_cents)],
  ],
})

export const statementFile: MadeFile = {
  name: 'statement',
  async make(sql, organization_id, query) {
    const of = { ...(query as unknown as Omit<StatementOf, 'organization_id'>), organization_id }
    const read = await readStatement(sql, of)
    if (read === null) return null
    const printed = printedStatement(of, read)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, printed) }
  },
}

export const getStatementFile = sessionOperation({
  id: 'session.get_statement_file',
  route: 'GET /api/v1/sales/statements/file',
  summary: 'Get the file of a statement of an account',
  description:
    'Returns a URL from which the statement of a trading account in one currency can be downloaded as PDF for 60 minutes without a key. It states both parties as they are on file, every entry with the balance after it, and the open invoices by days past due.',
  service,
  query: StatementQuery,
  answer: ExportLink,
  async run(call) {
    const of = statementOf(call.caller, call.query, call.now)
    const { account, entries } = await readKnown(call.sql, of)
    const { organization_id: _organization_id, ...query } = of
    return linkFile(call, {
      table: statementFile.name,
      query,
      file_name: `${fileNameOf(`Statement ${account.name} ${of.currency} ${of.to}`)}.pdf`,
      row_count: entries.length,
    })
  },
})
