/** Sentences of the document: plain text with code in back quotes. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** One paragraph: escaped, with `code` set as code. */
export const inline = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Paragraphs, parted by empty lines. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((part) => `<p>${inline(part.trim().replaceAll('\n', ' '))}</p>`)
    .join('\n')

/** The first sentence, for lists and the description of a page. */
export const firstSentence = (text: string): string => /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

export const plain = (text: string): string => text.replaceAll('`', '')

/** A path that gives way at its slashes where there is no room for it. */
export const breakable = (path: string): string => escape(path).replaceAll('/', '/<wbr>')
