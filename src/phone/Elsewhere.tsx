import { useEffect } from 'react'
import type { SigningService } from '../protocol/signing.ts'

/** How often the page looks how far it has come, in ms. */
const LOOK_MS = 5000

/** It is signed at a service outside: where to, and what happens there. The page looks by itself what has come of it. */
export const Elsewhere = ({ service, onLook }: { service: SigningService; onLook: () => Promise<void> }) => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void onLook()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [onLook])
  if (service.is === 'signed')
    return (
      <p className="phone-note" role="status">
        您已在{service.name}签署。出租方盖章后合同生效，届时可从这个链接下载电子合同。
      </p>
    )
  if (service.url === null)
    return (
      <p className="phone-note" role="status">
        正在{service.name}准备签署，请稍候，准备好后这里会出现“去签署”。
      </p>
    )
  return (
    <>
      <a className="phone-main" href={service.url} rel="noreferrer">
        去签署
      </a>
      <p className="phone-hint">将打开{service.name}的网页，按那里的提示验证身份并签署；签完请回到这个链接。</p>
    </>
  )
}
