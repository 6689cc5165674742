/** The changelog, where no docs site is built: the same entries that the site and its feed are made from. */
import { changelog, type ChangelogEntry } from '../contract/changelog.ts'
import { escapeHtml, htmlPage } from './html.ts'
import { areaWord } from './site_data.ts'

/** Paragraphs are parted by empty lines; code stands in back quotes. */
const paragraphs = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map((text) => `<p>${escapeHtml(text.trim()).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('\n')

function section({ id, date, train, kind, areas, title, detail, action_required }: ChangelogEntry): string {
  const words = areas.map((area) => escapeHtml(areaWord(area))).join(', ')
  return `<section id="${id}">
<h2>${escapeHtml(title)}</h2>
<p><time datetime="${date}">${date}</time> · train <code>${train}</code> · ${kind} · ${words}</p>
${paragraphs(detail)}
${paragraphs(`Action required: ${action_required ?? 'none.'}`)}
</section>`
}

export const changelogPage = (): string =>
  htmlPage(
    'Changelog',
    `<h1>Changelog</h1>
<p>Every change of the interface, newest first, additive ones included. A breaking change never lands on a published
train.</p>
${changelog.map(section).join('\n')}`,
  )
