/** Refused passwords: common ones from known breaches, and those with a pattern. Checked offline. */
import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { commonPasswords } from './common_passwords.ts'

const common = new Set(commonPasswords.trim().split(/\s+/))
const isCommon = (text: string) => common.has(createHash('sha256').update(text).digest('hex').slice(0, 8))

const distinctCharactersMin = 5
const unitLengthMax = 6
/** Characters that a password must have in addition to the e-mail address or a common word. */
const ownCharactersMin = 8

const spelled: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }
const plainly = (text: string) => text.replaceAll(/[013457@$]/g, (sign) => spelled[sign]!)

/** 'abcabcabcabc' */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= unitLengthMax; length++)
    if (text.startsWith(text.slice(length)) && text.length >= 2 * length) return true
  return false
}

/** '123456789012', 'abcdefghijkl' and the like, in either direction. */
function isSequence(text: string): boolean {
  const steps = Array.from({ length: text.length - 1 }, (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i))
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9)
}

const withoutEnds = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')

/** A common word with substituted or surrounding characters, such as 'P@ssword2024!'. */
function isDressedUp(text: string): boolean {
  const words = [withoutEnds(text), plainly(withoutEnds(text)), withoutEnds(plainly(text))]
  return words.some((word) => text.length - word.length < ownCharactersMin && isCommon(word))
}

/** The rule that a password violates, as text that follows the field's name; null if it is accepted. */
export function passwordRule(password: string, email: string | null = null): string | null {
  const { password_length_min: least, password_length_max: most } = limits
  if (password.length < least || password.length > most) return `must have ${least} to ${most} characters`
  const text = password.toLowerCase()
  if (new Set(text).size < distinctCharactersMin)
    return `must have at least ${distinctCharactersMin} different characters`
  if (isRepeated(text) || isSequence(text)) return 'is a sequence or a repetition, which is guessed at once'
  const [mailbox = ''] = email?.toLowerCase().split('@') ?? []
  if (mailbox.length >= 3 && text.replaceAll(mailbox, '').length < ownCharactersMin)
    return 'is little more than the e-mail address'
  if (isCommon(text) || isDressedUp(text)) return 'is among the most common passwords, which are guessed first'
  return null
}
