/** The glossary as data of the docs site, and as the page `server/GLOSSARY.md` for developers. */
import { anchorOf, glossary, publishedTerms } from '../contract/glossary/glossary.ts'
import type { Term, TermGroup } from '../contract/glossary/term.ts'

/** `bundle: nothing is made` reads `bundle (nothing is made)`. */
const inBrackets = (phrase: string): string => phrase.replace(/^([^:]+): (.+)$/, '$1 ($2)')

const byTerm = (one: Term, other: Term): number => one.term.localeCompare(other.term, 'en')

export const glossaryData = (): unknown =>
  publishedTerms.map(({ group, title, terms }) => ({
    group,
    title,
    terms: terms.toSorted(byTerm).map(({ names = [], not = [], ...term }) => ({
      anchor: anchorOf(term),
      ...term,
      names,
      not: not.map(inBrackets),
    })),
  }))

const row = ({ term, meaning, names = [], not = [] }: Term): string => {
  const published = names.map((name) => `\`${name}\``).join(', ')
  return `| <a id="${anchorOf({ term, meaning })}"></a>${term} | ${meaning} | ${published} | ${not.map(inBrackets).join('; ')} |`
}

const section = ({ title, terms }: TermGroup): string =>
  [
    `## ${title}`,
    '',
    '| term | meaning | published names | not |',
    '|---|---|---|---|',
    ...terms.toSorted(byTerm).map(row),
  ].join('\n')

export const glossaryPage = (): string =>
  [
    '# Glossary',
    `Each word has one meaning, in code, comments, errors and guides. \`npm run contract\` generates this page from
\`contract/glossary/\`, and all but its last part are a page of the docs site. Published names keep their words, also where the
glossary prefers another. \`../tests/tidy/vocabulary.test.ts\` finds words that are used against it.`,
    ...glossary.map(section),
  ].join('\n\n') + '\n'
