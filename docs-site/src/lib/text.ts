/** Formats text from the document: plain text with code in backticks. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** One paragraph as HTML: escaped, with backticked text as <code>. */
export const inline = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Paragraphs as HTML; empty lines separate them. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((part) => `<p>${inline(part.trim().replaceAll('\n', ' '))}</p>`)
    .join('\n')

/** Paragraphs as HTML with their Markdown links. */
export const linked = (text: string): string =>
  paragraphs(text).replaceAll(/\[([^\]]+)\]\((\/[^)\s]*|https:[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** The first sentence, for lists and page descriptions. */
export const firstSentence = (text: string): string => /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

export const plain = (text: string): string => text.replaceAll('`', '')

/** A path that can wrap at its slashes. */
export const breakable = (path: string): string => escape(path).replaceAll('/', '/<wbr>')
