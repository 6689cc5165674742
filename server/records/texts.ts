/** One form of texts that people and files write in several. Pure. */
import { uuidPattern } from '../contract/schema.ts'

/** The stored form: accented letters composed (NFC), no spaces around it. */
export const normalText = (text: string): string => text.normalize('NFC').trim()

/** The form in which names are compared, in any case. */
export const nameKey = (text: string): string => normalText(text).toLowerCase()

/** What is stated of these, in the stored form, each once. */
export const statedTexts = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : normalText(text)))),
]

/** Those that may be ids: a file names a record by its name or its id. */
export const idsAmong = (texts: readonly string[]): string[] => texts.filter((text) => uuidPattern.test(text))
