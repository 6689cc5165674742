const plain = process.env.NO_COLOR !== undefined || !process.stdout.isTTY
const paint = (code: number) => (text: string) => (plain ? text : `\u001B[${code}m${text}\u001B[0m`)

export const green = paint(32)
export const red = paint(31)
export const dim = paint(2)
export const bold = paint(1)
