/** Shapes of what an account requires in documents, and of the public guides that profiles begin from. */
import { requirementLevels, requirementsMax, requirementTypes } from '../../edi/guides/requirements.rules.ts'
import { guideNames } from '../../edi/guides/presets.ts'
import { Choice, Flag, Line, Nullable, OpenChoice, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { characterSets, ediVersions, weightUnits } from '../known_values.ts'

export const EdiRequirement = Shape(
  {
    document_type: Choice(requirementTypes, 'X12 number of the document.'),
    level: Choice(
      requirementLevels,
      'Part of the document, each of which must meet it. Of an 856: shipment, order, pallet, carton, item. Of the others: header (all that is no line) and line.',
    ),
    segment: Text('Segment.', {
      pattern: '^[A-Z][A-Z0-9]{1,2}$',
      'x-rule': 'must be the tag of a segment, such as REF',
      examples: ['REF'],
    }),
    qualifier: Nullable(
      Text('Code of its first element, or of one of its pairs of item numbers; null for any.', {
        pattern: '^[A-Z0-9]{1,3}$',
        'x-rule': 'must be a code of 1 to 3 capital letters and digits',
        examples: ['BM'],
      }),
    ),
    element: Nullable(
      Whole('Number of an element that must not be empty; null for none.', { minimum: 1, maximum: 40, examples: [2] }),
    ),
  },
  { $id: 'EdiRequirement', description: 'Something that a document must have beyond the standard.' },
)

export const Requirements = (description: string) =>
  Type.Array(EdiRequirement, {
    maxItems: requirementsMax,
    description,
    examples: [[{ document_type: '856', level: 'shipment', segment: 'REF', qualifier: 'BM', element: 2 }]],
  })

const delimiter = (description: string, example: string) =>
  Text(description, {
    pattern: '^[^A-Za-z0-9 ]$',
    'x-rule': 'must be one character that is no letter, digit or space',
    examples: [example],
  })

export const EdiDelimiters = Shape(
  {
    segment: delimiter('Ends a segment.', '~'),
    element: delimiter('Separates elements.', '*'),
    component: delimiter('Separates the components of an element.', '>'),
  },
  { $id: 'EdiDelimiters', description: 'Characters that separate what is written; all different.' },
)

export const guideChoice = Choice(guideNames, 'Public guide of a retailer.', { examples: ['jcpenney_4030'] })

export const EdiGuide = Shape(
  {
    guide: Text('Name by which a profile begins from the guide.', { examples: ['jcpenney_4030'] }),
    title: Text('Title to display.', { examples: ['JCPenney, VICS 4030'] }),
    documentation: Text('The published document whose requirements these are.', {
      examples: ['JCPenney, Version 4030: 856 Ship Notice/Manifest'],
    }),
    version: OpenChoice(ediVersions, 'X12 version of the documents.'),
    group_version: Text('Version in group headers (GS08).', { examples: ['004030VICS'] }),
    character_set: OpenChoice(characterSets, 'Characters in documents.'),
    weight_unit: OpenChoice(weightUnits, 'Unit of weights in shipping notices.'),
    has_pallet_level: Flag('Whether shipping notices name pallets.'),
    requirements: Requirements('What documents must have beyond the standard.'),
    not_written: Type.Array(Line('Something that the guide asks for, as a sentence.', { maxLength: 300 }), {
      description: 'What the guide asks for beside, and no document has yet.',
      examples: [['The 810 has no PID before its lines.']],
    }),
  },
  { $id: 'EdiGuide', description: 'A public guide of a retailer that a profile can begin from.' },
)
