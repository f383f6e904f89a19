import VerticalAlignTopOutlined from '@ant-design/icons-svg/es/asn/VerticalAlignTopOutlined'
import { type RefObject, useEffect, useState } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { Icon } from '../look/Icon.tsx'

/** Scroll units after which the button appears (spec.md section 9). */
const AFTER = 100

export const BackToTop = ({ area }: { area: RefObject<HTMLDivElement | null> }) => {
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const look = (): void => setFar(element.scrollTop > AFTER)
    // Reading the scroll now would lay the page out before it is drawn.
    const frame = requestAnimationFrame(look)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', look)
    }
  }, [area])
  if (!isFar) return null
  return (
    <div className="below-all">
      <button
        type="button"
        className="back-to-top"
        aria-label={t`回到顶部`}
        onClick={() => area.current?.scrollTo({ top: 0, behavior: 'smooth' })}
      >
        <Icon of={VerticalAlignTopOutlined} />
      </button>
    </div>
  )
}
