import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join, sep } from 'node:path'
import { at, cache, root } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { node } from './lib/run.mjs'

await prepare({ needsBuild: false })
const out = cache('dev')
process.env.ANJU_OUT = out
const { build, createServer } = await import('vite')
const say = (text) => process.stdout.write(`${text}\n`)

let child = null
let client = null
let isEnding = false

const stopServer = async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The first build must be right, or nothing starts; later mistakes wait to be mended, and stand in the browser meanwhile. */
let isStarted = false
const isRight = async () => {
  const { code, text } = await node([join(out, 'server', 'check.js')], { quiet: true })
  if (code === 0) return true
  say(text.trim())
  if (!isStarted) process.exit(1)
  client?.ws.send({ type: 'error', err: { message: text.trim(), stack: '' } })
  return false
}

const restartServer = async () => {
  await stopServer()
  if (isEnding || !(await isRight())) return
  isStarted = true
  child = spawn(process.execPath, [join(out, 'server', 'main.js')], { cwd: root, stdio: 'inherit' })
  child.on('exit', (code) => {
    if (!isEnding && code !== null && code !== 0) say(`服务器已退出（${code}），改好后会自动重启`)
  })
}

/** Two rebuilds soon after each other must not start two servers: one restart after the other. */
let restarts = Promise.resolve()
const watcher = await build({ root, logLevel: 'warn', build: { ssr: true, watch: {} } })
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') event.result.close()
  if (event.code === 'ERROR') say(`服务器构建失败：${event.error.message}`)
  if (event.code === 'END') restarts = restarts.then(restartServer)
})

client = await createServer({ root, server: { host: '127.0.0.1' } })
await client.listen()
client.printUrls()

/** A new declaration is found by import.meta.glob, whose folders the server's build does not watch: an old file's new time makes it look. */
const lookAgain = (file) => {
  if (/^(server|src[\\/](resources|schemas|core|derive))[\\/]/.test(file.replace(root + sep, '')))
    utimesSync(at('server', 'main.ts'), new Date(), new Date())
}
client.watcher.on('add', lookAgain).on('unlink', lookAgain)

const end = async () => {
  if (isEnding) return
  isEnding = true
  await watcher.close()
  await client.close()
  await restarts
  await stopServer()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
