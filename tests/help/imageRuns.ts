import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a rootless container's users begin on the machine: its root is nobody of ours. */
const FIRST_USER = 200_000
const USERS = 65_536

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  Volumes: Record<string, object>
}

/** What an image says of itself, and its files, unpacked. */
export interface UnpackedImage {
  config: ImageConfig
  rootfs: string
  /** Bytes of its files. */
  size: number
}

/** Unpacks an OCI archive into a folder, as a container runtime does. */
export const unpackImage = (archive: string, folder: string): UnpackedImage => {
  const [layout, rootfs] = [join(folder, 'layout'), join(folder, 'rootfs')]
  for (const made of [layout, rootfs]) mkdirSync(made, { recursive: true })
  execFileSync('tar', ['-xf', archive, '-C', layout])
  const blob = (digest: string): string => join(layout, 'blobs', ...digest.split(':'))
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const manifest = read(blob(read(join(layout, 'index.json')).manifests[0].digest))
  for (const { digest } of manifest.layers) execFileSync('tar', ['-xzf', blob(digest), '-C', rootfs, '--same-owner', '--numeric-owner'])
  const size = Number(execFileSync('du', ['-sb', rootfs], { encoding: 'utf8' }).split('\t')[0])
  return { config: read(blob(manifest.config.digest)).config, rootfs, size }
}

/**
 * Writes what a container runtime is asked for, as `podman run --read-only --cap-drop=all` of an ordinary user asks it: the image's user and no
 * other, nothing that may be written but the volume and what goes with the container. Gives the folder to run; its network is that of who runs it.
 */
export const bundleOf = ({ config, rootfs }: UnpackedImage, folder: string, env: Record<string, string>): string => {
  const bundle = join(folder, 'bundle')
  const volume = join(folder, 'volume')
  for (const made of [bundle, volume]) mkdirSync(made)
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  chownSync(volume, FIRST_USER + uid, FIRST_USER + gid)
  const mapping = [{ containerID: 0, hostID: FIRST_USER, size: USERS }]
  const scratch = (destination: string, size: string) => ({
    ...{ destination, type: 'tmpfs', source: 'tmpfs' },
    options: ['nosuid', 'nodev', 'mode=1777', `size=${size}`],
  })
  const [data = ''] = Object.keys(config.Volumes)
  writeFileSync(
    join(bundle, 'config.json'),
    JSON.stringify({
      ociVersion: '1.0.2',
      root: { path: rootfs, readonly: true },
      process: {
        user: { uid, gid },
        args: config.Entrypoint,
        env: [...config.Env, ...Object.entries(env).map((pair) => pair.join('='))],
        cwd: config.WorkingDir,
        noNewPrivileges: true,
        capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
      },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
        scratch('/dev/shm', '256m'),
        scratch('/tmp', '64m'),
        { destination: data, type: 'bind', source: volume, options: ['rbind', 'rw', 'nosuid', 'nodev'] },
      ],
      linux: {
        namespaces: ['user', 'pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
        uidMappings: mapping,
        gidMappings: mapping,
      },
    }),
  )
  return bundle
}
