/** The feeds of areas and kinds. */
import type { APIRoute } from 'astro'
import { area_views, kind_views, type View } from '~/lib/changelog.ts'
import { feedOf } from '~/lib/feed.ts'

export const getStaticPaths = () =>
  [...area_views, ...kind_views].map((view) => ({ params: { feed: view.name }, props: { view } }))

export const GET: APIRoute<{ view: View }> = ({ site, props }) => feedOf(props.view, site)
