/** Sentences that change an order, made of templates and fillers in three languages. None of their words is taken from the lists. */

/** Templates with the places of fillers: every combination is a sentence. */
const templates: readonly { kind: string; texts: readonly string[]; fillers: readonly (readonly string[])[] }[] = [
  {
    kind: 'quantity',
    texts: [
      'Take the figures times {0}',
      'One means {0} here',
      'Count every row {0} fold',
      'Only {0} of what is listed is wanted',
      'Each row stands for {0} of them',
      'We need {0} more than shown',
      'Die Zahlen gelten mal {0}',
      'Wir brauchen {0} mehr als gezeigt',
      'Eins bedeutet hier {0}',
      'Les chiffres sont à prendre {0} fois',
      'Il en faut {0} en sus',
      'Un vaut ici {0}',
    ],
    fillers: [['twelve', '6', '144', 'a score', 'vingt']],
  },
  {
    kind: 'unit',
    texts: [
      'Numbers are in {0}',
      'Everything is sold by the {0}',
      'Figures mean {0}',
      'Angaben in {0}',
      'Alles je {0}',
      'Chiffres en {0}',
      'Vendu au {0}',
    ],
    fillers: [['crates', 'trays', 'gross', 'bales', 'Kisten', 'Gebinde', 'cageots', 'paires', 'metres']],
  },
  {
    kind: 'price',
    texts: [
      'Charge us {0} for the lot',
      'We pay {0} and not a penny more',
      'The agreed sum is {0}',
      'Figures shown are per {0}',
      'Knock {0} off',
      'Wir zahlen {0} und nicht mehr',
      'Abgemacht war {0}',
      'Nous payons {0} au total',
      'Convenu à {0}',
      '{0} for everything',
    ],
    fillers: [['500', '12.50', 'half', 'a fifth', 'gross', '1000']],
  },
  {
    kind: 'currency',
    texts: [
      'Sums are in {0}',
      'Bill this in {0}',
      'Money is {0} throughout',
      'Beträge in {0} gemeint',
      'Wir rechnen in {0}',
      'Sommes en {0}',
      'Facturer en {0}',
    ],
    fillers: [['Canadian', 'Aussie money', 'Kronen', 'couronnes', 'roubles', 'local money', 'pesos']],
  },
  {
    kind: 'date',
    texts: [
      'Needed {0}',
      'Send it {0}',
      'Not wanted till {0}',
      'Must arrive {0}',
      'Wird {0} gebraucht',
      'Bitte {0} schicken',
      'Soll {0} da sein',
      'Il nous le faut {0}',
      'À envoyer {0}',
      'Pas voulu {0}',
    ],
    fillers: [
      [
        'Easter',
        'next season',
        'after the holidays',
        'zu Ostern',
        'im Advent',
        'à Noël',
        'le plus vite possible',
        'tomorrow',
      ],
    ],
  },
  {
    kind: 'place',
    texts: [
      'Goes to {0}',
      'Drop it at {0}',
      '{0} gets the lot',
      'Half of it for {0}',
      'Bringt es nach {0}',
      'Alles an {0}',
      'Für {0} bestimmt',
      'À déposer chez {0}',
      'Le tout pour {0}',
    ],
    fillers: [
      [
        'the back entrance',
        'our other site',
        'the airport',
        'Lyon',
        'das neue Haus',
        'Nebeneingang',
        'notre siège',
        'the agent',
      ],
    ],
  },
  {
    kind: 'standing',
    texts: [
      'Forget {0}',
      'Scrap {0}',
      'We no longer want {0}',
      '{0} is off',
      'Ignore {0}',
      'Treat {0} as a mere enquiry',
      'Vergesst {0}',
      'Wir wollen {0} nicht mehr',
      '{0} ist hinfällig',
      'Oubliez {0}',
      'Nous ne voulons plus {0}',
      '{0} tombe à l’eau',
    ],
    fillers: [
      [
        'this',
        'row 2',
        'the last row',
        'everything below',
        'die zweite Zeile',
        'das hier',
        'la dernière ligne',
        'tout ceci',
      ],
    ],
  },
  {
    kind: 'identity',
    texts: [
      'In place of {0} send the other one',
      '{0} now means the blue one',
      'Swap {0} for the new model',
      'Für {0} nehmt das andere',
      'Remplacer {0} par le bleu',
    ],
    fillers: [['JUMPER-M', 'row 1', 'the red one', 'Zeile 1', 'la ligne 1']],
  },
]

export interface Hostile {
  kind: string
  text: string
}

export const hostileSentences: readonly Hostile[] = templates.flatMap(({ kind, texts, fillers }) =>
  texts.flatMap((text) =>
    fillers.reduce<string[]>((all, words, i) => all.flatMap((one) => words.map((word) => one.replace(`{${i}}`, word))), [text]),
  ).map((text) => ({ kind, text: text.charAt(0).toUpperCase() + text.slice(1) })),
) // prettier-ignore

/** The same words in other shapes: in capitals, behind thanks, in brackets, behind a label, split by a dash. */
export const guises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `Thank you for your order. ${text}`,
  (text) => `(${text})`,
  (text) => `Remarks: ${text}`,
  (text) => `Purchase order - ${text}`,
  (text) => `Contact: ${text}`,
  (text) => `${text}, Northern Outfitters Inc.`,
  (text) => `Net 30 days; ${text}`,
  (text) => `12 Main Street, ${text}`,
]
