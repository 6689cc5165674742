/** A command that cannot run; its message is printed. */
export class CommandFault extends Error {}
