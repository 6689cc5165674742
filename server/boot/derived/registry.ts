/** Every engine of derived figures. A test walks pg_catalog: each trigger and each derived table is listed here. */
import { salesEngines } from './sales.ts'
import { stockEngines } from './stock.ts'
import type { Engine } from './engine.ts'

export const engines: readonly Engine[] = [...stockEngines, ...salesEngines]

/** Functions of triggers that keep no figures. */
export const otherTriggers: Readonly<Record<string, string>> = {
  check_parents_of_sales:
    'refuses sales by day without their variant, sales channel or location, as a foreign key would',
  keep_key_of_sales: 'refuses another variant, sales channel or location of a row of sales by day',
  keep_parents_of_sales: 'refuses to delete what sales by day refer to, as a foreign key would',
  assign_contact_id: 'numbers contacts',
  assign_edi_document_id: 'numbers EDI documents',
  assign_event_id: 'numbers events of the catalogue',
  assign_invoice_id: 'numbers invoices',
  assign_movement_id: 'numbers stock movements',
  assign_return_id: 'numbers returns',
  check_time_zones: 'refuses unknown time zones',
  keep_supplier_payments: 'keeps payments of deleted purchase orders',
  record_book_verdict: 'records in the order book what was decided on an order line',
  refuse_audit_change: 'refuses changes of the audit log',
  refuse_commitment_plan_change: 'refuses changes of versions of commitment plans',
  refuse_further_commitment_plan_cells: 'refuses cells of a version that is complete',
  refuse_further_plan_cells: 'refuses cells of a version that is complete',
  refuse_ledger_change: 'refuses changes of stock movements',
  refuse_order_book_change: 'refuses changes of the order book',
  refuse_ordered_quantity_change: 'refuses changes of what was ordered',
  refuse_plan_version_change: 'refuses changes of versions of buy plans',
  refuse_posted_stocktake_change: 'refuses changes of posted stocktakes',
  refuse_posted_stocktake_part_change: 'refuses changes of the lines of posted stocktakes',
}

const words = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ')

const row = ({ keeps, code, tables, pending, sources, triggers, job, verify }: Engine): string =>
  `| ${[
    `${keeps}; \`${code}\``,
    words(tables),
    words(sources),
    words(triggers),
    words(pending),
    job !== null ? `job \`${job}\`` : triggers.length > 0 ? 'the triggers' : 'the write itself',
    typeof verify === 'string' ? `no: ${verify}` : 'yes',
  ].join(' | ')} |`

/** The page \`DERIVED_FIGURES.md\`, which \`npm run contract\` writes. */
export const registryText = (): string =>
  `# Derived figures

What the database keeps because reading it from the rows each time would take too long. Generated from \`boot/derived/\`;
\`npm run verify\` compares the tables with the rows that they follow from.

| kept, and where | tables | follow from | trigger functions | pending changes | kept by | compared |
|---|---|---|---|---|---|---|
${engines.map(row).join('\n')}

Triggers beside them:

${Object.entries(otherTriggers)
  .map(([name, what]) => `- \`${name}\` ${what}`)
  .join('\n')}
`
