/** Puts the operations of the reference into the navigation: those of the area that is being read. */
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import { areas } from './document.ts'

type Entry = StarlightRouteData['sidebar'][number]

const link = (label: string, href: string, current: string): Entry => ({
  type: 'link',
  label,
  href,
  isCurrent: href === current,
  badge: undefined,
  attrs: {},
})

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute
  const here = context.url.pathname.replace(/(.)\/$/, '$1')
  const reference = route.sidebar.find((entry) => entry.type === 'group' && entry.label === 'Reference')
  if (reference?.type !== 'group') return
  for (const area of areas) {
    const is_open = here === area.href || here.startsWith(`${area.href}/`)
    if (!is_open) {
      reference.entries.push(link(area.tag, area.href, here))
      continue
    }
    const entries = area.operations.map(({ operation, href }) => link(operation.summary, href, here))
    reference.entries.push({
      type: 'group',
      label: area.tag,
      entries: [link('About', area.href, here), ...entries],
      collapsed: false,
      badge: undefined,
    })
  }
})
