/** A command that cannot be carried out; its message is shown to the person at the terminal. */
export class CommandFault extends Error {}
