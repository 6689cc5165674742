import { openapi, train } from '~/lib/document.ts'
import { collected, type CollectedRequest, sentQuery, variables } from '~/lib/requests.ts'

function bodyOf({ json, takes_file }: CollectedRequest) {
  if (takes_file) return { mode: 'file', file: [] }
  return json === null ? { mode: 'none' } : { mode: 'json', json }
}

const item = (request: CollectedRequest, index: number) => ({
  type: 'http-request',
  name: request.name,
  seq: index + 1,
  request: {
    method: request.method,
    url: `{{base_url}}${request.path}${sentQuery(request)}`,
    headers: request.headers.map(({ key, value }) => ({
      name: key,
      value: value === '{{$guid}}' ? '{{$randomUUID}}' : value,
      enabled: true,
    })),
    params: [
      ...request.query.map(({ key, value, disabled }) => ({ name: key, value, type: 'query', enabled: !disabled })),
      ...request.path_variables.map(({ key, value }) => ({ name: key, value, type: 'path', enabled: true })),
    ],
    auth: request.token === null ? { mode: 'none' } : { mode: 'bearer', bearer: { token: `{{${request.token}}}` } },
    body: bodyOf(request),
    docs: request.description,
  },
})

export const GET = () =>
  new Response(
    JSON.stringify({
      name: `${openapi.info.title} ${train}`,
      version: '1',
      items: collected.map(({ name, requests }) => ({ type: 'folder', name, items: requests.map(item) })),
      environments: [
        {
          name: 'Service',
          variables: variables.map(({ key, value }) => ({
            name: key,
            value,
            type: 'text',
            enabled: true,
            secret: key === 'api_key' || key === 'user_token',
          })),
        },
      ],
    }),
  )
