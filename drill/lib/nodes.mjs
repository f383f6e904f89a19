import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PRIMARY, urlOf } from './site.mjs'

export const PASSWORD = 'drill-2026'
const PORTS = [8171, 8172]
const STARTED = /安居已启动/

/** Two nodes of anju, each started anew when it ends, as its unit does; `ends` counts when nobody had ended it. */
export class Nodes {
  urls = PORTS.map((port) => `http://127.0.0.1:${port}`)
  ends = 0
  #children = []
  #isOver = false
  #meant = new Set()

  constructor(site, main) {
    this.site = site
    this.main = main
    this.files = join(site.folder, 'files')
    mkdirSync(this.files)
  }

  async open() {
    for (const index of PORTS.keys()) {
      const folder = join(this.site.folder, `node${index}`)
      mkdirSync(folder)
      symlinkSync(this.files, join(folder, 'files'))
      this.#start(index)
      await this.#untilReady(index)
    }
  }

  #start(index) {
    const path = join(this.site.logs, `node${index}.log`)
    const log = openSync(path, 'a')
    const env = {
      ...process.env,
      ...{ DATABASE_URL: urlOf(PRIMARY), DATA_DIR: join(this.site.folder, `node${index}`), PORT: String(PORTS[index]), HOST: '127.0.0.1' },
      ...{ SECRET_KEY: 'drill', ADMIN_PASSWORD: PASSWORD, SAMPLE_DATA: 'none', LOG_LEVEL: 'info' },
    }
    const child = spawn(process.execPath, [this.main], { env, stdio: ['ignore', log, log] })
    this.#children[index] = child
    child.on('exit', async () => {
      if (this.#isOver) return
      if (!this.#meant.delete(child)) this.ends++
      await wait(1000)
      if (!this.#isOver) this.#start(index)
    })
  }

  async #untilReady(index) {
    const end = performance.now() + 180_000
    for (;;) {
      const isReady = await fetch(`${this.urls[index]}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      if (performance.now() > end || this.ends > 0) throw new Error(`节点没有启动：\n${this.#said(index)}`)
      await wait(300)
    }
  }

  #said(index) {
    const text = readFileSync(join(this.site.logs, `node${index}.log`), 'utf8')
    return STARTED.test(text) ? '' : text.slice(-2000)
  }

  kill(index) {
    this.#meant.add(this.#children[index])
    this.#children[index].kill('SIGKILL')
  }

  /** How many lines both have logged so far. */
  lines() {
    return PORTS.map((_, index) => readFileSync(join(this.site.logs, `node${index}.log`), 'utf8').split('\n').length - 1).reduce(
      (a, b) => a + b,
    )
  }

  async close() {
    this.#isOver = true
    await Promise.all(
      this.#children.map(
        (child) => new Promise((ended) => ((child.exitCode ?? child.signalCode) ? ended() : child.once('exit', ended).kill())),
      ),
    )
  }
}
