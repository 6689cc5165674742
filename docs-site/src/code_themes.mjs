/** Code themes of Markdown pages, in the same palette colours as the reference's code. */
const theme = (name, type, colors) => ({
  name,
  type,
  colors: { 'editor.background': colors.ground, 'editor.foreground': colors.text },
  tokenColors: [
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: colors.note } },
    { scope: ['string', 'markup.inline.raw'], settings: { foreground: colors.string } },
    { scope: ['constant', 'support.constant', 'variable.other.constant'], settings: { foreground: colors.figure } },
    { scope: ['keyword', 'storage', 'constant.language'], settings: { foreground: colors.word } },
    { scope: ['entity.name.function', 'support.function'], settings: { foreground: colors.call } },
    {
      scope: ['support.type.property-name', 'meta.object-literal.key', 'entity.name.tag', 'variable.other.property'],
      settings: { foreground: colors.key },
    },
    { scope: ['punctuation', 'keyword.operator'], settings: { foreground: colors.soft } },
  ],
})

export const code_themes = [
  theme('linen-light', 'light', {
    ground: '#f6f2ea',
    text: '#343b36',
    soft: '#5c625b',
    note: '#666a60',
    string: '#3f6212',
    figure: '#7a5407',
    word: '#9a3a26',
    call: '#1d5c4b',
    key: '#34497f',
  }),
  theme('linen-dark', 'dark', {
    ground: '#101412',
    text: '#cfd0c8',
    soft: '#a0a69e',
    note: '#98a098',
    string: '#b5d69b',
    figure: '#e3bc6b',
    word: '#e6a28f',
    call: '#8fd0b5',
    key: '#a6bcf0',
  }),
]
