import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { settled } from './settled.ts'

/** Made anew from the data whenever somebody asks, or of a moment only. */
const PASSING = new Set(['exports', 'imports'])

/** Gives the uploaded files below a folder that backups keep, by their paths, in order. */
export const filesIn = async (folder: string, below = ''): Promise<string[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (!PASSING.has(path)) found.push(...(await filesIn(folder, path)))
    } else if (entry.isFile() && !entry.name.endsWith('.part')) found.push(path)
  }
  return found
}

const bytesOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** Copies what of the uploaded files a folder has not yet; their names tell their content, so that none ever changes. Gives the paths of all, and how many were new. */
export const copyFiles = async (from: string, to: string): Promise<{ paths: string[]; copied: number }> => {
  const paths: string[] = []
  let copied = 0
  for (const path of await filesIn(from)) {
    const [source, target] = [join(from, path), join(to, path)]
    const bytes = await bytesOf(source)
    // Taken away meanwhile.
    if (bytes === null) continue
    paths.push(path)
    if ((await bytesOf(target)) === bytes) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(source, `${target}.part`)
    await settled(`${target}.part`, target)
    copied++
  }
  return { paths, copied }
}

/** Removes what no kept copy has and was there before a moment, in seconds. */
export const dropFiles = async (folder: string, kept: ReadonlySet<string>, before: number): Promise<void> => {
  for (const path of await filesIn(folder)) {
    if (kept.has(path)) continue
    const { mtimeMs } = await stat(join(folder, path))
    if (mtimeMs < before * 1000) await rm(join(folder, path), { force: true })
  }
}
