/** The body of a prepared event: as long as that of a typical movement, and identified by its number. */
export const recordOf = (number: number) => ({
  number,
  id: '01970000-0000-7000-8000-000000000000',
  kind: 'adjustment',
  quantity_delta: -3,
  sku: 'WOOL-COAT-GREY-M',
  title: 'Wool coat, grey, M',
  location: { id: '01970000-0000-7000-8000-000000000001', name: 'Main warehouse' },
  document: { type: 'stocktake', id: '01970000-0000-7000-8000-000000000002', name: 'Count of the week' },
  note: 'counted twice, the second time by another person; three were found to be damaged and were taken out',
  recorded_at: '2026-11-21T12:00:00.000Z',
})

export const bodyOf = (number: number): string => JSON.stringify(recordOf(number))
