/** The elements of the segments that we read and write, as X12 4010 and 5010 have them; 4030 has the lengths of 4010. Other segments pass unchecked. */

export type ElementType = 'AN' | 'TX' | 'ID' | 'DT' | 'TM' | 'R' | 'N0' | 'N2' | 'C'

export interface Element {
  reference: string
  /** AN text, TX text that describes, ID code, DT day, TM time, R decimal, N0 and N2 integer (two implied decimals), C composite. */
  type: ElementType
  min: number
  max: number
  mandatory: boolean
}

/** Number, type, shortest and longest length; a second longest length is that of version 5010. */
const elementTable = `
  2 N0 1 6; 19 TX 2 30; 22 AN 1 30; 23 ID 1 1; 26 ID 2 3; 28 N0 1 9; 61 TX 1 30; 65 R 1 8; 66 ID 1 2; 67 AN 1 80;
  76 AN 1 22; 79 TX 1 50; 80 N0 1 7; 81 R 1 10; 82 R 1 8; 87 AN 1 48; 88 ID 1 2; 91 ID 1 2; 92 ID 2 2; 93 TX 1 60;
  97 N0 1 6; 98 ID 2 3; 100 ID 3 3; 103 AN 3 5; 107 ID 1 2; 116 AN 3 15; 118 R 1 9; 123 N0 1 6; 127 AN 1 30 50;
  128 ID 2 3; 133 ID 1 2; 143 ID 1 3; 156 ID 2 2; 166 TX 1 55; 183 R 1 8; 187 ID 1 2; 189 R 1 8; 212 R 1 17;
  234 AN 1 48; 235 ID 2 2; 236 ID 3 3; 248 ID 1 1; 280 R 4 10; 289 N0 1 2; 305 ID 1 2; 306 ID 1 2; 309 ID 1 2;
  310 AN 1 30; 324 AN 1 22; 326 AN 1 45; 327 AN 1 8; 328 AN 1 30; 329 AN 1 9; 330 R 1 15; 331 ID 2 2; 332 R 1 6;
  333 ID 1 2; 336 ID 2 2; 337 TM 4 8; 338 R 1 6; 342 R 1 5; 347 R 1 10; 349 ID 1 1; 350 AN 1 20; 351 N0 1 3;
  352 TX 1 80; 353 ID 2 2; 354 N0 1 6; 355 ID 2 2; 356 N0 1 6; 357 R 1 8; 358 R 1 10 15; 362 N2 1 10; 367 AN 1 30;
  368 ID 2 2; 369 TX 1 45; 370 DT 8 8; 373 DT 8 8; 374 ID 3 3; 378 ID 1 1; 380 R 1 15; 382 R 1 10; 384 R 1 9;
  385 R 1 9; 386 N0 1 3; 387 TX 1 35; 388 DT 8 8; 389 N2 1 10; 396 AN 2 30; 441 ID 1 1; 446 DT 8 8; 447 AN 1 6;
  478 ID 1 1; 479 ID 2 2; 480 AN 1 12; 499 AN 1 10; 522 ID 1 3; 559 ID 2 2; 587 ID 2 2; 610 N2 1 15; 623 ID 2 2;
  628 AN 1 12; 639 ID 2 2; 640 ID 2 2; 646 R 1 15; 648 ID 3 3; 649 R 1 10; 662 ID 1 1; 668 ID 2 2; 669 ID 3 3;
  670 ID 2 2; 671 R 1 9; 673 ID 2 2; 687 ID 2 2; 706 ID 2 2; 715 ID 1 1; 716 ID 1 3; 717 ID 1 1; 718 ID 1 3;
  719 N0 1 6; 720 ID 1 3; 721 ID 2 3; 723 ID 1 3; 724 TX 1 99; 725 N0 1 4; 728 ID 1 2; 734 AN 1 12; 735 ID 1 2;
  736 ID 1 1; 750 ID 2 3; 751 AN 1 12; 752 ID 2 2; 755 ID 2 2; 765 N0 1 2; 770 AN 1 20; 782 R 1 18; 810 N0 1 6;
  859 ID 2 2; 933 TX 1 264; 934 ID 2 2; 954 R 1 10; 955 ID 2 2; 956 AN 1 10; 963 ID 2 2; 1005 ID 4 4; 1250 ID 2 3;
  1251 AN 1 35; 1300 ID 4 4; 1301 AN 1 10; 1470 N0 1 9; C001 C 2 60; C030 C 1 15`

const pairs = (count: number) => ' 235 234'.repeat(count)

