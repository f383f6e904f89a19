import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { NotAllowed } from './ask.ts'

/** Where a host may be connected to. */
export interface Reached {
  /** What to connect to: the address that was looked at, so that no later answer of the DNS takes its place. */
  address: string
  /** The operator himself has said that it may be reached, whatever its address and without TLS. */
  isOwn: boolean
}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/**
 * Gives where a service that does not speak HTTP (mail) may be reached, by the rules of `ask`: public addresses only, unless OUTBOUND_HOSTS names the
 * host. Throws NotAllowed for one that may not be, and any other error where the name is not known.
 */
export const reach = async ({ outboundHosts }: Pick<Config, 'outboundHosts'>, host: string, port: number): Promise<Reached> => {
  const name = host.toLowerCase()
  if (outboundHosts.includes(name) || outboundHosts.includes(`${name}:${port}`)) return { address: host, isOwn: true }
  const found = await lookup(host, { all: true })
  if (!found.every(({ address }) => isPublic(address)))
    throw new NotAllowed('外部服务不能是内网地址；确需连接的须由运维写进 OUTBOUND_HOSTS')
  return { address: found[0]?.address ?? host, isOwn: false }
}
