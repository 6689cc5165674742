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
