/**
 * Whose a token presumably is: the organisation that it last belonged to. This only decides which connection its statement
 * waits for; what a token may do is read with every request.
 */
const rememberedMax = 10_000
/** Tokens that were not seen before share one place. */
const unseen = 'unseen'

const organizations = new Map<string, string>()

export function presume(hash: Buffer): { owner: string; confirm: (organization_id: string) => void } {
  const name = hash.toString('latin1')
  const owner = organizations.get(name) ?? unseen
  return {
    owner,
    confirm(organization_id) {
      if (organization_id === owner) return
      if (organizations.size >= rememberedMax) organizations.clear()
      organizations.set(name, organization_id)
    },
  }
}
