/** Where each entry of the changelog is. */
import { entries } from '~/lib/changelog.ts'

export const GET = () => Response.json(Object.fromEntries(entries.map(({ id, href }) => [id, href])))
