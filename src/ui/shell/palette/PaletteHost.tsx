import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UserInfo } from '../../../protocol/types.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useFocusReturn } from '../../hooks/useFocusReturn.ts'
import { lazily } from '../../later/lazily.ts'
import { Icon } from '../../look/Icon.tsx'
import { ErrorBoundary } from '../../tab/ErrorBoundary.tsx'
import './palette.css'
import { PALETTE_ABOUT, PALETTE_LABEL } from './paletteTexts.ts'

const Palette = lazily(() => import('./Palette.tsx'))

/** Takes the letters that are typed while the palette is on its way, composed ones too. */
const Early = ({ typed, onType, onClose }: { typed: string; onType: (typed: string) => void; onClose: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <input
      ref={input}
      className="palette-early"
      aria-label={said(PALETTE_LABEL)}
      placeholder={said(PALETTE_ABOUT)}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    />
  )
}

const Opened = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  // Of the two boxes neither opened the palette, and one is gone when it closes.
  useFocusReturn()
  const [typed, setTyped] = useState('')
  const [isReady, setReady] = useState(false)
  return (
    <>
      {!isReady && <Early typed={typed} onType={setTyped} onClose={onClose} />}
      <Suspense fallback={null}>
        <Palette user={user} typed={typed} onType={setTyped} onReady={() => setReady(true)} onClose={onClose} />
      </Suspense>
    </>
  )
}

/** The palette's button; Ctrl K (⌘ K) does the same, whatever screen one is on. */
export const PaletteHost = ({ user }: { user: UserInfo }) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className="head-search" title={said(PALETTE_ABOUT)} onClick={() => setOpen(true)}>
        <Icon of={SearchOutlined} />
        <span>{t`查找与前往`}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <ErrorBoundary onClose={() => setOpen(false)}>
          <Opened user={user} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  )
}
