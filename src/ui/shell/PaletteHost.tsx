import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined'
import { Suspense, useEffect, useState } from 'react'
import type { UserInfo } from '../../protocol/types.ts'
import { t } from '../../providers/i18nProvider.ts'
import { Icon } from '../Icon.tsx'
import { lazily } from '../loadScreen.ts'

const Palette = lazily(() => import('./Palette.tsx'))

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
      <button
        type="button"
        className="icon"
        aria-label={t('查找与前往（Ctrl K）')}
        title={t('查找与前往（Ctrl K）')}
        onClick={() => setOpen(true)}
      >
        <Icon of={SearchOutlined} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
