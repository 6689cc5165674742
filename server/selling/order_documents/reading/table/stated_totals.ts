/**
 * Totals that a paper states in its text or in rows of totals, and what each is compared with (stated_totals.rules.ts): an equal
 * one passes, a differing one stops the draft. Data: the guide shows it.
 */

export type ComparedWith = 'units' | 'amount' | 'lines' | 'any'

interface TotalWords {
  compared_with: ComparedWith
  meaning: string
  /** Whole labels, whatever their letter case. In braces: the name of a part below. */
  labels: readonly string[]
  examples: readonly string[]
}

/** Parts of labels. */
export const totalParts: Readonly<Record<string, string>> = {
  of_order: '(?:grand |overall |order |purchase order |p\\.?o\\.? |document )?',
  taxes:
    '(?:,? ?(?:\\(?(?:ex|excl|excluding|incl|including|inc|before|without|net of|plus|exkl|inkl|ohne|zzgl|hors)\\.? ?(?:vat|tax|taxes|sales tax|mwst|ust|tva|taxes)\\.?\\)?|netto|brutto|ht|ttc|net|gross))?',
  currency: '(?: ?\\(?(?:in )?(?:[A-Z]{3}|euros?|€|\\$|£)\\)?)?',
  counted: '(?:units?|quantity|quantities|qty|qtys|pieces|pcs|pairs)',
  counted_de: '(?:mengen?|stück|stücke|stückzahl|anzahl|teile|paare?)',
  counted_fr: '(?:pièces?|pieces?|quantités?|quantites?|qtés?|qtes?|unités?|unites?|paires?)',
}

/** The first that fits counts. */
export const statedTotals: readonly TotalWords[] = [
  {
    compared_with: 'any',
    meaning:
      'By its figure: one with a unit is of units, one with a currency or decimals is of money, and a whole number is of either.',
    labels: [
      '{of_order}(?:sub[ -]?|net |gross |line |lines )?totals?|total sum|sum|sum of (?:all )?lines|sum total|(?:total )?(?:number of )?items(?: ordered)?|total articles|total items ordered',
      'gesamt|insgesamt|summe|(?:gesamt|zwischen|netto|brutto|end)summe|anzahl artikel|artikel(?: gesamt)?',
      "total général|sous-total|total commande|total de la commande|nombre d['’]articles",
    ],
    examples: ['Total 24 pcs', 'Gesamt 300,00 EUR', 'Items: 24'],
  },
  {
    compared_with: 'units',
    meaning: 'The quantities of the lines together, in single units; a unit behind the figure is converted.',
    labels: [
      '{of_order}(?:sub-?)?total (?:number of |no\\.? of |ordered |order )?{counted}(?: ordered)?',
      '{of_order}{counted}(?: ordered)?(?: total| in total)?|(?:number|no\\.?|sum) of {counted}(?: ordered)?|total ordered',
      '(?:gesamt|total)-?{counted_de}|gesamt(?:e|er|es)? {counted_de}|summe {counted_de}|{counted_de}(?: gesamt| insgesamt| total)?|(?:anzahl|summe) (?:der )?{counted_de}(?: gesamt| insgesamt)?',
      "{counted_fr}(?: commandées?)?(?: totales?| total| au total)?|total (?:des |de |en )?{counted_fr}|nombre(?: total)? (?:de |d['’]){counted_fr}",
    ],
    examples: ['Total units: 24', 'Gesamtmenge 24 Stück', 'Total pièces : 24'],
  },
  {
    compared_with: 'amount',
    meaning:
      'The amounts of the lines together, before or after their discounts, with or without the charges and taxes that the paper states.',
    labels: [
      '{of_order}(?:net |gross |sub[ -]?|invoice |goods |merchandise |product )?total (?:net |gross |order |purchase order |p\\.?o\\.? |goods |merchandise |invoice )*(?:amount|value|price|cost|costs|sum|worth|goods|merchandise|net|gross|order)(?: of (?:the |this )?(?:order|goods))?(?: due| payable| to pay)?{taxes}{currency}',
      '(?:total )?(?:amount|balance) (?:due|payable|to pay)|total (?:due|payable|to pay)',
      '(?:order|purchase order|p\\.?o\\.?|goods|merchandise|net|gross|invoice) (?:value|amount|worth|total)(?: {taxes})?{currency}|amount{currency}',
      '(?:gesamt|netto|brutto|end|rechnungs|auftrags|bestell|waren|zwischen)(?:summe|betrag|wert|preis)(?: der bestellung)?{taxes}{currency}|gesamt{taxes}{currency}|zu zahlen|zahlbetrag|zahlbarer betrag|betrag(?: gesamt)?{currency}',
      '(?:montant|total|valeur|prix)(?: (?:total|global|général|de la commande|commande|marchandises?))*{taxes}(?: (?:dû|à payer))?{currency}|net à payer{taxes}{currency}|total (?:net|brut)',
    ],
    examples: ['Amount due 300.00', 'Gesamtbetrag 300,00 EUR', 'Total TTC : 300,00 €'],
  },
  {
    compared_with: 'lines',
    meaning: 'How many lines the paper has, or how many different items.',
    labels: [
      '(?:total |order )?(?:(?:number|no\\.?) of )?(?:order )?(?:lines|line items|positions|skus|styles)(?: ordered| total| in total)?|line count',
      '(?:anzahl(?: der)? |gesamt )?(?:positionen|zeilen|bestellpositionen)(?: gesamt)?',
      '(?:nombre|total) (?:de |des )?(?:lignes|références)|lignes',
    ],
    examples: ['Total lines: 2', 'Anzahl Positionen: 2', 'Nombre de lignes : 2'],
  },
]

/** A figure that stands before its words, such as 24 pcs in total. */
export const figureFirst =
  /^(\d[\d., ']*?) ?(\p{L}+)\.? (?:in total|total|gesamt|insgesamt|au total|en tout|ordered|bestellt|commandées?)$/iu

/** What parts several totals of one text. */
export const statedSeparator = /\s*[;|]\s+|,\s+|\s+[/–—-]\s+/u

/** What may stand between the words of a total and its figure. */
export const beforeFigure = /[\s:=.#–—-]+$/u
