/**
 * Titles and notes that say nothing about the rows of a report: each of their words is listed here. Any other text beside the
 * rows may change their place, period, unit or currency, or say that they are no sales, so the report is refused. Data: the guide shows it.
 */

/** Whole phrases, such as the facts of a report. They are taken out before the words are looked at. */
export const titlePhrases: readonly RegExp[] = [
  /\b(?:page|seite) ?\d{1,4}(?: ?(?:of|\/|von|de|sur) ?\d{1,4})?\b/giu,
  /(?<!\p{L})(?:printed|created|generated|exported|run|report date|run date|erstellt|gedruckt|druckdatum|exportiert|imprimé|généré|édité)(?: (?:on|at|am|um|le))?:? ?\d[\d./:, -]*(?:uhr|am|pm|utc|z)?/giu,
  /(?<!\p{L})(?:vendor|supplier|account|report|customer|lieferant|lieferanten|fournisseur|kunde|client)(?: ?(?:no|nr|id|number|nummer|code|n°))?[.:# ]{1,3}(?=[\p{L}\d_-]*\d)[\p{L}\d_-]+/giu,
  /(?<!\p{L})(?:sales|sell[ -]?out|pos)(?: (?:and|&) (?:stock|inventory|on hand))(?!\p{L})/giu,
  /\ball rights reserved\b|\balle rechte vorbehalten\b|tous droits réservés|\bconfidential\b|\bvertraulich\b|\bconfidentiel\b/giu,
]

export const titleWords =
  'sales|sale|sell|out|sellout|sell-out|sell-through|pos|point|of|report|reports|reporting|weekly|daily|week|day|data|export|extract|file|by|per|item|items|sku|skus|article|articles|style|product|products|store|for|and|the|our|your|in|with|from|detail|details|summary|overview|supplier|suppliers|vendor|vendors|retail|retailer|retailers|thank|you|thanks|end|verkauf|verkäufe|verkaufsbericht|verkaufszahlen|abverkauf|abverkäufe|abverkaufszahlen|abverkaufsbericht|wochenbericht|tagesbericht|bericht|wöchentlich|woche|je|pro|artikel|filiale|und|der|die|von|für|lieferant|lieferanten|handel|ventes|vente|rapport|hebdomadaire|quotidien|semaine|par|magasin|et|des|du|de|la|les|fournisseur|fournisseurs|sorties|caisse|ladies|women|womens|men|mens|kids|children|girls|boys|baby|unisex|damen|herren|kinder|femme|femmes|homme|hommes|enfant|enfants|knitwear|jackets|coats|shirts|trousers|dresses|shoes|accessories|tricots'

/** Titles and headings of figures that are no sales of the week, and what they are called in the refusal. */
export const otherFigures: readonly { words: RegExp; called: string }[] = [
  {
    words:
      /(?<!\p{L})(?:(?:previous|prior|last) (?:week|month|year|period)|prior year|year to date|ytd|vorwoche|vormonat|vorjahr\p{L}*|letzte woche|semaine (?:précédente|dernière)|année (?:précédente|dernière)|n-1)(?!\p{L})/iu,
    called: 'of another period',
  },
  {
    words:
      /(?<!\p{L})(?:budgets?|plan(?:ned)?|targets?|forecasts?|goals?|plan(?:zahlen|werte)|ziel\p{L}*|prognose\p{L}*|objectifs?|prévisions?)(?!\p{L})/iu,
    called: 'planned, and not sold',
  },
  {
    words: /(?<!\p{L})(?:stock|stocks|on hand|inventory|lager\p{L}*|bestand|bestände|inventaire)(?!\p{L})/iu,
    called: 'of stock, which needs a column of its own beside the units sold',
  },
  {
    words: /(?<!\p{L})(?:returns?|returned|retouren|rückgaben|retours?)(?!\p{L})/iu,
    called: 'of returns, which need a column of their own beside the units sold',
  },
  {
    words:
      /(?<!\p{L})(?:orders?|ordered|on order|deliveries|shipments|receipts|bestellungen|lieferungen|commandes|livraisons)(?!\p{L})/iu,
    called: 'of orders or deliveries, and not of sales',
  },
]

/** Headers of figures that are counted otherwise than in single units. */
export const otherUnits =
  /(?<![\p{L}\d])(?:dozens?|dzn?|doz|dutzend|douzaines?|cartons?|ctns?|cases?|packs?|boxes|kartons?|colis|pallets?|paletten|hundreds?|thousands?|tausend|milliers|000s?|['’]000|k|x ?\d+|per ?\d+)(?![\p{L}\d])/iu
