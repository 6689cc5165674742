/** Keys by which lines and doors are found in memory. Pure. */

/** Key of a line, within a request and among recorded lines. */
export const keyOf = (trading_partner_id: string, season_code: string, line_reference: string) =>
  JSON.stringify([trading_partner_id, season_code, line_reference])

/** Key of a door, by the account's reference of it. */
export const doorKey = (trading_partner_id: string, door_reference: string) =>
  `${trading_partner_id} ${door_reference.trim().toLowerCase()}`
