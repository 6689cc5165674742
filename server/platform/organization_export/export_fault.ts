/** An export or an import that cannot be done; its message is shown to people. */
export class ExportFault extends Error {}
