import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { at, cache } from './paths.mjs'
import { must, node, npm } from './run.mjs'
import { isBuilt, isInstalled, markInstalled } from './stamps.mjs'

const say = (text) => process.stderr.write(`${text}\n`)

const install = async () => {
  say('正在安装依赖（npm ci）…')
  // The build needs the dev dependencies, also where NODE_ENV=production would leave them out.
  const flags = ['--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  const clean = await npm(['ci', ...flags], { quiet: true })
  if (clean.stopped !== null) process.exit(clean.stopped)
  // A mirror may lack other platforms' optional packages: `npm ci` then calls the lock file incomplete and stops, `npm install` leaves them out.
  if (clean.code !== 0) {
    say('npm ci 未成功，改用 npm install（版本仍以 package-lock.json 为准）…')
    await must(npm(['install', '--no-save', ...flags]), `${clean.text}安装依赖失败：请检查网络与 npm 源，再试一次`)
  }
  markInstalled()
}

/** Only the lock's holder builds, so whatever a killed build left here is nobody's. */
const removeLeftBuilds = () => {
  for (const name of readdirSync(cache())) {
    if (/^dist\.(new|old)-\d+$/.test(name)) rmSync(cache(name), { recursive: true, force: true })
  }
}

const build = async () => {
  say('正在构建…')
  removeLeftBuilds()
  const fresh = cache(`dist.new-${process.pid}`)
  const old = cache(`dist.old-${process.pid}`)
  const dist = at('dist')
  await must(node([at('scripts', 'build.mjs'), '--out', fresh]), '构建失败')
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

const isReady = (needsBuild) => isInstalled() && (!needsBuild || isBuilt())

/** Makes node_modules (and dist) fit the sources, once, however many processes ask at the same time. */
export const prepare = async ({ needsBuild = true } = {}) => {
  if (isReady(needsBuild)) return
  const { withLock } = await import('./lock.mjs')
  await withLock(
    join(cache(), 'prepare.lock'),
    () => say('另一个进程正在安装或构建，等待它完成…'),
    async () => {
      if (!isInstalled()) await install()
      if (needsBuild && !isBuilt()) await build()
    },
  )
}
