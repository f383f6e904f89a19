import { tryPort } from '../../tryPort.ts'
import { defineCheck, type Finding, good, wrong } from '../check.ts'

const PATIENCE_MS = 3000

const ask = async (url: string): Promise<Record<string, unknown> | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return (await response.json()) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Every address of a machine is its own, too. */
const EVERY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

const ownName = (host: string): string => EVERY[host] ?? (host.includes(':') ? `[${host}]` : host)

const lookAtNode = async (at: string): Promise<Finding> => {
  const health = await ask(`${at}/healthz`)
  if (health?.status !== 'up') return wrong(`${at} 被别的程序占用`, '设 PORT 换一个端口，或停掉占用它的程序')
  const ready = await ask(`${at}/readyz`)
  if (ready?.status !== 'ready') return wrong(`${at} 有节点，但它的数据库不答`, '看下面“数据库”一行，和节点的日志')
  return good(`${at} 有节点在运行，数据库答得上`)
}

export const port = defineCheck({
  name: 'port',
  label: '端口',
  look: async ({ config }) => {
    const { host, port } = config
    if (port === 0) return good('PORT=0，启动时任选')
    const at = `http://${ownName(host)}:${port}`
    try {
      await tryPort(config)
      return good(`${at} 空着，没有节点在运行`)
    } catch (error) {
      if ((error as Error & { code?: string }).code === 'EADDRINUSE') return lookAtNode(at)
      const [found = '', todo = ''] = (error as Error).message.split('：')
      return wrong(found, todo)
    }
  },
})
