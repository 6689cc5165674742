/** Names of months as files write them: English, German, French, Spanish, Italian and Dutch, in full and shortened. */
const names = [
  'jan january januar jänner janvier janv enero ene gennaio gen januari',
  'feb february februar feber février févr fév febrero febbraio februari',
  'mar march märz mär mrz mars marzo maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maggio mag mei',
  'jun june juni juin junio giugno giu',
  'jul july juli juillet juil julio luglio lug',
  'aug august août agosto ago augustus',
  'sep sept september septembre septiembre settembre set',
  'oct october oktober okt octobre octubre ottobre ott',
  'nov november novembre noviembre',
  'dec december dezember dez décembre déc diciembre dic dicembre',
]

const withoutAccents = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const monthByName = new Map(
  names.flatMap((line, i) => line.split(' ').map((name) => [withoutAccents(name), i + 1] as const)),
)

/** 1 to 12, or 0 where the text names no month. */
export const monthNamed = (text: string): number => monthByName.get(withoutAccents(text)) ?? 0
