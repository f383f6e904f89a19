import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { StartError } from './store/startError.ts'

type Place = Pick<Config, 'port' | 'host'>

const said: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port }) => `端口 ${port} 已被占用：请设 PORT 换一个端口，或停掉占用它的程序`,
  EACCES: ({ port }) => `没有权限监听端口 ${port}：请设 PORT 为 1024 以上的，由反向代理转来`,
  EADDRNOTAVAIL: ({ host }) => `HOST 的 ${host} 不是本机的地址：请设为本机的一个地址，或 0.0.0.0`,
  ENOTFOUND: ({ host }) => `HOST 的 ${host} 找不到：请设为本机的一个地址，或 0.0.0.0`,
}

/** Gives what to tell the operator of a port that cannot be listened at; null for any other error. */
export const portError = (error: unknown, place: Place): StartError | null => {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const say = syscall === 'listen' || syscall === 'getaddrinfo' ? said[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code] : undefined
  return say ? new StartError(say(place), code) : null
}

/** Whether the port is free, before anything else is begun: making the sample takes minutes. Throws StartError where it is not. */
export const tryPort = async ({ port, host }: Place): Promise<void> => {
  const probe = createServer().listen({ port, host })
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw portError(error, { port, host }) ?? error
  }
  probe.close()
  await once(probe, 'close')
}
