/** The navigation. The operations of the reference are put in by lib/route.ts, from the document. */
export const sidebar = [
  { label: 'Start', items: [{ label: 'Overview', link: '/' }, { label: 'Changelog', link: '/changelog' }] },
  { label: 'Guides', items: [{ label: 'Errors', link: '/api/guides/errors' }, { label: 'Limits', link: '/api/guides/limits' }, { label: 'Idempotency', link: '/api/guides/idempotency' }, { label: 'Versioning', link: '/api/guides/versioning' }] },
  {
    label: 'Webhooks',
    items: [
      { label: 'Events', link: '/webhooks/events' },
      { label: 'Receivers', link: '/webhooks/receivers' },
    ],
  },
  {
    label: 'Reference',
    items: [
      { label: 'All operations', link: '/reference' },
      { label: 'Scope matrix', link: '/reference/scopes' },
      { label: 'Try it', link: '/console' },
    ],
  },
]

/** The bar at the top: where each leads, and which addresses belong to it. */
export const header_links = [
  { label: 'Guides', link: '/api/guides/errors', within: ['/api/guides'] },
  { label: 'Reference', link: '/reference', within: ['/reference', '/console'] },
]
