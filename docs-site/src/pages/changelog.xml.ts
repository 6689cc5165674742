/** The feed of all entries. */
import type { APIRoute } from 'astro'
import { all_entries } from '~/lib/changelog.ts'
import { feedOf } from '~/lib/feed.ts'

export const GET: APIRoute = ({ site }) => feedOf(all_entries, site)
