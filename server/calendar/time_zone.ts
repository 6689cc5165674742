/** IANA time zones, as the runtime knows them. */

const listed = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
/** Area and place; the runtime also accepts offsets and abbreviations, which name no rules for daylight saving. */
const areaAndPlace = /^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+)+$/

/** Whether a name is an IANA time zone. Runtimes list one name for each zone, but know its other names as well. */
export function isTimeZone(name: string): boolean {
  if (listed.has(name)) return true
  if (!areaAndPlace.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(time_zone: string): Intl.DateTimeFormat {
  const known = formats.get(time_zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(time_zone, made)
  return made
}

/** The day, YYYY-MM-DD, that an instant falls on in an IANA time zone. */
export function dayInTimeZone(time_zone: string, instant: string): string {
  const parts = new Map(
    formatOf(time_zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')!.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}
