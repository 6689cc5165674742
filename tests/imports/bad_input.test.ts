/** What a file can have wrong is reported with its row, column, value, rule and allowed values, and nothing is guessed. */
import { expect, test } from 'bun:test'
import { workbook, zip } from '../files/spreadsheet_files.ts'
import { openImporter } from './rig.ts'

const head = 'Item code,Qty,Unit price,Date,Remark,EAN'

test('each faulty value is refused with its row, column, value and rule, and the other rows land', async () => {
  const importer = await openImporter()
  const rows = [
    head,
    'GOOD,1,1.50,2026-01-31,fine,0012345678905',
    ',1,1.50,2026-01-31,no item,',
    'FEB,1,1.50,2026-02-31,no such day,',
    'COMMA,1,"1.234,56",2026-01-31,comma in an English file,',
    'SHORT,1,1.50,2026-01-31,shortened,1.23E+12',
    'MINUS,-1,1.50,2026-01-31,below the minimum,',
    'BIG,9007199254740993,1.50,2026-01-31,no exact integer,',
    'FINE,1,1.23456,2026-01-31,too many decimals,',
    'SCI,1E3,1.50,2026-01-31,scientific,',
    'RAGGED,1,1.50',
    'LONGER,1,1.50,2026-01-31,ok,,extra',
    '',
    ',,,,,',
    'GOOD,2,1.50,2026-01-31,a repeat,',
    'LAST,2,"1,234.50",2026-01-30,ok,0000000000000000000123',
  ]
  const done = await importer.imported(`${rows.join('\n')}\n`)
  expect(done.result.records).toMatchObject({ created: 2, refused: 11 })
  expect(done.progress.rows_total).toBe(13)
  const report = await importer.report(done.import_id)
  const refused = report.filter(({ outcome }) => outcome === 'refused')
  const shown = refused.map(({ row_number, field, value, rule, allowed }) => [
    Number(row_number),
    field,
    value,
    rule,
    allowed,
  ])
  expect(shown).toEqual([
    [3, 'item', '', 'is required', ''],
    [4, 'sold_on', '2026-02-31', 'must be an existing date in the format YYYY-MM-DD', '1900-01-01 to 2999-12-31'],
    [5, 'price', '1.234,56', 'must be a number with a decimal point, such as 1234.56 or 1,234.56', ''],
    [
      6,
      'barcode',
      '1.23E+12',
      'is shortened by a spreadsheet, and its digits are lost; format the column as text and export it again',
      '',
    ],
    [7, 'quantity', "'-1", 'is out of range', '0 to 9007199254740991'],
    [8, 'quantity', '9007199254740993', 'is out of range', '0 to 9007199254740991'],
    [9, 'price', '1.23456', 'must have at most 4 decimals', ''],
    [
      10,
      'quantity',
      '1E3',
      'is shortened by a spreadsheet, and its digits are lost; format the column as text and export it again',
      '',
    ],
    [11, 'row', '', 'has 3 cells, and the header row has 6', ''],
    [12, 'row', '', 'has 7 cells, and the header row has 6', ''],
    [15, 'record', 'GOOD', 'is in row 2 and again in row 15; keep one of them', ''],
  ])
  expect(await importer.items()).toMatchObject([
    { item: 'GOOD', quantity: 1, barcode: '0012345678905' },
    { item: 'LAST', price: '1234.5', barcode: '0000000000000000000123' },
  ])
})

