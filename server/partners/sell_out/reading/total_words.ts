/** Words and figures of totals in reports. Data of report_totals.rules.ts. */

export const totalWord =
  /^(?:(?:grand|sub|store|week|overall|report)[ -]?)?total(?:s|e)?(?: (?:général|store|stores|week|all|magasin|filiale|for|of|\S*\d\S*))*:?$|^(?:gesamt(?:summe|ergebnis)?|summe|zwischensumme|sous-total|somme)(?: \S*\d\S*)?:?$/i

/** A whole number or an amount with two decimals, a minus or parentheses, and a currency. */
export const figurePattern =
  /^(\()?(-|\u2212)?(?:\p{Sc}\s?)?(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?:\s?(?:\p{Sc}|[A-Z]{3}))?(\))?$/u
