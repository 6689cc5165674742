/** Lists, reads and deletes profiles. They are saved with the mapping of an import. */
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Shape, Type } from '../../contract/schema.ts'
import type { ImportCatalogue } from '../../imports/kind.ts'
import { ProfileShape, ProfileSummary, service } from './model.ts'
import { deleteSaved, findSaved, listSaved, type SavedProfile } from './profiles.store.ts'

const ProfileId = Shape({ profile_id: Id('The profile.') })
const refuseUnknown = (): never => refuse('not_found', { desc: 'No profile of this organisation has that id.' })

const summaryOf = ({ profile_id, name, version, kind, headers }: SavedProfile) => ({
  profile_id,
  name,
  title: name,
  version,
  kind,
  headers: [...headers],
})

export const listImportProfiles = (catalogue: ImportCatalogue): Operation =>
  sessionOperation({
    id: 'session.list_import_profiles',
    route: 'GET /api/v1/import-profiles',
    summary: 'List import profiles',
    description:
      'Returns the saved profiles of the organisation, each in its newest version, and the built-in profiles for exports of known systems.',
    service,
    answer: Shape({ profiles: Type.Array(ProfileSummary, { description: 'Saved profiles, then built-in ones.' }) }),
    async run({ sql, caller: { organization_id } }) {
      const saved = await listSaved(sql, organization_id)
      const builtIn = catalogue.profiles.map(({ name, title, kind, recognised_by }) => ({
        profile_id: null,
        name,
        title,
        version: null,
        kind,
        headers: [...recognised_by],
      }))
      return { profiles: [...saved.map(summaryOf), ...builtIn] }
    },
  })

export const getImportProfile: Operation = sessionOperation({
  id: 'session.get_import_profile',
  route: 'GET /api/v1/import-profiles/{profile_id}',
  summary: 'Get an import profile',
  description: 'Returns a saved profile with its mapping. The id names one version of the profile.',
  service,
  params: ProfileId,
  answer: ProfileShape,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { profile_id } }) {
    const saved = (await findSaved(sql, organization_id, profile_id)) ?? refuseUnknown()
    return {
      ...summaryOf(saved),
      mapping: saved.mapping as ProfileShape['mapping'],
      kind_options: saved.options as ProfileShape['kind_options'],
    }
  },
})

export const deleteImportProfile: Operation = sessionOperation({
  id: 'session.delete_import_profile',
  route: 'DELETE /api/v1/import-profiles/{profile_id}',
  summary: 'Delete an import profile',
  description: 'Deletes a saved profile in all its versions. Imports that used it are not affected.',
  service,
  status: 204,
  params: ProfileId,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { profile_id } }) {
    const { count } = await deleteSaved(sql, organization_id, profile_id)
    if (count === 0) refuseUnknown()
  },
})
