/** Whether a set is passed on to its handler. Pure. */
import { readEdiDocument } from '../../edi/documents/read_document.ts'
import { receivedGroupCodes } from '../../edi/x12/envelope.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import { type KeyedSet, type Rejection, setErrorCodes } from './sets.rules.ts'

/** Why a set is not passed on. */
export interface Refused {
  state: 'rejected' | 'unsupported'
  sentence: string
  rejection: Rejection
}

/** Element 716. */
const unknownVersion = '2'

const setWords: Record<string, string> = {
  '2': 'it has no SE segment',
  '3': 'its SE repeats another control number',
  '4': 'its SE counts another number of segments',
  '6': 'its type must have three digits',
  '7': 'its ST must have a control number of at most nine characters',
}

/** Names of further documents that accounts send, so that a person sees what was not understood. */
const furtherTypes: Record<string, string> = {
  '180': 'return merchandise authorization',
  '753': 'request for routing instructions',
  '754': 'routing instructions',
  '812': 'credit or debit adjustment',
  '816': 'organizational relationships',
  '830': 'planning schedule',
  '832': 'price and sales catalogue',
  '869': 'order status inquiry',
  '940': 'warehouse shipping order',
  '943': 'warehouse transfer shipment advice',
  '944': 'warehouse transfer receipt advice',
  '945': 'warehouse shipping advice',
}

const typeWords = (type: string): string =>
  furtherTypes[type] === undefined ? type : `${type} (${furtherTypes[type]})`

const rejected = (type: string, sentence: string, rejection: Partial<Rejection>): Refused => ({
  state: 'rejected',
  sentence: `The ${type} was rejected: ${sentence}`,
  rejection: { faults: [], codes: [], ...rejection },
})

/** Whether a set can be read, whatever stands around it: it may have arrived under earlier rules. */
export function checkContent(transaction: KeyedSet['transaction']): Refused | null {
  try {
    readEdiDocument(transaction)
    return null
  } catch (error) {
    if (error instanceof X12Error) return rejected(transaction.type, error.message, { faults: error.faults })
    throw error
  }
}

/** null: the set is passed on. The sets of a group whose trailer disagrees are rejected, since one of them may be lost. */
export function checkSet({ group, transaction, is_repeated }: KeyedSet, isSupported: boolean): Refused | null {
  const { type, control_number, codes } = transaction
  const refused = (sentence: string, rejection: Partial<Rejection>) => rejected(type, sentence, rejection)
  if (codes.length > 0) return refused(`${setWords[codes[0]!] ?? 'its envelope is broken'}.`, { codes })
  if (group.codes.includes(unknownVersion))
    return refused(
      `its group ${group.control_number} has the version (GS08) "${group.version}"; 004010 to 005010 are read.`,
      {},
    )
  if (group.codes.length > 0)
    return refused(`the counts or control numbers of its group ${group.control_number} disagree.`, {})
  if (is_repeated)
    return refused(`its group has another set with the control number ${control_number}.`, {
      codes: [setErrorCodes.number_repeated],
    })
  if (!isSupported)
    return {
      state: 'unsupported',
      sentence: `Documents of type ${typeWords(type)} are not processed. It is kept as it arrived.`,
      rejection: { faults: [], codes: [setErrorCodes.unsupported] },
    }
  const expected = receivedGroupCodes[type]
  if (expected !== undefined && expected !== group.code)
    return refused(
      `its group ${group.control_number} has the code (GS01) ${group.code}; ${expected} is that of the type ${type}.`,
      { codes: [setErrorCodes.other_group] },
    )
  return checkContent(transaction)
}
