/** A message in words, transaction set 864. It is read alone. */
import { type Content, contentOf } from '../fields.ts'

export interface TextMessage864 {
  subject: string | null
  /** Numbers that it names in segments of their own. */
  references: string[]
  text: string
}

export function read864(content: Content): TextMessage864 {
  const all = contentOf(content, '864')
  const [bmg, mit] = [all.need('BMG'), all.find('MIT')]
  const references = [mit?.text(1) ?? null, ...all.filter('REF').map((ref) => ref.text(2))]
  return {
    subject: mit?.text(2) ?? bmg.text(2),
    references: references.filter((one) => one !== null),
    text: all
      .filter('MSG')
      .flatMap((msg) => msg.text(1) ?? [])
      .join('\n'),
  }
}