/** The numbers of a segment's elements in their order; M marks a mandatory one. */
const segmentTable: Record<string, string> = {
  ACK: `668M 380 355 374 373 326${pairs(10)}`,
  AK1: '479M 28M 480',
  AK2: '143M 329M',
  AK3: '721M 719M 447 720',
  AK4: 'C030M 725 723M 724',
  AK5: '717M 718 718 718 718 718',
  AK9: '715M 97M 123M 2M 716 716 716 716 716',
  AMT: '522M 782M 478',
  BAK: '353M 587M 324M 373M 328 326 367 127 373 640',
  BCA: '353M 587 324M 328 327 373M 326 367 127 373 373',
  BCH: '353M 92M 324M 328 327 373M 326 367 127 373 373',
  BEG: '353M 92M 324M 328 373M 367 587',
  BIA: '353M 755M 127M 373M 337 306',
  BIG: '373M 76M 373 324 328 327 640 353 306 76',
  BSN: '353M 396M 373M 337M 1005',
  CTP: '687 236 212 380 C001 648 649 782 639 499 289',
  CTT: '354M 347 81 355 183 355 352',
  CUR: '98M 100M 280 98 100 669',
  DTM: '374M 373 337 623 1250 1251',
  HL: '628M 734 735M 736',
  IT1: `350 358 355 212 639${pairs(10)}`,
  ITD: '336 333 338 370 351 446 386 362 388 389 342 352 765 107 954',
  LIN: `350 235M 234M${pairs(14)}`,
  MAN: '88M 87M 87 88 87 87',
  MSG: '933M 934 1470',
  N1: '98M 93 66 67 706 98',
  N2: '93M 93',
  N3: '166M 166',
  N4: '19 156 116 26 309 310',
  N9: '128M 127 369 373 337 623',
  PID: '349M 750 559 751 352',
  PO1: `350 330 355 212 639${pairs(10)}`,
  PO4: '356 357 355 103 187 384 355 385 355 82 189 65 355 810 752',
  POC: `350 670M 330 671 C001 212 639${pairs(10)}`,
  PRF: '324M 328 327 373 350 367 92',
  QTY: '673M 380 C001 61',
  REF: '128M 127 352',
  SAC: '248M 1300 559 1301 610 378 332 118 355 380 380 331 127 770 352',
  SCH: '380M 355M 98 93 374M 373M 337 374 373 337 326 350',
  SDQ: `355M 66${' 67 380'.repeat(10)} 310`,
  SLN: `350M 350 662M 380 C001 212 639 662${pairs(10)}`,
  SN1: '350 382M 355M 646 330 355 728 668',
  TD1: '103 80 23 22 79 187 81 355 183 355',
  TD5: '133 66 67 91 387 368 309 310',
  TDS: '610M 610 610 610',
  TXI: '963M 782 954 955 956 441 662 782',
  XQ: '305M 373M 373',
  ZA: '859M 380 355 374 373 128 127',
}

/**
 * Conditions among elements, as the standard notes them: P all or none, R at least one, C the first needs the others, L
 * the first needs one of the others.
 */
export const syntaxNotes: Record<string, string> = {
  ACK: 'P0203 P0405',
  DTM: 'R020305',
  IT1: 'P020304',
  MAN: 'P0405',
  N1: 'R0203 P0304',
  N9: 'R0203',
  PID: 'C0403 R0405',
  PO1: 'C0302 C0504',
  PO4: 'P0203 C0506 P0607 P0809 L13101112',
  REF: 'R0203',
  SAC: 'R0203 P0304',
  SLN: 'P0405 C0706',
  TD1: 'C0102 C0607 P0708',
  TD5: 'C0203 R0204050612',
  TXI: 'R020306',
  ZA: 'P0405 P0607',
}

/** Further segments of these transaction sets. They have no segments beyond the two lists. */
const passedSegments = new Set(
  `ADV ADX BGN BPR ENT RMR TRN BMG CAD CB1 CD2 CD3 CID CLD CN1 CR2 CSH CTB DD DIS DTP EFI FA1 FA2 FOB G53 G95 H1 HN1 IM IMM INC IR1 IT3 IT7 IT8 ITA
  LDT LE LEX LFH LH1 LH2 LH3 LM LQ LS MEA MIT MTX N10 NM1 NTE NX1 NX2 OTI PAL PAM PCT PER PKD PKG PO2 PO3 PRR PSA PSD PWK QTD R4 RDD RED
  SHD SI SPI SR SSE TAX TC2 TED TD2 TD3 TD4 TOV TSD UIT UPC V1 VEH W2 XPO YNQ ISS AVA CNT`.split(/\s+/),
)

type Lengths = Omit<Element, 'mandatory'>

const tables = new Map<boolean, Map<string, Element[]>>()

function makeTable(is5010: boolean): Map<string, Element[]> {
  const elements = new Map<string, Lengths>(
    elementTable.split(';').map((row) => {
      const [reference, type, min, max, later] = row.trim().split(' ')
      const longest = Number(is5010 ? (later ?? max) : max)
      return [reference!, { reference: reference!, type: type as ElementType, min: Number(min), max: longest }]
    }),
  )
  const rows = Object.entries(segmentTable).map(([tag, places]): [string, Element[]] => [
    tag,
    places.split(' ').map((place) => ({ ...elements.get(place.replace('M', ''))!, mandatory: place.endsWith('M') })),
  ])
  return new Map(rows)
}

/** The elements of a segment; null where it passes unchecked, undefined where these sets have no such segment. */
export function elementsOf(tag: string, version: string): readonly Element[] | null | undefined {
  const is5010 = version.startsWith('00') && version.slice(0, 6) >= '005010'
  const table = tables.get(is5010) ?? makeTable(is5010)
  tables.set(is5010, table)
  return table.get(tag) ?? (passedSegments.has(tag) ? null : undefined)
}
