/** The changelog page if no docs site is built, from the same entries as the site's page and feed. */
import { changelog, type ChangelogEntry } from '../contract/changelog.ts'
import { escapeHtml, htmlPage } from './html.ts'
import { areaWord, kindOf } from './site_data.ts'

/** Paragraphs are separated by blank lines; code is in backticks. Links keep their words: the pages that they name are on the site. */
const paragraphs = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .split(/\n\s*\n/)
    .map((text) => `<p>${escapeHtml(text.trim()).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('\n')

const reachWords = {
  every_period: (date: string) => `Reads of every period answer the corrected figures since ${date}.`,
  new_records: (date: string) => `What was recorded before ${date} keeps its figures.`,
}

const correctedFigures = ({ corrects, date }: ChangelogEntry): string =>
  corrects === undefined ? '' : paragraphs(`Figures change: ${corrects.figures}. ${reachWords[corrects.reach](date)}`)

function section(entry: ChangelogEntry): string {
  const { id, date, train, areas, title, detail, action_required } = entry
  const words = areas.map((area) => escapeHtml(areaWord(area))).join(', ')
  return `<section id="${id}">
<h2>${escapeHtml(title)}</h2>
<p><time datetime="${date}">${date}</time> · train <code>${train}</code> · ${kindOf(entry)} · ${words}</p>
${correctedFigures(entry)}${paragraphs(detail)}
${paragraphs(`Action required: ${action_required ?? 'none.'}`)}
</section>`
}

export const changelogPage = (): string =>
  htmlPage(
    'Changelog',
    `<h1>Changelog</h1>
<p>All changes to the API, newest first, including additive ones. A published train never receives a breaking
change.</p>
${changelog.map(section).join('\n')}`,
  )
