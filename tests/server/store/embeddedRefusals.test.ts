import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { proof } from '../../help/depth.ts'
import { isTold } from '../../help/refusals.ts'
import { cleanUp, freshDir, isRoot, makeInstall, readyDir, removeReady, serverPid, start, startNode } from './embeddedHelp.ts'

const patience = 60_000

afterEach(cleanUp, patience)
afterAll(removeReady)

/** A start whose refusal docs/operating.md has to tell. */
const startTold = (dataDir: string) =>
  start(dataDir).catch((error: Error) => {
    expect(isTold(error.message), error.message).toBe(true)
    throw error
  })

describe('a DATA_DIR that cannot work', { timeout: patience }, () => {
  it('is refused with the reason when it lies under a file', async () => {
    const dataDir = freshDir()
    writeFileSync(dataDir, '')
    await expect(startTold(dataDir)).rejects.toThrow(/数据目录 .*data 不可用：它是一个文件/)
    await expect(startTold(join(dataDir, 'below'))).rejects.toThrow(/不是目录.*DATA_DIR/)
  })

  it.runIf(isRoot)('is refused with the way out when nobody cannot walk to it', async () => {
    const dataDir = freshDir()
    chmodSync(dirname(dataDir), 0o700)
    await expect(startTold(dataDir)).rejects.toThrow(`chmod o+x ${dirname(dataDir)}`)
  })

  it.runIf(!isRoot)('is refused with the reason when it is not writable', async () => {
    const dataDir = freshDir()
    mkdirSync(dataDir, { mode: 0o500 })
    await expect(startTold(dataDir)).rejects.toThrow('没有写权限')
  })

  it('is refused when its name would not survive a shell', async () => {
    await expect(startTold(freshDir('a$HOME'))).rejects.toThrow('DATA_DIR')
  })

  if (isRoot)
    proof('is refused with the reason when its user has no entry in /etc/passwd', async () => {
      const dataDir = freshDir()
      const bundle = await makeInstall(join(dataDir, '../install'), false)
      mkdirSync(dataDir)
      chownSync(dataDir, 54_321, 54_321)
      await expect(startNode(bundle, dataDir, { uid: 54_321, gid: 54_321 })).rejects.toThrow(/passwd.*DATABASE_URL/)
    })

  it.runIf(isRoot)('is refused with the command that helps when root owns the cluster', async () => {
    const dataDir = await readyDir()
    chownSync(join(dataDir, 'pg'), 0, 0)
    await expect(startTold(dataDir)).rejects.toThrow(/chown -R 65534:65534/)
  })

  it('is refused when its cluster is of another major version', async () => {
    const dataDir = await readyDir()
    writeFileSync(join(dataDir, 'pg/PG_VERSION'), '17\n')
    await expect(startTold(dataDir)).rejects.toThrow(/PostgreSQL 17 的数据.*PostgreSQL 18/)
  })

  it('is refused when the password is gone or another', async () => {
    const dataDir = await readyDir()
    writeFileSync(join(dataDir, 'pg.password'), 'another')
    await expect(startTold(dataDir)).rejects.toThrow(/拒绝了 .*pg.password 中的密码/)
    // What nobody can use is not left running.
    expect(serverPid(dataDir)).toBeUndefined()
    rmSync(join(dataDir, 'pg.password'))
    await expect(startTold(dataDir)).rejects.toThrow(/密码文件 .*不见了/)
  })
})

it('a platform without binaries is told to use DATABASE_URL', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor
  Object.defineProperty(process, 'arch', { ...arch, value: 'riscv64' })
  try {
    await expect(startTold(freshDir())).rejects.toThrow(/riscv64[\s\S]*DATABASE_URL/)
  } finally {
    Object.defineProperty(process, 'arch', arch)
  }
})
