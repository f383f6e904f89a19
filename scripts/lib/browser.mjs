import { existsSync, readdirSync } from 'node:fs'
import { run } from './run.mjs'

const known = [
  // Chromium without its windows: the same pages in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts']
const cjk = /(noto|source-?han).*(cjk|sans-?sc|serif-?sc|han)|wqy|uming|ukai|droidsansfallback/i

/** The browser that CHROME names, or the first of those that lie where systems lay them; undefined where there is none. */
export const findBrowser = () => (process.env.CHROME ? [process.env.CHROME] : known).find((file) => existsSync(file))

/** Without such a font every Chinese character is the same empty box, and a test that measures text passes for the wrong reason. */
const hasCjkFont = () =>
  process.platform !== 'linux' ||
  fontFolders.some((folder) => existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => cjk.test(String(file))))

const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

const SHELL = 'chromium-headless-shell'
const isWanted = () => (canInstall() ? !process.env.CHROME && findBrowser() !== known[0] : !findBrowser())
const missing = () => [...(isWanted() ? [SHELL] : []), ...(hasCjkFont() ? [] : ['fonts-noto-cjk'])]

/** Answers `{ chrome, problem }`; on Debian as root it installs what is missing, elsewhere it says what to do. */
export const ensureBrowser = async () => {
  if (process.env.CHROME && !existsSync(process.env.CHROME))
    return { chrome: null, problem: `CHROME 指向的文件不存在：${process.env.CHROME}` }
  const wanted = missing()
  if (wanted.length === 0) return { chrome: findBrowser(), problem: null }
  if (!canInstall())
    return { chrome: findBrowser() ?? null, problem: `浏览器测试缺少 ${wanted.join('、')}：请安装，或用环境变量 CHROME 指明浏览器程序` }
  process.stdout.write(`正在安装 ${wanted.join('、')}…\n`)
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const update = await run('apt-get', ['update'], options)
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], options)
  const stopped = update.stopped ?? install.stopped
  if (stopped !== null) process.exit(stopped)
  // Another Chromium that was here already does as well, only slower.
  const isReady = findBrowser() && hasCjkFont()
  return { chrome: findBrowser() ?? null, problem: isReady ? null : `安装 ${wanted.join('、')} 失败：\n${update.text}${install.text}` }
}
