/**
 * Data of the docs site that the OpenAPI document does not contain: codes with cause and fix, the scope matrix, limits,
 * the changelog. `npm run contract` writes it into the site, which never imports the server's code.
 */
import { readFileSync } from 'node:fs'
import { changelog, changelogAreas, type ChangelogEntry } from '../contract/changelog.ts'
import { limits } from '../contract/limits.ts'
import { refusalExample } from '../contract/openapi/responses.ts'
import { tagOf } from '../contract/openapi/words.ts'
import { limitGroups, publishedLimits } from '../contract/limits/published_limits.ts'
import { type RefusalCode, type RefusalFacts, refusals } from '../contract/refusals.ts'
import { subscriptionPlans, type Resource, resourceNames, resources, rung_words } from '../contract/resources.ts'
import { current_train, trains } from '../contract/trains.ts'
import { exceptionKindFacts } from '../exceptions/kinds.ts'
import { exceptionKinds } from '../exceptions/known_values.ts'
import { settingsTable } from '../settings/declarations.ts'
import { glossaryData, glossaryPage } from './glossary_pages.ts'
import { understoodEdiData } from './understood_edi.ts'

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function errorsData(): unknown {
  return (Object.keys(refusals) as RefusalCode[]).map((code) => {
    const facts: RefusalFacts = refusals[code]
    return { code, ...facts, sample: refusalExample(code) }
  })
}

function describeResource(resource: Resource): unknown {
  const { word, verbs, sold_with, capability, service } = resources[resource]
  const above = sold_with === 'pro' ? '' : ' and above'
  return {
    resource,
    word,
    about: tagOf(resource).description,
    service,
    scopes: verbs.map((verb) => `${resource}:${verb}`),
    sold_with,
    sold_with_words: sold_with === 'every_plan' ? 'Every plan' : `${rung_words[sold_with]}${above}`,
    capability: sold_with === 'every_plan' ? null : capability,
  }
}

const scopesData = (): unknown => ({
  plans: subscriptionPlans,
  rung_words,
  resources: resourceNames.map(describeResource),
})

const exceptionsData = (): unknown =>
  exceptionKinds.map((kind) => {
    const { subjects, opened_when, closes_when, actions } = exceptionKindFacts[kind]
    return { kind, subjects, opened_when, closes_when, actions }
  })

const limitsData = (): unknown => ({
  groups: Object.entries(limitGroups).map(([group, title]) => ({
    group,
    title,
    limits: publishedLimits.filter((limit) => limit.group === group),
  })),
  retry_seconds: limits.webhook_retry_seconds,
  attempts: limits.webhook_retry_seconds.length + 1,
})

export const areaWord = (area: ChangelogEntry['areas'][number]): string =>
  area in changelogAreas ? changelogAreas[area as keyof typeof changelogAreas] : resources[area as Resource].word

/** What corrects figures and breaks nothing has a kind of its own. */
export const kindOf = ({ kind, corrects }: ChangelogEntry): 'additive' | 'breaking' | 'correction' =>
  kind === 'additive' && corrects !== undefined ? 'correction' : kind

const changelogData = (): unknown => ({
  train: current_train,
  trains,
  entries: changelog.map((entry) => ({
    ...entry,
    kind: kindOf(entry),
    areas: entry.areas.map((area) => ({ area, word: areaWord(area) })),
  })),
})

/** The README with the table of its settings. */
const readmeText = (): string =>
  readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replace(
    /(<!-- settings -->\n)[^]*?(\n<!-- end of settings -->)/,
    (_, start: string, end: string) => `${start}\n${settingsTable()}\n${end}`,
  )

/** Files of the receiver kit that the site publishes or runs in a page; the copies must be identical to the kit's. */
const copyOf = (path: string) => (): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

export const siteFiles: Record<string, () => string> = {
  'docs-site/src/data/errors.json': () => printed(errorsData()),
  'docs-site/src/data/scopes.json': () => printed(scopesData()),
  'docs-site/src/data/exceptions.json': () => printed(exceptionsData()),
  'docs-site/src/data/edi_understood.json': () => printed(understoodEdiData()),
  'docs-site/src/data/limits.json': () => printed(limitsData()),
  'docs-site/src/data/glossary.json': () => printed(glossaryData()),
  'server/GLOSSARY.md': glossaryPage,
  'README.md': readmeText,
  'docs-site/src/data/changelog.json': () => printed(changelogData()),
  'docs-site/src/data/kit/verify.ts': copyOf('receiver-kit/src/verify.ts'),
  'docs-site/src/data/kit/header.ts': copyOf('receiver-kit/src/header.ts'),
  'docs-site/src/data/kit/hmac.ts': copyOf('receiver-kit/src/hmac.ts'),
  'docs-site/public/webhooks/signature-vectors.json': copyOf('receiver-kit/vectors/signature-vectors.json'),
}
