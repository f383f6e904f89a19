import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { at, cache, root } from '../paths.mjs'
import { node } from '../run.mjs'

/** The questions that start-up asks of the declarations, asked without a store and without a whole build. */
export const declarations = async () => {
  const { build, runnerImport } = await import('vite')
  const { module } = await runnerImport(at('scripts', 'lib', 'packageFiles.ts'), { root, configFile: false, logLevel: 'error' })
  const outDir = cache(`check-${process.pid}`)
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [module.packageFiles({ isCopied: false })],
      build: { ssr: true, outDir, copyPublicDir: false, target: 'node20', rollupOptions: { input: { check: 'server/check.ts' } } },
    })
    const { code, text } = await node([join(outDir, 'check.js')], { quiet: true })
    return { seen: Number(/(\d+) 个资源/.exec(text)?.[1] ?? 0), problem: code === 0 ? null : text }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
