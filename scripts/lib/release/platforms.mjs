/** What can be released: npm's words for the system, the processor and the library under it. */
const PLATFORMS = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64' },
  'win32-x64': { os: 'win32', cpu: 'x64' },
}

export const here = `${process.platform}-${process.arch}`

/** The platform of that name; leaves the process with a sentence where there is none. */
export const platformNamed = (name) => {
  const platform = PLATFORMS[name]
  if (platform) return { name, ...platform }
  process.stderr.write(`没有 ${name} 这个平台：${Object.keys(PLATFORMS).join('、')}\n`)
  process.exit(1)
}
