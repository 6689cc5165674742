/** Words of the code base. They are on the developers' page alone. */
import type { TermGroup } from './term.ts'

export const codeTerms: TermGroup = {
  group: 'code',
  title: 'The code',
  terms: [
    {
      term: 'contract',
      meaning: 'What callers may rely on, as data and types in `contract/`, from which the OpenAPI document is built.',
    },
    {
      term: 'OpenAPI document',
      meaning: 'The published description of all operations of a train, generated from the contract.',
      not: ['document alone, outside `contract/openapi/`'],
    },
    { term: 'pipeline', meaning: 'The steps that every HTTP call passes, in order, in `pipeline/`.', not: ['door'] },
    {
      term: 'exchange',
      meaning: 'One request with the response that is being made for it, as the steps of the pipeline share it.',
    },
    {
      term: 'refusal',
      meaning:
        'An expected failure of a request, thrown by refuse() with a published code, which becomes the error response.',
      not: ['fault', 'error, which is a bug and becomes a 500'],
    },
    {
      term: 'fault',
      meaning:
        'One thing wrong with a value, row, file, setting or interchange, reported as data beside others of its kind.',
      not: ['refusal: the response to a whole request', 'injected fault: what tests/faults does to a running service'],
    },
    {
      term: 'caller',
      meaning: 'Who sent a request: an API key or a user in an organisation.',
    },
    {
      term: 'context',
      meaning: 'What a part needs of the process or of the caller, passed in; there is no global state.',
    },
    {
      term: 'domain',
      meaning: 'A folder of operations, rules and stores about one part of the trade, such as `purchasing/`.',
    },
    { term: 'engine', meaning: 'A folder that several domains use and that imports none of them, such as `queue/`.' },
    {
      term: 'rules',
      meaning: 'Pure functions over records, without SQL, clock or network, in `rules.ts` or `*.rules.ts`.',
    },
    { term: 'store', meaning: 'The SQL that several operations share, in `store.ts` or `*.store.ts`.' },
    { term: 'model', meaning: 'The schemas that several operations share, in `model.ts` or `*.model.ts`.' },
    {
      term: 'table',
      meaning:
        'The declaration of a list: fields with their SQL, filters and sort keys, read by the engine in `tables/`.',
      not: ['database table, which is said in full where both could be meant'],
    },
    {
      term: 'diff',
      meaning:
        'What writing a record would do, found before anything is written: created, changed, unchanged or refused.',
      not: ['plan', 'draft: an order or a message before it is confirmed or sent'],
    },
    {
      term: 'query plan',
      meaning: 'How PostgreSQL executes a statement.',
      not: ['plan alone, outside tests of statements'],
    },
    {
      term: 'draft',
      meaning: 'An order that is not confirmed or issued yet.',
      not: ['diff'],
    },
    {
      term: 'batch',
      meaning: 'The records that one transaction of an import or of a large write covers.',
    },
    {
      term: 'queue',
      meaning: 'Work that is executed at least once after the commit of the transaction that asked for it.',
    },
    { term: 'job', meaning: 'One piece of queued work, or periodic work that no request waits for, in `jobs/`.' },
    { term: 'kind', meaning: 'A declaration of one sort of queued work, import or movement that an engine runs.' },
    {
      term: 'lease',
      meaning: 'The time for which a claimed job belongs to one worker; after it another may claim the job.',
    },
    {
      term: 'fence',
      meaning:
        'The attempt number that the end of a job must still have, so that a worker whose lease ended changes nothing.',
    },
    {
      term: 'fair share',
      meaning: 'The slots or connections that one organisation can use at most while others wait.',
    },
    { term: 'slice', meaning: 'A short stretch of long work after which other work of the process has its turn.' },
    {
      term: 'outbox',
      meaning:
        'Events written with the transaction that causes them and sent afterwards, so that neither exists without the other.',
    },
    { term: 'emit', meaning: 'Freeze the body of an event and queue its deliveries in the transaction of the change.' },
    {
      term: 'fold',
      meaning: 'Add the rows of changes that a trigger recorded into stored sums, and delete them.',
      not: ['reduce of an array'],
    },
    { term: 'mark', meaning: 'A row by which a trigger or a statement records that a sum must be folded again.' },
    { term: 'counter', meaning: 'A stored sum or count that folds keep, so that reads need not count rows.' },
    { term: 'recordset', meaning: 'Rows passed to a statement as one JSON parameter, for writing in bulk.' },
    { term: 'selection', meaning: 'A select list with the type of its rows, derived from the schema.' },
    { term: 'autocommit', meaning: 'Single statements outside a transaction.', not: ['direct, door'] },
    { term: 'fixture', meaning: 'Records that a test creates before it starts.' },
    { term: 'golden file', meaning: 'A generated file in git that shows in a review what a change publishes.' },
  ],
}
