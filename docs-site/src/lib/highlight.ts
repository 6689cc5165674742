/** Highlights the reference's code at build time. Most of it is JSON, which one regular expression handles. */
import { createCssVariablesTheme, createHighlighterCoreSync, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import bash from 'shiki/langs/bash.mjs'
import go from 'shiki/langs/go.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import php from 'shiki/langs/php.mjs'
import python from 'shiki/langs/python.mjs'
import ruby from 'shiki/langs/ruby.mjs'
import typescript from 'shiki/langs/typescript.mjs'

const theme = createCssVariablesTheme({ name: 'site', variablePrefix: '--tok-', fontStyle: false })
const grammars = { bash, go, javascript, php, python, ruby, typescript }

/** The sample languages, by their labels in the document. */
const names: Record<string, keyof typeof grammars> = {
  TypeScript: 'typescript',
  Python: 'python',
  curl: 'bash',
  JavaScript: 'javascript',
  Go: 'go',
  PHP: 'php',
  Ruby: 'ruby',
}

let highlighter: HighlighterCore | undefined
const open = () =>
  (highlighter ??= createHighlighterCoreSync({
    themes: [theme],
    langs: Object.values(grammars),
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  }))

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const json_token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d[\d.eE+-]*)/g

export const highlightJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(json_token, (all, text?: string, colon?: string, word?: string) => {
    if (text !== undefined && colon !== undefined) return `<i class="k">${escape(text)}</i>${colon}`
    if (text !== undefined) return `<i class="s">${escape(text)}</i>`
    return `<i class="${word === undefined ? 'n' : 'w'}">${all}</i>`
  })

const made = new Map<string, string>()

/** The inner HTML of a <code> element. */
export function highlight(source: string, label: string): string {
  const lang = names[label]
  if (lang === undefined) return escape(source)
  const key = `${lang}\n${source}`
  const known = made.get(key)
  if (known !== undefined) return known
  const html = open().codeToHtml(source, { lang, theme: 'site', structure: 'inline' }).replaceAll('<br>', '\n')
  made.set(key, html)
  return html
}
