import { fileURLToPath } from 'node:url'
import preact from '@astrojs/preact'
import sitemap from '@astrojs/sitemap'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { code_themes } from './src/code_themes.mjs'
import { afterBuild } from './integrations/after_build.mjs'
import { search_ranking } from './src/search_ranking.ts'
import { sidebar } from './src/sidebar.mjs'

export default defineConfig({
  // Where the site stands is known to whoever serves it: the service writes its own DOCS_URL over this address.
  // Name one at the build where another server serves it.
  site: process.env.DOCS_URL ?? 'https://docs.service.example',
  trailingSlash: 'never',
  // White space as HTML has it: a line break between two words is a space.
  compressHTML: true,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  telemetry: false,
  integrations: [
    starlight({
      title: 'Merchant API',
      description: 'Catalogue, stock, purchasing, sales orders, wholesale trading, analytics and planning of merchandisers, over HTTP.',
      favicon: '/mark.svg',
      customCss: [
        '@fontsource-variable/instrument-sans/index.css',
        '@fontsource-variable/source-serif-4/index.css',
        '@fontsource/ibm-plex-mono/latin-400.css',
        '@fontsource/ibm-plex-mono/latin-600.css',
        './src/styles/palette.css',
        './src/styles/site.css',
        './src/styles/code.css',
        './src/styles/reference.css',
      ],
      components: {
        Header: './src/overrides/Header.astro',
        SiteTitle: './src/overrides/SiteTitle.astro',
        PageTitle: './src/overrides/PageTitle.astro',
        Footer: './src/overrides/Footer.astro',
        Head: './src/overrides/Head.astro',
        MarkdownContent: './src/overrides/MarkdownContent.astro',
      },
      expressiveCode: {
        themes: code_themes,
        useStarlightUiThemeColors: false,
        // Blocks of the guides wrap, so that none has to be scrolled by keyboard; a copy has the lines as written.
        defaultProps: { wrap: true, overridesByLang: { 'sh,bash,http,json,ts,js,sql': { frame: 'code' } } },
        styleOverrides: {
          borderRadius: '8px',
          borderColor: 'var(--line)',
          codeFontSize: '0.81rem',
          codeLineHeight: '1.6',
          uiFontFamily: 'var(--sl-font)',
          uiFontSize: '0.84rem',
          frames: {
            frameBoxShadowCssValue: 'none',
            editorTabBarBackground: 'transparent',
            editorTabBarBorderColor: 'transparent',
            editorTabBarBorderBottomColor: 'var(--line)',
            editorActiveTabBackground: 'transparent',
            editorActiveTabForeground: 'var(--soft)',
            editorActiveTabIndicatorTopColor: 'transparent',
            editorActiveTabIndicatorBottomColor: 'transparent',
            editorActiveTabBorderColor: 'transparent',
          },
        },
      },
      markdown: { headingLinks: true },
      routeMiddleware: './src/lib/route.ts',
      pagefind: { ranking: search_ranking },
      sidebar,
      credits: false,
    }),
    // The app's pages hold nothing to be found: each person reads their own.
    sitemap({ filter: (page) => !/^\/app(\/|$)/.test(new URL(page).pathname) }),
    preact(),
    afterBuild(),
  ],
  vite: { resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } } },
})
