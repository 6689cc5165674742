/** One form of texts that people and files write in several. Pure. */

/** The stored form: accented letters composed (NFC), no spaces around it. */
export const normalText = (text: string): string => text.normalize('NFC').trim()

/** The form in which names are compared, in any case. */
export const nameKey = (text: string): string => normalText(text).toLowerCase()
