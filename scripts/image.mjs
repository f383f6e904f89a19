import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { at, cache, root } from './lib/paths.mjs'
import { here } from './lib/release/platforms.mjs'
import { must, node, run } from './lib/run.mjs'

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist-release' } } })
const out = resolve(root, values.out)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const name = `anju-${version}-${here}`
const released = join(out, `${name}-node.tar.gz`)
const MOST_MB = 350

/** All of Debian that Node and PostgreSQL ask for. initdb and pg_ctl start one another by /bin/sh; libc-bin has the locale C.UTF-8. */
const PACKAGES = ['base-files', 'dash', 'libc-bin', 'libc6', 'libgcc-s1', 'libstdc++6']
const USER = 10_001
/** PostgreSQL does not start for a user whom nobody knows. */
const FILES = {
  'etc/passwd': `root:x:0:0::/:/bin/sh\nanju:x:${USER}:${USER}::/var/lib/anju:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n`,
  'etc/group': `root:x:0:\nanju:x:${USER}:\nnogroup:x:65534:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}
/** An image is for work: the sample is asked for. */
const ENV = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8080', DATA_DIR: '/var/lib/anju', SAMPLE_DATA: 'none' }

const leave = (problem) => {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

for (const program of ['mmdebstrap', 'buildah']) {
  const { code } = await run(program, ['--version'], { quiet: true })
  if (code !== 0) leave(`没有 ${program}：在 Debian 上 apt-get install mmdebstrap buildah；有镜像仓库的，用 deploy/Containerfile`)
}
await must(node([at('scripts', 'release.mjs'), '--out', out]), '没有做成要放进镜像的文件')

const folder = cache('image')
const store = join(folder, 'store')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const say = async (command, args, what) => {
  const { code, text, stopped } = await run(command, args, { quiet: true })
  if (stopped !== null) process.exit(stopped)
  if (code !== 0) leave(`${text}${what}`)
  return text.trim().split('\n').at(-1)
}
// A store of its own: what this machine has of images is not looked at, and nothing is left in it.
const buildah = (...args) =>
  say('buildah', ['--storage-driver', 'vfs', '--root', store, '--runroot', join(folder, 'run'), ...args], '镜像没有做成')

const system = join(folder, 'system')
const lean = [
  '--dpkgopt=path-exclude=/usr/share/doc/*',
  '--dpkgopt=path-include=/usr/share/doc/*/copyright',
  '--dpkgopt=path-exclude=/usr/share/man/*',
]
await say(
  'mmdebstrap',
  ['--variant=extract', `--include=${PACKAGES.join(',')}`, ...lean, 'bookworm', `${system}.tar`],
  '没有取到 Debian 的包',
)
mkdirSync(system)
await say('tar', ['-xf', `${system}.tar`, '-C', system, '--exclude=./dev/*'], '打不开 Debian 的包')
for (const [path, text] of Object.entries(FILES)) writeFileSync(join(system, path), text)
if (!existsSync(join(system, 'bin', 'sh'))) cpSync(join(system, 'bin', 'dash'), join(system, 'bin', 'sh'))
const app = join(system, 'opt', 'anju')
mkdirSync(app, { recursive: true })
await say('tar', ['-xzf', released, '-C', app, '--strip-components=1', '--no-same-owner'], '打不开要放进镜像的文件')
const data = join(folder, 'data')
mkdirSync(data, { mode: 0o711 })

const container = await buildah('from', 'scratch')
await buildah('copy', '--chown', '0:0', container, system, '/')
await buildah('copy', '--chown', `${USER}:${USER}`, container, data, '/var/lib/anju')
const env = Object.entries(ENV).flatMap(([key, value]) => ['--env', `${key}=${value}`])
await buildah(
  'config',
  ...[
    '--user',
    `${USER}:${USER}`,
    '--workingdir',
    '/opt/anju',
    '--entrypoint',
    '["/opt/anju/node/bin/node","dist/server/main.js"]',
    '--cmd',
    '',
  ],
  ...[...env, '--port', '8080', '--volume', '/var/lib/anju', '--stop-signal', 'SIGTERM'],
  ...['--label', `org.opencontainers.image.version=${version}`, '--label', 'org.opencontainers.image.licenses=MIT'],
  container,
)
await buildah('commit', '--rm', container, `anju:${version}`)
const archive = join(out, `${name}.oci.tar`)
rmSync(archive, { force: true })
await buildah('push', `anju:${version}`, `oci-archive:${archive}:anju:${version}`)
const mb = (size) => Math.round(size / 1e6)
const { text } = await run('du', ['-sb', system], { quiet: true })
const unpacked = mb(Number(text.split('\t')[0]))
if (unpacked > MOST_MB) leave(`镜像有 ${unpacked} MB，至多 ${MOST_MB}`)
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${archive}：${mb(statSync(archive).size)} MB，展开 ${unpacked} MB\n`)
