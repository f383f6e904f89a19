import { defineCheck, good, note, wrong } from '../check.ts'

const OWN = new Set(['127.0.0.1', '::1', 'localhost'])

/** Who comes in where, and whose word it is from where. */
export const doors = defineCheck({
  name: 'doors',
  label: '来访',
  look: async ({ config: { host, trustProxy } }) => {
    const isOwn = OWN.has(host)
    if (!isOwn && typeof trustProxy === 'number')
      return wrong(
        `HOST=${host} 而 TRUST_PROXY=${trustProxy}：不经代理来的人，来访地址由他自己写，登录限次与 /metrics 都挡不住他`,
        'TRUST_PROXY 写成代理的地址，或设 HOST=127.0.0.1 只让本机的代理来',
      )
    if (!isOwn && trustProxy === false)
      return note(`HOST=${host}，没有说前面有代理`, '前面应有一个有证书的反向代理，并把它的地址写进 TRUST_PROXY；不然口令在网络上是明文')
    if (isOwn && trustProxy === false) return good(`只有本机来（HOST=${host}）；前面若有反向代理，请设 TRUST_PROXY，登录限次才按真实地址`)
    return good(`HOST=${host}，信代理 ${String(trustProxy)}`)
  },
})
