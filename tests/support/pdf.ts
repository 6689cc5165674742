/** The text of a PDF, read with another library than the one that writes it. */
import { extractText, getDocumentProxy } from 'unpdf'

export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ' ').trim())
}
