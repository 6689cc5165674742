/** Words of rows and columns that compare sales with another period or with a plan. Data of report_comparisons.rules.ts: the guide shows it. */

/** They compare wherever they stand. */
export const comparisonWords =
  'last year|previous year|prior year|year ago|last week|previous week|prior week|last month|previous month|prior month|last period|previous period|prior period|budget|budgeted|forecast|fcst|variance|difference|growth|yoy|y/y|wow|w/w|+/-|vs|versus|vorjahr|vorjahreswoche|vorwoche|vormonat|prognose|abweichung|abw|differenz|veränderung|année précédente|an dernier|année n-1|n-1|semaine précédente|semaine dernière|mois précédent|prévision|prévisions|objectif|objectifs|écart|ecart|évolution|évol'

/** Short ones, which may also be codes: they compare in a header, and beside an item, a store or the name of a measure. */
export const shortComparisons =
  'ly|lly|py|pw|lw|lm|var|diff|chg|change|index|idx|plan|planned|target|goal|vj|vjw|vw|vm|soll|ziel|s-1|a-1'

/** Words that a comparison may have beside these. */
export const besideComparisons =
  'units|unit|qty|quantity|sales|sold|value|revenue|net|gross|pos|total|totals|ty|tw|to|on|of|the|in|same|actual|%|pct|percent|stock|on hand|soh|store|week|wk|year|st|ist|menge|stück|absatz|umsatz|verkauf|verkäufe|gegenüber|zu|zum|in|unités|ventes|qté|valeur|ca|par rapport|à|au|de|la|le|les|l|semaine'

/** Headers of columns that say what the figures of a row are. */
export const measureHeaders =
  'measure|measures|metric|metrics|type|row type|record type|kind|scenario|version|figure|figures|data|kpi|values|kennzahl|kennzahlen|typ|art|wert|werte|szenario|indicateur|indicateurs|mesure|nature'
