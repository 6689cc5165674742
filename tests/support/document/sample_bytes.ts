/** The bytes that operations with a body of bytes are sent in generated requests. */
import type { Operation } from '../../../server/contract/operation.ts'

/** A report of sell-out; other operations take any text. */
export const sellOut = `period_start,period_end,door,buyer_sku,units_sold,on_hand,currency
2026-11-09,2026-11-15,0000,771-JMP-M,34,240,EUR
2026-11-09,2026-11-15,0000,UNKNOWN,1,0,EUR
`

export const bytesOf = ({ id }: Operation, usual: string): string => (id.startsWith('sell_out.') ? sellOut : usual)
