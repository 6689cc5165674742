import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { namedVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Id, Line, Nullable, type Static, Type, Whole } from '../../contract/schema.ts'
import { correctReading, type LineCorrection, learnedItems } from './corrections.rules.ts'
import { readOrderPaper, readRows } from './document.store.ts'
import { OrderPaperPath, OrderPaperRow } from './model.ts'
import type { Problem } from './reading/reading.ts'

const label = (description: string, example: string) =>
  Type.Optional(Nullable(Line(description, { maxLength: limits.sales_order_label_length_max, examples: [example] })))
const date = (description: string) => Type.Optional(Nullable(CalendarDate(description)))

const Corrections = Type.Object(
  {
    reference: label('Number of the order.', 'PO-77120'),
    door_reference: label('Door that the goods are for.', 'DC-02'),
    requested_ship_date: date('Requested ship date.'),
    ship_window_start: date('First day of the ship window.'),
    ship_window_end: date('Last day of the ship window.'),
    cancel_date: date('Cancel date.'),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            line_number: Whole('Number of the line as it was read.', { minimum: 1, examples: [1] }),
            variant_id: Type.Optional(Id('The variant that the line orders.')),
            quantity: Type.Optional(
              Whole('Single units.', { minimum: 1, maximum: limits.sales_order_quantity_max, examples: [24] }),
            ),
            unit_price_cents: Type.Optional(
              Nullable(
                Whole('Price of a single unit, in hundredths; null leaves it open.', {
                  minimum: 0,
                  maximum: limits.sales_order_price_cents_max,
                  examples: [2_400],
                }),
              ),
            ),
            discount_cents: Type.Optional(
              Whole('Discount of the line, in hundredths.', {
                minimum: 0,
                maximum: limits.sales_order_price_cents_max,
                examples: [0],
              }),
            ),
            door_reference: label('Store or warehouse that the line is for.', '0101'),
            requested_ship_date: date('Requested ship date of the line.'),
            cancel_date: date('Cancel date of the line.'),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: limits.sales_order_lines_max, description: 'Corrections of lines.' },
      ),
    ),
  },
  { $id: 'OrderDocumentCorrections', additionalProperties: false, minProperties: 1 },
)
type Corrections = Static<typeof Corrections>

const itemRows = recordset(account_items, ['buyer_sku', 'variant_id'])

/** Lines with the variants that they name. */
async function namedLines(
  sql: Sql,
  organization_id: string,
  lines: Corrections['lines'] = [],
): Promise<LineCorrection[]> {
  const ids = lines.flatMap(({ variant_id }) => variant_id ?? [])
  const rows =
    ids.length === 0
      ? []
      : await sql<{ variant_id: string; sku: string }[]>`
          select v.variant_id, v.sku from (${namedVariants(sql, organization_id, { ids, skus: [] })}) n
          join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
          where v.archived_at is null`
  const known = new Map(rows.map((row) => [row.variant_id, row]))
  return lines.map(({ variant_id, ...line }, i) => {
    if (variant_id === undefined) return line
    const variant = known.get(variant_id)
    if (variant === undefined) return refuseField(`lines[${i}].variant_id`, 'must be a variant that is not archived')
    return { ...line, variant: { variant_id, sku: variant.sku } }
  })
}

export const correctOrderPaper = sessionOperation({
  id: 'session.correct_order_document',
  route: 'POST /api/v1/sales/orders/documents/{document_id}/correct',
  summary: 'Correct an order paper',
  desc: ({ file_name }) => `Paper ${file_name} corrected; take it to create its draft.`,
  description:
    "Corrects the reading of a refused order paper before it is taken: its number, dates and door, and the variant, quantity, price, discount, dates and store of its lines. A corrected problem is no longer listed. `corrected` of the reading and of each line names the fields that a person stated. The variant of a line with the account's own number becomes an item of the account, so that its next papers are read with it. Variants and the order of day and month are learned for papers of the account with the same headers, whose `learned` names them; quantities and prices are not.",
  service: 'sales',
  params: OrderPaperPath,
  body: Corrections,
  answer: OrderPaperRow,
  refusals: ['order_document_not_on_file', 'conflict'],
  conflict: 'The document was not refused, or nothing of it was read.',
  async run({ sql, caller, params: { document_id }, body: { lines, ...header }, now }) {
    const { organization_id } = caller
    const [paper] = await sql<{ state: string; problems: Problem[]; trading_partner_id: string }[]>`
      select state, problems, trading_partner_id from order_documents
      where organization_id = ${organization_id} and document_id = ${document_id} for update`
    const { row, reading } = await readOrderPaper(sql, { ...caller, account: null }, document_id)
    if (paper!.state !== 'refused' || reading === null)
      refuse('conflict', { desc: `${row.file_name} is not a refused paper that was read.`, data: { state: row.state } })
    const named = await namedLines(sql, organization_id, lines)
    named.forEach(({ line_number }, i) => {
      if (!reading.lines.some((line) => line.line_number === line_number))
        refuseField(`lines[${i}].line_number`, 'must be a line of the paper', [`1 to ${reading.lines.length}`])
    })
    const done = correctReading({ reading, problems: paper!.problems }, header, named)
    const matched = done.reading.lines.filter(({ variant_id }) => variant_id !== null).length
    // Stating what stands already is no correction.
    await sql`
      update order_documents d set reading = f.reading, problems = f.problems, matched_line_count = ${matched},
        corrected_at = ${now}
      from (values (${JSON.stringify(done.reading)}::text::jsonb, ${JSON.stringify(done.problems)}::text::jsonb))
        as f (reading, problems)
      where d.organization_id = ${organization_id} and d.document_id = ${document_id}
        and (d.reading is distinct from f.reading or d.problems is distinct from f.problems)`
    const items = learnedItems(reading, named)
    if (items.length > 0)
      await sql`
        insert into account_items (organization_id, trading_partner_id, ${itemRows.names})
        select ${organization_id}, ${paper!.trading_partner_id}, ${itemRows.values} from ${itemRows.from(items)}
        on conflict do nothing`
    const [answer] = await readRows(
      sql,
      organization_id,
      sql`select document_id, filed_at from order_documents
        where organization_id = ${organization_id} and document_id = ${document_id}`,
    )
    return answer!
  },
})
