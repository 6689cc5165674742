/** The form of each write, which a screen fetches when it opens it. */
import type { APIRoute } from 'astro'
import { forms } from '~/app/forms.ts'

export const getStaticPaths = () => forms.map((form) => ({ params: { form: form.id }, props: { form } }))

export const GET: APIRoute = ({ props }) => Response.json(props.form)
