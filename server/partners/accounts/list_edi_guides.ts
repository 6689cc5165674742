import { sessionOperation } from '../../contract/operation.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { guides } from '../../edi/guides/presets.ts'
import { service } from './account.model.ts'
import { EdiGuide } from './edi_guide.model.ts'

export const listEdiGuides = sessionOperation({
  id: 'session.list_edi_guides',
  route: 'GET /api/v1/wholesale/edi/guides',
  summary: 'List EDI guides',
  description:
    'Returns the public guides of retailers that an EDI profile can begin from: version, characters, and what documents must have. They restate published documents, which `documentation` names. If the guide that you got from the retailer differs, that one counts.',
  service,
  answer: Shape({ guides: Type.Array(EdiGuide, { description: 'Guides, by name.' }) }),
  run: () =>
    Promise.resolve({
      guides: guides
        .toSorted((one, other) => one.guide.localeCompare(other.guide))
        .map((one) => ({ ...one, requirements: [...one.requirements], not_written: [...one.not_written] })),
    }),
})
