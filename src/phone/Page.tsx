import { useCallback, useEffect, useState } from 'react'
import type { SigningView } from '../protocol/signing.ts'
import { Contract } from './Contract.tsx'
import { callByLink, type Refused } from './call.ts'
import { Done } from './Done.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { Sign } from './Sign.tsx'
import { Stopped } from './Stopped.tsx'

/** 签署合同 on the tenant's own phone: what a link shows, from opening it to the signed file. */
export default function Page({ code }: { code: string }) {
  const [view, setView] = useState<SigningView | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const open = useCallback(async (): Promise<void> => {
    try {
      const shown = await callByLink<SigningView>('/api/signing/open', { code })
      setRefused(null)
      setView(shown)
    } catch (error) {
      setRefused(error as Refused)
    }
  }, [code])
  useEffect(() => void open(), [open])
  if (refused) return <Stopped refused={refused} onAgain={() => void open()} />
  if (!view)
    return (
      <main className="phone" aria-busy="true">
        <p className="phone-wait">正在打开…</p>
      </main>
    )
  if (view.isSigned) return <Done view={view} code={code} />
  return (
    <main className="phone">
      <Contract view={view} code={code} />
      {view.service ? (
        <Elsewhere service={view.service} onLook={open} />
      ) : (
        <Sign view={view} code={code} onSigned={() => void open()} onStopped={setRefused} />
      )}
    </main>
  )
}