test('dates that two formats fit are asked about, and are read as answered', async () => {
  const importer = await openImporter()
  const file = 'Item code,Date\nA,03/04/2026\nB,05/06/2026\nC,05/05/2026\n'
  const previewed = await importer.previewed(file)
  expect(previewed.state).toBe('needs_answer')
  expect(previewed.questions).toEqual([
    {
      field: 'sold_on',
      header: 'Date',
      setting: 'date_format',
      choices: ['DD/MM/YYYY', 'MM/DD/YYYY'],
      samples: [
        { row_number: 2, value: '03/04/2026' },
        { row_number: 3, value: '05/06/2026' },
      ],
    },
  ])
  const path = `/api/v1/imports/${previewed.import_id}`
  const wrong = await importer.session.post(`${path}/answers`, { answers: [{ field: 'sold_on', choice: 'YYYYMMDD' }] })
  expect(wrong.status).toBe(400)
  expect(wrong.body.data).toMatchObject({ field: 'answers[0].choice', allowed: ['DD/MM/YYYY', 'MM/DD/YYYY'] })
  const answers = [{ field: 'sold_on', choice: 'DD/MM/YYYY' }]
  expect((await importer.session.post(`${path}/answers`, { answers })).status).toBe(200)
  await importer.step(previewed.import_id, 'preview')
  await importer.work()
  await importer.step(previewed.import_id, 'run')
  await importer.work()
  expect((await importer.items()).map(({ sold_on }) => sold_on)).toEqual(['2026-04-03', '2026-06-05', '2026-05-05'])
})

test('a time zone is the IANA name of an area and a place', async () => {
  const importer = await openImporter()
  const file_key = await importer.upload('Item code\nA\n')
  const made = (await importer.session.post('/api/v1/imports', { file_key, kind: 'test_items' })).body.data
  const columns = [{ header: 'Item code', field: 'item' }]
  for (const [time_zone, status] of [
    ['Europe/Berlin', 200],
    ['UTC', 200],
    ['EST', 400],
    ['+02:00', 400],
    ['europe/berlin', 400],
  ] as const) {
    const mapping = { columns, time_zone }
    const answer = await importer.session.put(`/api/v1/imports/${made.import_id}/mapping`, { mapping })
    expect([time_zone, answer.status, answer.body.data.field]).toEqual([
      time_zone,
      status,
      status === 400 ? 'mapping.time_zone' : undefined,
    ])
  }
})

test('one day above 12 decides the format of a column, and the values that do not fit it are refused', async () => {
  const importer = await openImporter()
  const done = await importer.imported('Item code,Date\nA,03/04/2026\nB,25/06/2026\nC,05/05/2026\n')
  expect((await importer.items()).map(({ sold_on }) => sold_on)).toEqual(['2026-04-03', '2026-06-25', '2026-05-05'])
  expect(done.questions).toEqual([])
})

test('a decimal mark is found from the whole column, and asked about where nothing tells it', async () => {
  const importer = await openImporter()
  const german = await importer.imported('Item code;Unit price;Qty\nA;1.234;1\nB;12,50;2\nC;1.234,5;1.000\n')
  expect(german.result.records).toMatchObject({ created: 3 })
  expect((await importer.items()).map(({ price, quantity }) => [price, quantity])).toEqual([
    ['1234', 1],
    ['12.5', 2],
    ['1234.5', 1000],
  ])
  const unclear = await importer.previewed('Item code,Unit price\nA,"1,234"\n')
  expect(unclear).toMatchObject({
    state: 'needs_answer',
    questions: [{ setting: 'decimal_mark', choices: ['point', 'comma'] }],
  })
})

test('a file that cannot be read is refused when it is uploaded for import, or fails with the reason', async () => {
  const importer = await openImporter()
  const refused = async (content: string | Uint8Array) => {
    const file_key = await importer.upload(content)
    const answer = await importer.session.post('/api/v1/imports', { file_key, kind: 'test_items' })
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBe('file_key')
    return answer.body.data.rule as string
  }
  expect(await refused('\n\n ,\n')).toContain('has no header row')
  expect(await refused(`item,${'x'.repeat(1_200_000)}`)).toContain('has no header row')
  expect(await refused(zip([{ name: 'xl/worksheets/sheet1.xml', bytes: new Uint8Array(300 * 1_048_576) }]))).toContain(
    'unpacks to more than',
  )
  expect(await refused(Buffer.from('item\n\u0000\u0000'))).toContain('no text')
  expect(await refused('item\n"never closed\n')).toContain('has a quote in row 2 that is never closed')
  // Beyond the beginning of the file, from which the mapping is proposed.
  const long = `Item code,Remark\n${Array.from({ length: 6_000 }, (_, i) => `A-${i},${'-'.repeat(50)}\n`).join('')}`
  const broken = await importer.previewed(`${long}B,"never closed\nC,ok\n`)
  expect(broken).toMatchObject({
    state: 'failed',
    fault: { rule: 'has a quote in row 6002 that is never closed', row_number: 6_002 },
  })
  const mixed = await importer.previewed(
    Buffer.concat([Buffer.from(`${long}B,é\n`), Buffer.from([0x43, 0x2c, 0xe9, 0x0a])]),
  )
  expect(mixed).toMatchObject({
    state: 'failed',
    fault: { rule: expect.stringContaining('line 6002 is UTF-8 and line 6003 is not') },
  })
  const empty = await importer.previewed('Item code,Remark\n')
  expect(empty).toMatchObject({ state: 'failed', fault: { rule: 'has no rows below the header row' } })
})

