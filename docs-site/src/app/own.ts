/** What the samples of the docs may show of the signed-in reader: the address, and ids that the reader has opened. None of it is a secret. */
import { root } from './service'

const name = 'own'

interface Own {
  base_url: string
  organization_id: string
  ids: Record<string, string>
}

function read(): Own | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Own | null
  } catch {
    return null
  }
}

/** Ids of another organisation are forgotten. */
export function keepOrganization(organization_id: string): void {
  const before = read()
  const ids = before?.organization_id === organization_id ? before.ids : {}
  localStorage.setItem(name, JSON.stringify({ base_url: location.origin + root(), organization_id, ids }))
}

export function keepId(parameter: string, id: string): void {
  const own = read()
  if (own !== null) localStorage.setItem(name, JSON.stringify({ ...own, ids: { ...own.ids, [parameter]: id } }))
}

export const forgetOwn = (): void => localStorage.removeItem(name)
