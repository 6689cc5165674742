import { openapi, train } from '~/lib/document.ts'
import { collected, type CollectedRequest, sentQuery, variables } from '~/lib/requests.ts'

function item(request: CollectedRequest) {
  const query = request.query.map(({ key, value, description, disabled }) => ({ key, value, description, disabled }))
  return {
    name: request.name,
    request: {
      method: request.method,
      description: request.description,
      auth:
        request.token === null
          ? { type: 'noauth' }
          : { type: 'bearer', bearer: [{ key: 'token', value: `{{${request.token}}}`, type: 'string' }] },
      header: request.headers,
      url: {
        raw: `{{base_url}}${request.path}${sentQuery(request)}`,
        host: ['{{base_url}}'],
        path: request.path.split('/').slice(1),
        query,
        variable: request.path_variables,
      },
      ...(request.takes_file ? { body: { mode: 'file', file: {} } } : {}),
      ...(request.json === null ? {} : { body: { mode: 'raw', raw: request.json, options: { raw: { language: 'json' } } } }),
    },
  }
}

export const GET = () =>
  new Response(
    JSON.stringify({
      info: {
        name: `${openapi.info.title} ${train}`,
        description: openapi.info.summary,
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      variable: variables,
      item: collected.map(({ name, requests }) => ({ name, item: requests.map(item) })),
    }),
  )
