import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PDFSIG = '/usr/bin/pdfsig'

/** poppler's tool, by which a signature is judged by what is not ours: on Debian as root it is installed where it is missing. */
const ensure = (): void => {
  if (existsSync(PDFSIG)) return
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new Error('签名的测试缺少 poppler-utils（pdfsig）：请安装')
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'poppler-utils'], options)
}

/** Gives what pdfsig says of a file's signatures. */
export const pdfsig = (bytes: Uint8Array): string => {
  ensure()
  const folder = mkdtempSync(join(tmpdir(), 'anju-pdfsig-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), bytes)
    return execFileSync(PDFSIG, ['-nocert', join(folder, 'a.pdf')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
