import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const SCRIPT = `export const words = '${'房源 '.repeat(500)}'`
const PAGE = '<!doctype html><html><head><title>安居</title><script type="module" src="./assets/index-1.js"></script></head></html>'

const manifest = {
  'index.html': { file: 'assets/index-1.js', name: 'index', isEntry: true },
  _shared: { file: 'assets/shared-1.js', name: 'shared', imports: ['index.html', '_shell'] },
  _shell: { file: 'assets/shell-1.js', name: 'shell', imports: ['index.html', '_shared'] },
}

/** A client as the build leaves it: a script in three forms, a small style in one. */
const builtClient = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-client-'))
  mkdirSync(join(folder, 'assets'))
  const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content)
  write('index.html', PAGE)
  write('manifest.json', JSON.stringify(manifest))
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('assets/shell-1.js', SCRIPT)
  write('assets/shell-1.js.br', brotliCompressSync(SCRIPT))
  write('assets/shell-1.js.gz', gzipSync(SCRIPT))
  write('assets/style-1.css', 'body{}')
  return folder
}

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Asks without fetch, which would unpack what it gets. */
const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((done, fail) => {
    request(url, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
    })
      .on('error', fail)
      .end()
  })

let server: TestServer
let url: string
let folder: string
let close: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  folder = builtClient()
  const app = await buildServer(server.config, server.db, folder)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  close = async () => void (await app.close())
})
afterAll(async () => {
  await close()
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the built client', () => {
  test('a script comes in the smallest form that the browser takes, and is kept for ever', async () => {
    const path = `${url}/assets/shell-1.js`
    const plain = await get(path)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(SCRIPT)
    const gzip = await get(path, { 'accept-encoding': 'gzip, deflate' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT)
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT)
    const head = await get(path, { 'accept-encoding': 'gzip' }, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(gzip.body.length) } })
    expect(head.body).toHaveLength(0)
  })

  test('a file too small to be worth packing comes as it is', async () => {
    const style = await get(`${url}/assets/style-1.css`, { 'accept-encoding': 'gzip, br' })
    expect(style).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } })
    expect(style.body.toString()).toBe('body{}')
  })

  test('other files are asked for anew; what is not there is not found, nor is anything outside', async () => {
    expect(await get(`${url}/favicon.svg`)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
    for (const path of ['/assets/gone-1.js', '/assets/', '//', '/assets/..%2fmanifest.json%00', '/assets/..%2f..%2fpackage.json'])
      expect((await get(url + path)).status, path).toBe(404)
  })

  test('the page names the shell ahead for whoever has a session, and each file once', async () => {
    const page = async (headers = {}): Promise<string> => (await get(`${url}/`, headers)).body.toString()
    expect(await page()).toBe(PAGE)
    const shell = await page({ cookie: 'token=0a1b' })
    expect(shell.match(/<link rel="modulepreload" crossorigin href="[^"]+">/g)).toEqual([
      '<link rel="modulepreload" crossorigin href="./assets/shell-1.js">',
      '<link rel="modulepreload" crossorigin href="./assets/shared-1.js">',
    ])
  })

  test('a build without a shell is refused at the start, not found out by staff', async () => {
    const broken = builtClient()
    writeFileSync(join(broken, 'manifest.json'), JSON.stringify({ 'index.html': manifest['index.html'] }))
    await expect(buildServer(server.config, server.db, broken)).rejects.toThrow('shell')
    rmSync(broken, { recursive: true })
  })
})
