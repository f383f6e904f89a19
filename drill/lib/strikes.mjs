import { setTimeout as wait } from 'node:timers/promises'

/** Waits until what is asked for is there; gives nothing after so many milliseconds. */
const soon = async (look, patience) => {
  for (const end = performance.now() + patience; performance.now() < end; await wait(20)) {
    const found = await look()
    if (found) return found
  }
  return undefined
}

const postmaster = (host) => host.named('postgres', true)

/**
 * What is done to a site, by its name: each strikes and gives what sets it right again afterwards. `isMoved`: another machine has to become
 * the primary by it. `seconds`: so long it
 * stays so at least.
 */
export const STRIKES = {
  kill: {
    label: '杀掉主库',
    strike: async ({ leader }) => leader.signal(postmaster(leader), 'SIGKILL'),
  },
  host: {
    label: '主机没了',
    isMoved: true,
    strike: async ({ site, leader }) => {
      // As with the plug pulled: nobody is told that its connections have ended.
      leader.cut()
      leader.signal(leader.processes(), 'SIGKILL')
      return () => {
        leader.join()
        site.startEtcd(leader)
        site.startPatroni(leader)
      }
    },
  },
  etcd: {
    label: '主库旁的 etcd 没了',
    seconds: 20,
    strike: async ({ site, leader }) => {
      leader.signal(leader.named('etcd'), 'SIGKILL')
      return () => site.startEtcd(leader)
    },
  },
  node: {
    label: '安居的一个节点没了',
    strike: async ({ nodes, round }) => nodes.kill(round % 2),
  },
  freeze: {
    label: '主机僵住',
    isMoved: true,
    strike: async ({ leader }) => {
      const all = leader.processes()
      leader.signal(all, 'SIGSTOP')
      return () => leader.signal(all, 'SIGCONT')
    },
  },
  cut: {
    label: '网线断了',
    isMoved: true,
    strike: async ({ leader }) => {
      leader.cut()
      return () => leader.join()
    },
  },
  rewind: {
    label: '网线断了又通，旧主库回放时新主库没了',
    isMoved: true,
    strike: async ({ site, leader }) => {
      leader.cut()
      const next = await soon(async () => {
        const now = await site.leader(leader.name)
        return now !== leader && now
      }, 60_000)
      leader.join()
      const isRewinding = await soon(() => leader.named('pg_rewind').length > 0, 30_000)
      if (!next || !isRewinding) throw new Error('旧主库没有回放')
      next.signal(postmaster(next), 'SIGKILL')
    },
  },
  switch: {
    label: '计划内切换',
    isMoved: true,
    strike: async ({ site, leader }) => void site.switchOver(leader).catch(() => {}),
  },
}
