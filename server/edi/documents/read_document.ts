/** Every transaction set that we know, with its reader. */
import type { Transaction } from '../x12/envelope.ts'
import { read855 } from './acknowledgement_855.ts'
import { read824 } from './advices/application_advice_824.ts'
import { read865 } from './change_acknowledgement_865.ts'
import { read997 } from './functional_acknowledgement_997.ts'
import { read846 } from './inventory_advice_846.ts'
import { read810 } from './invoice_810.ts'
import { read850 } from './purchase_order_850.ts'
import { read860 } from './purchase_order_change_860.ts'
import { read852 } from './sell_out/read_852.ts'
import type { StoreLayout } from './sell_out/stores.ts'
import { read820 } from './advices/remittance_advice_820.ts'
import { read864 } from './advices/text_message_864.ts'
import { read856 } from './shipping_notice_856.ts'

const readers = {
  810: read810,
  820: read820,
  824: read824,
  846: read846,
  850: read850,
  852: read852,
  855: read855,
  856: read856,
  860: read860,
  864: read864,
  865: read865,
  997: read997,
}

type Readers = typeof readers
/** A document by its type, e.g. { type: '850', record }. */
export type ReadEdiDocument = {
  [Type in keyof Readers]: { type: `${Type}`; record: ReturnType<Readers[Type]> }
}[keyof Readers]

/** What the account has settled about documents that have several readings. */
export interface SettledReadings {
  store_layout: StoreLayout | null
}

const nothingSettled: SettledReadings = { store_layout: null }

/** Null for a set that we do not know; throws an X12Error with the faults of one that is broken. */
export function readEdiDocument(
  transaction: Pick<Transaction, 'type' | 'segments' | 'version'>,
  { store_layout } = nothingSettled,
): ReadEdiDocument | null {
  if (transaction.type === '852') return { type: '852', record: read852(transaction, store_layout) }
  const read = (readers as Record<string, Readers[keyof Readers] | undefined>)[transaction.type]
  return read === undefined ? null : ({ type: transaction.type, record: read(transaction) } as ReadEdiDocument)
}
