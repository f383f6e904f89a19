import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { at, cache, root } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { here, platformNamed } from './lib/release/platforms.mjs'
import { run } from './lib/run.mjs'

const { values } = parseArgs({
  options: {
    platform: { type: 'string', multiple: true, default: [here] },
    out: { type: 'string', default: 'dist-release' },
  },
})
const platforms = values.platform.map(platformNamed)
const out = resolve(root, values.out)

await prepare()
// What these import is installed only now.
const [{ addNode, addParts, privateIn, removeNode, tracesIn }, { installModules }, { namesIn, pack, sumOf }] = await Promise.all([
  import('./lib/release/contents.mjs'),
  import('./lib/release/modules.mjs'),
  import('./lib/release/pack.mjs'),
])

const MOST_MB = { modules: 300, packed: 250 }
const mb = (bytes) => Math.round(bytes / 1e6)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** When the sources were committed; outside of a clone, never: the same sources make the same file. */
const { code, text } = await run('git', ['log', '-1', '--format=%ct'], { quiet: true })
const mtime = new Date(code === 0 ? Number(text) * 1000 : 0)

const leave = (problem) => {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const sizeOf = (folder) => namesIn(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0)

const packAs = async (folder, name) => {
  const found = [...privateIn(namesIn(folder)), ...tracesIn(folder)]
  if (found.length > 0) leave(`${name} 里有不该给出去的：\n${found.slice(0, 20).join('\n')}`)
  const file = `${name}.tar.gz`
  const path = join(out, file)
  await pack(folder, name.replace(/-node$/, ''), path, mtime)
  const { size } = statSync(path)
  if (mb(size) > MOST_MB.packed) leave(`${file} 有 ${mb(size)} MB，至多 ${MOST_MB.packed}`)
  process.stdout.write(`${path}：${mb(size)} MB，装好后 ${mb(sizeOf(folder))} MB\n`)
  return `${await sumOf(path)}  ${file}\n`
}

const releaseFor = async (platform) => {
  const name = `anju-${version}-${platform.name}`
  const folder = cache('release', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await installModules(platform, folder)
  const modules = mb(sizeOf(join(folder, 'node_modules')))
  if (modules > MOST_MB.modules) leave(`${platform.name} 的 node_modules 有 ${modules} MB，至多 ${MOST_MB.modules}`)
  addParts(folder)
  const sums = [await packAs(folder, name)]
  if (platform.name === here) {
    addNode(folder)
    sums.push(await packAs(folder, `${name}-node`))
    removeNode(folder)
  }
  rmSync(folder, { recursive: true, force: true })
  return sums
}

mkdirSync(out, { recursive: true })
const sums = []
for (const platform of platforms) sums.push(...(await releaseFor(platform)))
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
