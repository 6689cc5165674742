/**
 * What public guides of retailers require in the documents that we write, as data: version, characters and segments. A
 * retailer may have changed its guide since; the one it hands out counts.
 */
import type { CharacterSet } from '../x12/characters.ts'
import type { Requirement, RequirementLevel, RequirementType } from './requirements.rules.ts'

export interface Guide {
  guide: string
  title: string
  /** The published document, by its title. */
  documentation: string
  version: string
  /** GS08. */
  group_version: string
  character_set: CharacterSet
  has_pallet_level: boolean
  weight_unit: 'KG' | 'LB'
  requirements: readonly Requirement[]
  /** What the guide asks for beside and no document of ours has, each as a sentence. */
  not_written: readonly string[]
}

/** Each text is a segment, with its qualifier and the number of an element where they matter: `REF BM 2`. A dot is any qualifier. */
const required = (document_type: RequirementType, level: RequirementLevel, ...all: string[]): Requirement[] =>
  all.map((text) => {
    const [segment = '', qualifier = '.', element] = text.split(' ')
    return {
      document_type,
      level,
      segment,
      qualifier: qualifier === '.' ? null : qualifier,
      element: element === undefined ? null : Number(element),
    }
  })

/** A notice of a shipment whose orders are packed in cartons: shipment, order, pack, item. */
const packedNotice = [
  ...required('856', 'order', 'PRF . 1'),
  ...required('856', 'carton', 'MAN GM 2'),
  ...required('856', 'item', 'LIN . 3', 'SN1 . 2'),
]

export const guides: readonly Guide[] = [
  {
    guide: 'macys_5010',
    title: "Macy's and Bloomingdale's, VICS 5010",
    documentation: "Macy's, VICS Version 5010, 856 Ship Notice/Manifest, Pick/Pack Structure",
    version: '5010',
    group_version: '005010VICS',
    character_set: 'basic',
    has_pallet_level: false,
    weight_unit: 'LB',
    requirements: [
      ...required('856', 'shipment', 'TD1 . 2', 'TD5', 'REF BM 2', 'DTM 011 2', 'N1 ST 4', 'N1 SF', 'N4'),
      ...required('856', 'order', 'N1 BY 4'),
      ...packedNotice,
    ],
    not_written: ['The 856 has no PID of the order level that states compliance with the Fair Labor Standards Act.'],
  },
  {
    guide: 'jcpenney_4030',
    title: 'JCPenney, VICS 4030',
    documentation: 'JCPenney, Version 4030: 856 Ship Notice/Manifest, and 810 Invoice (Accounts Payable)',
    version: '4030',
    group_version: '004030VICS',
    character_set: 'extended',
    has_pallet_level: true,
    weight_unit: 'LB',
    requirements: [
      ...required('856', 'shipment', 'TD1 . 2', 'TD5', 'REF BM 2', 'DTM 011 2', 'DTM 017 2', 'N1 ST 4', 'N1 SF', 'N4'),
      ...packedNotice,
      ...required('810', 'header', 'BIG . 4', 'REF DP 2', 'REF IA 2'),
    ],
    not_written: [
      'The 856 has no PID of the order level that states compliance with the Fair Labor Standards Act.',
      'The 810 has no PID before its lines.',
    ],
  },
  {
    guide: 'bonton_4010',
    title: 'Bon-Ton, VICS 4010',
    documentation: 'Bon-Ton, 810 Mapping 4010 VICS',
    version: '4010',
    group_version: '004010VICS',
    character_set: 'extended',
    has_pallet_level: false,
    weight_unit: 'LB',
    requirements: required('810', 'header', 'BIG . 2', 'BIG . 4', 'REF DP 2', 'N1 ST 4', 'N1 BY 4', 'ITD'),
    not_written: [],
  },
]

export const guideNames = guides.map(({ guide }) => guide)
