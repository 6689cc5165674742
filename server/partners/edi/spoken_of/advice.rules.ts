/** What an account says of documents that it got, in sentences, and the numbers that it names. Pure. */
import type { Advice } from '../../../edi/documents/advices/application_advice_824.ts'
import type { TextMessage864 } from '../../../edi/documents/advices/text_message_864.ts'
import { nameOf } from '../../../interchanges/outbound/ended.rules.ts'

const [shownFaults, shownLength, candidatesMax, numberLengthMin] = [3, 400, 200, 3]

const words = {
  accepted: 'accepted',
  accepted_with_errors: 'accepted with faults',
  rejected: 'rejected',
  unknown: 'answered',
} as const

const faultWords = ({ code, text, segment, value }: Advice['faults'][number]): string => {
  const where = segment === null ? '' : ` in ${segment}`
  const what = value === null ? '' : `: "${value}"`
  return `${text ?? `fault ${code}`}${where}${what}`
}

/** `Meridian rejected the invoice (810) INV-1: unknown vendor number in REF: "V-9"; fault 019.` */
export function adviceSentence(account: string, { verdict, code, faults, notes }: Advice, document: string): string {
  const said = [...faults.map(faultWords), ...notes]
  const more = said.length > shownFaults ? ` and ${said.length - shownFaults} more` : ''
  const verb = verdict === 'unknown' ? `answered with the code ${code}` : words[verdict]
  const subject = verdict === 'unknown' ? `${account} ${verb} to the ${document}` : `${account} ${verb} the ${document}`
  if (said.length === 0) return `${subject}.`
  return `${subject}: ${said.slice(0, shownFaults).join('; ').slice(0, shownLength)}${more}.`
}

export const documentName = (document_type: string, number: string | null): string =>
  number === null ? nameOf(document_type) : `${nameOf(document_type)} ${number}`

export const messageSentence = (account: string, { subject, text }: TextMessage864): string => {
  const said = [subject, text].filter((one) => one !== null && one !== '').join(': ')
  return `${account} writes: ${said === '' ? 'nothing' : said.slice(0, shownLength)}`
}

/** Every number that the message names: those in segments of their own, and each word of the text that could be one. */
export function namedNumbers({ references, subject, text }: TextMessage864): string[] {
  const split = `${subject ?? ''} ${text}`.split(/[\s,;:()"]+/).map((word) => word.replace(/[.!?]+$/, ''))
  const inText = split.filter((word) => word.length >= numberLengthMin && /\d/.test(word))
  return [...new Set([...references, ...inText])].slice(0, candidatesMax)
}