test('a mapping names its columns and fields, each once', async () => {
  const importer = await openImporter()
  const file_key = await importer.upload('Code,Price,Price\nA,1,2\n')
  const made = (await importer.session.post('/api/v1/imports', { file_key, kind: 'test_items' })).body.data
  const put = async (mapping: object) =>
    (await importer.session.put(`/api/v1/imports/${made.import_id}/mapping`, { mapping })).body.data
  const item = { header: 'Code', field: 'item' }
  expect(await put({ columns: [{ header: 'Code', field: 'name' }] })).toMatchObject({
    field: 'mapping.columns[0].field',
  })
  expect(await put({ columns: [{ header: 'Nope', field: 'item' }] })).toMatchObject({
    field: 'mapping.columns[0].header',
    allowed: ['Code', 'Price', 'Price'],
  })
  expect(await put({ columns: [item, { header: 'Price', field: 'price' }] })).toMatchObject({
    rule: 'is "Price", which 2 columns of the file have; rename one of them in the file',
  })
  expect(await put({ columns: [item, { header: 'code', field: 'item' }] })).toMatchObject({
    field: 'mapping.columns[1].field',
  })
  expect(await put({ columns: [] })).toMatchObject({
    field: 'mapping',
    rule: 'has no column and no fixed value for item, which test_items requires',
  })
  expect(await put({ columns: [item], fixed_values: { quantity: 'many' } })).toMatchObject({
    field: 'mapping.fixed_values.quantity',
  })
  expect((await put({ columns: [item], fixed_values: { quantity: '7' } })).state).toBe('ready')
})

test('a workbook may leave out the last cells of a row, and a date beside which it shows a time', async () => {
  const importer = await openImporter()
  const file = workbook([
    ['Item code', 'Qty', 'Date', 'Note'],
    ['A', 5],
    ['B', 6, { t: 'n', v: 46_053.75, z: 'yyyy-mm-dd hh:mm' }],
    ['C', 7, null, 'last'],
  ])
  const done = await importer.imported(file)
  expect(done.result.records).toMatchObject({ created: 3, refused: 0 })
  expect(await importer.items()).toMatchObject([
    { item: 'A', quantity: 5, sold_on: null, note: null },
    { item: 'B', quantity: 6, sold_on: '2026-01-31', note: null },
    { item: 'C', quantity: 7, sold_on: null, note: 'last' },
  ])
})

test('a workbook is read cell for cell, with leading zeros, days and blank rows', async () => {
  const importer = await openImporter()
  const file = workbook([
    ['Item code', 'Qty', 'Unit price', 'Date', 'EAN'],
    ['A', 5, 12.5, { t: 'n', v: 46_053, z: 'yyyy-mm-dd' }, '0012345678905'],
    [],
    ['B', 'x', 1, null, 4_006_381_333_931],
  ])
  const done = await importer.imported(file)
  expect(done.result.records).toMatchObject({ created: 1, refused: 1 })
  expect(done.result.first.refused[0].details[0]).toMatchObject({ row_number: 4, field: 'quantity', value: 'x' })
  expect(await importer.items()).toMatchObject([
    { item: 'A', quantity: 5, price: '12.5', sold_on: '2026-01-31', barcode: '0012345678905' },
  ])
})
