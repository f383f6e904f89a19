import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import netSign from '../../src/resources/settings/netSign.ts'
import repairSetting from '../../src/resources/settings/repair.ts'
import { callsAt } from './calls.ts'
import { fetchFile } from './exports.ts'
import { textOf } from './pdf.ts'

/** The row that `workAt` adds. */
export const NEW_PROJECT = '奉贤一期'
/** Whom an installed node runs as: nobody, who owns nothing but the data. */
export const NOBODY = 65_534
const PORT = '8080'

/** Throws where this machine does not let us make a network that leads nowhere, and become another user in it. */
export const mustLeaveNetwork = (): void => {
  const isLeft = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0
  if (!isLeft || process.getuid?.() !== 0) throw new Error('this proof needs root, unshare and ip: apt-get install iproute2')
}

/** Of a network that has nothing but itself one thing leads out: a socket in a folder. It ends with what it was started beside. */
const BRIDGE = `
const { connect, createServer } = require('node:net')
setInterval(() => {
  try {
    process.kill(Number(process.argv[3]), 0)
  } catch {
    process.exit()
  }
}, 200)
createServer((from) => {
  const to = connect(${PORT}, '127.0.0.1')
  from.on('error', () => to.destroy()).on('close', () => to.destroy())
  to.on('error', () => from.destroy()).on('close', () => from.destroy())
  from.pipe(to).pipe(from)
}).listen(process.argv[2])
`

/** A folder with these programs and no others, to be the whole PATH. */
export const onlyPrograms = (folder: string, programs: Record<string, string>): string => {
  mkdirSync(folder)
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(folder, name))
  return folder
}

/** A node that was started where there is no network. */
export interface Isolated {
  url: string
  output: () => string
  /** Seconds from its start to the first page. */
  seconds: number
  stop(): Promise<number | null>
}

const firstPage = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const isGone = once(child, 'exit').then(() => Promise.reject(new Error(output())))
  const asked = () =>
    fetch(url).then(
      (response) => response.text(),
      () => '',
    )
  await Promise.race([isGone, expect.poll(asked, { timeout: 120_000, interval: 50 }).toMatch(/<!doctype html>/i)])
  isGone.catch(() => {})
}

/**
 * Starts a program on a network that leads nowhere, and waits for its first page. `scratch` is a folder of ours that is there; `before` comes between the network and the program, as what runs it as
 * another user does.
 */
export const startIsolated = async (
  command: readonly string[],
  { scratch, before = [], env, cwd }: { scratch: string; before?: readonly string[]; env: Record<string, string>; cwd: string },
): Promise<Isolated> => {
  const [bridge, socket] = [join(scratch, 'bridge.cjs'), join(scratch, 'socket')]
  writeFileSync(bridge, BRIDGE)
  rmSync(socket, { force: true })
  const inside = 'ip link set lo up && ( "$1" "$2" "$3" $$ & ) && shift 3 && exec "$@"'
  const started = performance.now()
  const child = spawn(
    'unshare',
    [
      '--net',
      'sh',
      '-c',
      inside,
      'sh',
      process.execPath,
      bridge,
      socket,
      ...before,
      'env',
      '-i',
      ...Object.entries({ PORT, ...env }).map((pair) => pair.join('=')),
      ...command,
    ],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const out = createServer((from) => {
    const to = connect(socket)
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
    to.on('error', () => from.destroy()).on('close', () => from.destroy())
    from.pipe(to).pipe(from)
  }).listen(0, '127.0.0.1')
  await once(out, 'listening')
  const url = `http://127.0.0.1:${(out.address() as AddressInfo).port}`
  const stop = async (): Promise<number | null> => {
    out.close()
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  onTestFinished(async () => void (await stop()))
  await firstPage(url, child, () => text)
  return { url, output: () => text, seconds: (performance.now() - started) / 1000, stop }
}

/**
 * What shows that an installed node has all that it needs: someone logs in, adds a row, chooses a town, and prints a paper with a font and a
 * picture in it. Gives what asks for the row again.
 */
export const workAt = async (url: string): Promise<(url: string) => Promise<string[]>> => {
  const calls = callsAt(url)
  const token = await calls.logIn('admin')
  const ask = async (path: string, params: Record<string, unknown> = {}) => {
    const { code, msg, data } = await calls.call(path, params, token)
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
  const change = async ({ detail, save }: { detail: string; save: string }, changes: object): Promise<void> => {
    const { version, values } = await ask(detail)
    await ask(save, { ...values, ...changes, version })
  }
  const { p_id } = await ask('/api/project/add', { name: NEW_PROJECT })
  expect(await ask('/api/region/getTown', { county_id: 310_115 })).toHaveLength(42)
  await change(callsOfSetting(netSign), { site: url })
  await change(callsOfSetting(repairSetting), { phone_repair: 1 })
  const { handle } = await ask('/api/project/repair_poster', { p_id })
  const paper = new Uint8Array(await (await fetchFile({ url }, handle, token)).arrayBuffer())
  expect(await textOf(paper)).toMatch(/报修[\s\S]*用手机扫一扫/)
  return async (again) => {
    const later = callsAt(again)
    const { data } = await later.call('/api/project/index', { page: 1, page_rows: 10 }, await later.logIn('admin'))
    return data.list.map(({ name }: { name: string }) => name)
  }
}
