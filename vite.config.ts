import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type ConfigEnv, defineConfig, type Plugin, type UserConfig } from 'vite'
import { withoutNames } from './scripts/lib/lighter/withoutNames.ts'
import { packageFiles } from './scripts/lib/packageFiles.ts'
import { threads } from './scripts/lib/threads.ts'

/** Parts of the component library that only dialogs, drawers and range filters use: they stay in chunks of their own. */
const ONLY_LATER =
  /rc-picker|date-picker|time-picker|calendar|rc-dialog|[\\/]modal[\\/]|drawer|input-number|rc-textarea|TextArea|Password|@rjsf|markdown|rc-segmented|rc-slider|rc-field-form|async-validator|cfworker|dayjs|antd[\\/]es[\\/](slider|alert|form[\\/](?!context|hooks[\\/]useVariants|validateMessages))/
/** The component library: lists draw their rows without it (src/ui/later/part.tsx). */
const COMPONENTS = /node_modules[\\/](antd|rc-[a-z-]+|@rc-component|@ant-design[\\/](?!icons-svg))/
const LIBRARIES = /node_modules[\\/](@tanstack|@refinedev[\\/](?!antd)|react-router|es-toolkit)|scripts[\\/]lib[\\/]lighter/
/** What is declared; the designer, the checks and what one page or English alone wants come with what uses them. */
const DECLARATIONS =
  /[\\/]src[\\/](core|schemas|resources|derive)[\\/](?!forms[\\/]validateForm|plots[\\/]|dayFilter|designer|check|template|prints|stateGraph|statePicture|translatorOf|history|roleMatrix|patterns[\\/]re2)/
/** The shell's parts and the lists that they show; what these import comes with them. */
const SHELL = /[\\/]src[\\/](App|ui[\\/](shell[\\/](Shell|Header|ViewBanner|menu[\\/]SideMenu)|tab[\\/](TabPanes|TabStrip)))\./

/** What every screen needs in one file: twenty small ones wait for one another on six connections. */
const isShell = (id: string): boolean => LIBRARIES.test(id) || DECLARATIONS.test(id) || SHELL.test(id)
const isComponents = (id: string): boolean => COMPONENTS.test(id) && !ONLY_LATER.test(id)
/** What the login page and the shell share, with the entry itself and the login page: a browser that starts waits for every file. */
const BASE = [
  /[\\/]src[\\/]main\.tsx$/,
  /[\\/]index\.html/,
  /rolldown[\\/]runtime/,
  /node_modules[\\/](react|react-dom|scheduler|axios|md5|crypt|charenc|is-buffer)[\\/]/,
  /[\\/]src[\\/](protocol[\\/]|derive[\\/]translator\.|ui[\\/]hooks[\\/](preferences|useStore)\.)/,
  /[\\/]src[\\/]providers[\\/](call|session|clientConfig|login|preferences|i18nProvider|reportCrash|errorReports)\./,
]
const isBase = (id: string): boolean => BASE.some((part) => part.test(id))

/**
 * Packages that do nothing by being imported, though they do not say so: what of them is not used is left out. refine is built to keep
 * its functions' names, and each `__name(…)` would keep the function that it names (a quarter of the shell, with all that those import).
 * Of refine's antd package one hook is used; its one file imports ant-design-pro's layout and a Markdown reader (34 kB), too.
 */
const DOES_NOTHING =
  /node_modules[\\/]((papaparse|error-stack-parser|@refinedev[\\/]antd|sunflower-antd|@ant-design[\\/]pro-[a-z]+|react-markdown|remark-gfm|@uiw)[\\/]|dayjs[\\/](dayjs\.min|plugin))/

/** What takes the place of a library's library that is mostly for what nobody here does. */
const lighter = (file: string): string => fileURLToPath(new URL(`scripts/lib/lighter/${file}`, import.meta.url))

const out = process.env.ANJU_OUT ?? 'dist'
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** The tenant's page in development: the same for every code (server/http/routes/linkRoutes.ts). */
const phonePage = (): Plugin => ({
  name: 'phone-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/t\/[^/?]+(\?|$)/.test(request.url ?? '')) request.url = '/t.html'
      next()
    })
  },
})

/** `vite build --mode phone` adds the tenant's own page to the client: what it needs and nothing of the rest (src/phone). */
const phone = {
  plugins: [react()],
  base: './',
  build: {
    outDir: `${out}/client`,
    target: 'es2020',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    emptyOutDir: false,
    copyPublicDir: false,
    rollupOptions: { input: 't.html' },
  },
}

/** `vite build` makes the client in <out>/client; `vite build --ssr` makes the server in <out>/server (scripts/build.mjs runs both). */
const whole = ({ isSsrBuild }: ConfigEnv): UserConfig => ({
  plugins: isSsrBuild ? [packageFiles({ isCopied: true }), threads()] : [react(), threads(), withoutNames(), phonePage()],
  base: './',
  resolve: {
    alias: [
      // refine gives these two a property's name: what else they can do weighs 2 kB in the shell.
      { find: /^lodash-es\/(get|uniqBy)\.js$/, replacement: lighter('$1.ts') },
      // refine's one use of lodash: the same functions of es-toolkit are a quarter of its size, and do nothing when they are loaded.
      { find: /^lodash-es\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' },
      { find: /^pluralize$/, replacement: lighter('pluralize.cjs') },
      // Of refine's router: addresses here have no params within params.
      { find: /^qs$/, replacement: lighter('qs.ts') },
    ],
  },
  build: isSsrBuild
    ? {
        outDir: `${out}/server`,
        target: 'node20',
        ssr: true,
        // The fonts and data of packages that are not installed where the build is (scripts/lib/packageFiles.ts).
        ssrEmitAssets: true,
        copyPublicDir: false,
        emptyOutDir: true,
        // Parts that are loaded later lie beside the entry: what finds the client by its own place finds it from each.
        rollupOptions: { input: { main: 'server/main.ts', check: 'server/check.ts' }, output: { chunkFileNames: '[name]-[hash].js' } },
      }
    : {
        outDir: `${out}/client`,
        target: 'es2022',
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 2000,
        emptyOutDir: true,
        manifest: 'manifest.json',
        // What is handed out says whose work is in it.
        license: true,
        rollupOptions: {
          treeshake: { moduleSideEffects: (id: string) => !DOES_NOTHING.test(id), manualPureFunctions: ['__name'] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: isBase, priority: 3 },
                { name: 'shell', test: isShell, priority: 2 },
                { name: 'components', test: isComponents, priority: 1 },
              ],
            },
          },
        },
      },
  server: {
    proxy: {
      // Only calls: the paths of some screens start with the same words, and those are the client's.
      '^/(api/|login|logout|get_info|message/|save_error_logger|broker/)': {
        target: server,
        bypass: ({ method, url, headers }) => (method === 'GET' && headers.accept?.includes('text/html') ? url : undefined),
      },
      '^/(config.json|docs|events|files/|healthz|readyz|t/[^/]+/contract.pdf)': server,
    },
  },
})

export default defineConfig((env) => (env.mode === 'phone' ? phone : whole(env)))
