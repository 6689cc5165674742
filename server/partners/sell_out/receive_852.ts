/** Reports of sell-out over EDI: an 852 takes the same path as a file. */
import type { SellOut852, SellOutRow } from '../../edi/documents/sell_out_852.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import type { EdiDocumentHandler } from '../../interchanges/handler.ts'
import { importSellOut, type ReportedRow } from './import_rows.ts'

const reported = (row: SellOutRow): ReportedRow => ({
  period_start: row.period_start,
  period_end: row.period_end,
  door_reference: row.door_reference,
  buyer_sku: row.buyer_sku,
  gtin: row.gtin,
  sku: row.supplier_sku,
  units_sold: row.units_sold,
  units_returned: row.units_returned,
  on_hand: row.on_hand,
})

/** As in a file; a quantity beyond is a mistake of the account. */
function checkQuantities(rows: readonly SellOutRow[]): void {
  const max = limits.sell_out_row_units_max
  const isBeyond = (quantity: number | null) => quantity !== null && Math.abs(quantity) > max
  const counts = rows.flatMap(({ units_sold, units_returned, on_hand }) => [units_sold, units_returned, on_hand])
  const beyond = counts.find(isBeyond)
  if (beyond === undefined) return
  refuse('bad_request', {
    desc: `It reports a quantity of ${beyond!.toLocaleString('en-US')}; at most ${max.toLocaleString('en-US')} are allowed.`,
  })
}

/** A report that is refused as a whole is a Refusal, and held by the engine; rows that match nothing are kept to be read again. */
export const handle852: EdiDocumentHandler = {
  document_type: '852',
  async handle(sql, context, { account, record }) {
    const { rows } = record as SellOut852
    checkQuantities(rows)
    const { counts, changes } = await importSellOut(sql, context, {
      trading_partner_id: account.trading_partner_id,
      account_name: account.name,
      source: 'edi_852',
      rows: [rows.map(reported)],
    })
    const { added, changed, removed } = changes
    const refused = counts.refused === 0 ? '' : `; ${counted(counts.refused, 'row')} refused`
    return {
      state: 'processed',
      sentence: `Sell-out of ${counted(counts.submitted, 'row')}: ${added} added, ${changed} changed, ${removed} removed${refused}.`,
    }
  },
}
