import { engines, version as release } from '../../../package.json'
import { defineCheck, good, wrong } from '../check.ts'

const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(engines.node)?.slice(1) ?? []).map(Number)

/** Whether a version of Node is one that this code runs on. */
export const isNewEnough = (version: string): boolean => {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

export const versions = defineCheck({
  name: 'versions',
  label: '版本',
  look: async () => {
    const { node } = process.versions
    if (!isNewEnough(node)) return wrong(`Node ${node}，安居 ${release} 要 ${engines.node}`, '换上较新的 Node，再启动')
    return good(`安居 ${release}，Node ${node}`)
  },
})
