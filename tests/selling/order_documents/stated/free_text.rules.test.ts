/** Sentences of papers: what may change an order is named, and what tells nothing of it is not. */
import { describe, expect, test } from 'bun:test'
import {
  currenciesNamed,
  sensitiveIn,
} from '../../../../server/selling/order_documents/reading/table/free_text.rules.ts'
import { harmlessPhrases, sensitiveWords } from '../../../../server/selling/order_documents/reading/table/sensitive.ts'

const kinds = (text: string) => [...sensitiveIn(text)].toSorted().join(' ')

describe('a sentence', () => {
  test('says what quantities, prices, dates and places are, in three languages', () => {
    const sentences: [string, string][] = [
      ['All quantities are in dozens', 'unit'],
      ['Quantities in cartons of 12', 'unit'],
      ['packed in full cartons', 'unit'],
      ['cartons of 12', 'unit'],
      ['12 per carton', 'unit'],
      ['12 cartons', 'unit'],
      ['3 x boxes', 'unit'],
      ['(Cartons)', 'unit'],
      ['Mengen in Dutzend', 'unit'],
      ['Quantités en douzaines', 'unit'],
      ['lots de 6', 'unit'],
      ['PURCHASE ORDER - CANCELLED', 'standing'],
      ['Order cancelled', 'standing'],
      ['Replaces PO 123', 'standing'],
      ['Ersetzt Bestellung 4711', 'standing'],
      ['Annule et remplace la commande', 'standing'],
      ['Pro-forma', 'standing'],
      ['Duplicata', 'standing'],
      ['Deliver to store 0102', 'place'],
      ['Liefern an Filiale 12', 'place'],
      ['Livrer au magasin', 'place'],
      ['Store no. 0102', 'place'],
      ['Less 10 % discount', 'discount'],
      ['abzgl. Skonto', 'discount'],
      ['Remise exceptionnelle', 'discount'],
      ['Prices incl. VAT', 'price tax'],
      ['Prix TTC', 'price tax'],
      ['Delivery 15.01.2027', 'date'],
      ['Week 12', 'date'],
      ['KW 7', 'date'],
      ['End of January', 'date'],
      ['in 3 weeks', 'date'],
      ['due 15.01.', 'date'],
      ['15 May', 'date'],
      ['May 2027', 'date'],
      ['12 Dec', 'date'],
      ['Dec. 12', 'date'],
      ['asap', 'date'],
      ['Budget EUR 500', 'currency'],
      ['500 € in all', 'currency'],
    ]
    expect(sentences.map(([text]) => [text, kinds(text)])).toEqual(sentences as string[][])
  })

  test('of thanks, addresses, contacts, law and payment says nothing', () => {
    const harmless = [
      'Thank you for your business',
      'Vielen Dank für Ihren Auftrag',
      'Merci pour votre commande',
      'Northern Outfitters Inc., 12 Main Street, Springfield IL 62701',
      'Washington, DC 20001',
      'PO Box 123',
      'Goods are accepted at the stated door only.',
      'Geschäftsführer: Max Mustermann, HRB 12345 Amtsgericht München',
      'Phone +49 89 1234567',
      '01 23 45 67 89',
      'IBAN DE89 3704 0044 0532 0130 00',
      'Delivery subject to our terms',
      'Net 30 days',
      'Zahlbar innerhalb 30 Tagen netto',
      'Page 1 of 2',
      'Ladies',
      'Spring 2027',
      '31/31/2027',
      'unlessened',
      'Please confirm receipt',
    ]
    expect(harmless.map((text) => [text, kinds(text)])).toEqual(harmless.map((text) => [text, '']))
  })

  test('that states the currency of all prices, or that they are without tax, is read', () => {
    for (const text of ['All prices in Euro', 'Prices in USD', 'Alle Preise in CHF', 'Prix en euros', '(EUR)', 'Order in Euro'])
      expect([text, kinds(text), currenciesNamed(text).length]).toEqual([text, '', 1])
    for (const text of ['Prices net of VAT', 'Alle Preise zzgl. MwSt.', 'prices are shown without tax', 'Prix hors TVA'])
      expect([text, kinds(text)]).toEqual([text, ''])
    expect([kinds('Prices in EUR per 100'), kinds('Prices in EUR, less 5 %')]).toEqual(['price unit', 'discount'])
  }) // prettier-ignore

  test('names currencies by code, sign and name, longest first', () => {
    const named = (text: string) => currenciesNamed(text).join(' ')
    expect([named('US dollars'), named('dollars'), named('pounds sterling'), named('Schweizer Franken')]).toEqual([
      'USD',
      '$',
      'GBP',
      'CHF',
    ])
    expect([named('EUR and € and Euro'), named('US$ 5'), named('EURO-PALLET'), named('europe')]).toEqual(['EUR €', 'US$', 'EUR', ''])
    expect([named('in eur'), named('krone'), named('5 kr'), named('Share capital EUR 25,000')]).toEqual(['', '', 'kr', ''])
  }) // prettier-ignore
})

test('every word of the lists is found where it stands alone, and what is passed over is', () => {
  for (const { kind, words } of sensitiveWords)
    for (const word of words.split('|')) {
      const text = word.replace('*', '')
      // Taxes that are not in the prices, and terms of payment, are passed over.
      expect([word, sensitiveIn(`xyz ${text} xyz`).has(kind)]).toEqual([word, true])
    }
  for (const { example } of harmlessPhrases) expect([example, kinds(example)]).toEqual([example, ''])
})
