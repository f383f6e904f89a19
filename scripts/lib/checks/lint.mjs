import { at } from '../paths.mjs'
import { node } from '../run.mjs'

export const lint = async () => {
  const { code, text } = await node(
    [at('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.', '--colors=off', '--max-diagnostics=200'],
    {
      quiet: true,
    },
  )
  return { seen: Number(/Checked (\d+) files?/.exec(text)?.[1] ?? 0), problem: code === 0 ? null : text }
}
