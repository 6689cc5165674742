/** Adds generated entries to the navigation: the operations of the current area, the events and the objects of the model. */
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import { areas, type Listed } from './document.ts'
import { shown_events } from './events.ts'
import { shown_objects } from './objects.ts'
import { sectionsOf } from './sections.ts'

type Entry = StarlightRouteData['sidebar'][number]

const link = (label: string, href: string, current: string): Entry => ({
  type: 'link',
  label,
  href,
  isCurrent: href === current,
  badge: undefined,
  attrs: {},
})

const group = (label: string, entries: Entry[], collapsed = false): Entry => ({ type: 'group', label, entries, collapsed, badge: undefined })

const groupNamed = (sidebar: Entry[], name: string): Entry[] => {
  const found = sidebar.find((entry) => entry.type === 'group' && entry.label === name)
  return found?.type === 'group' ? found.entries : []
}

function putEvents(entries: Entry[], here: string): void {
  const about = '/webhooks/events'
  const at = entries.findIndex((entry) => entry.type === 'link' && entry.href === about)
  if (at < 0 || (here !== about && !here.startsWith(`${about}/`))) return
  const own = shown_events.map(({ name, href }) => link(name, href, here))
  entries[at] = group('Events', [link('Overview', about, here), ...own])
}

function putObjects(entries: Entry[], here: string): void {
  const own = shown_objects.map(({ title, href }) => link(title, href, here))
  const is_open = here === '/model' || here.startsWith('/model/')
  entries.push(group('Objects', own, !is_open))
}

export const onRequest = defineRouteMiddleware((context) => {
  const { sidebar } = context.locals.starlightRoute
  const here = context.url.pathname.replace(/(.)\/$/, '$1')
  putObjects(groupNamed(sidebar, 'Model'), here)
  putEvents(groupNamed(sidebar, 'Webhooks'), here)
  const reference = groupNamed(sidebar, 'Reference')
  for (const area of areas) {
    const is_open = here === area.href || here.startsWith(`${area.href}/`)
    if (!is_open) {
      reference.push(link(area.tag, area.href, here))
      continue
    }
    const linksOf = (operations: Listed[]) => operations.map(({ operation, href }) => link(operation.summary, href, here))
    const entries =
      sectionsOf(area)?.map(({ title, operations }) =>
        group(title, linksOf(operations), operations.every(({ href }) => href !== here)),
      ) ?? linksOf(area.operations)
    reference.push(group(area.tag, [link('Overview', area.href, here), ...entries]))
  }
})
