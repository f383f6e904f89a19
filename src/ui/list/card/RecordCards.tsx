import { Suspense, useEffect, useState } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { lazily } from '../../later/lazily.ts'
import { useIsShown } from '../../tab/Located.tsx'
import { openable, recordsOver } from '../../tab/recordAddress.ts'

const RecordCard = lazily(() => import('./RecordCard.tsx'))

/** How long one rests on a reference before its card is shown, in milliseconds (look.md). */
const REST = 300
const NAME = 'record-card'

interface Pointed {
  resource: CompleteResource
  id: number
  beside: HTMLElement
}

/** The record that a reference leads to, where its resource has facts to show. */
const pointedBy = (target: EventTarget | null): Pointed | null => {
  const beside = target instanceof Element ? target.closest<HTMLElement>('a.reference') : null
  const record = recordsOver(beside?.getAttribute('href')?.slice(1) ?? '').at(-1)
  const resource = record && openable(record.resource)
  return beside && resource && resource.facts.length > 0 ? { resource, id: record.id, beside } : null
}

/** Shows the card of the reference on which one rests, with the pointer or by the keyboard: one listener, however many references there are. */
export const RecordCards = () => {
  const isShown = useIsShown()
  const [shown, setShown] = useState<Pointed | null>(null)
  useEffect(() => {
    if (!isShown) return
    let timer = 0
    let aim: HTMLElement | null = null
    const leave = (): void => {
      clearTimeout(timer)
      aim?.removeAttribute('aria-describedby')
      aim = null
      setShown(null)
    }
    const look = ({ target }: Pick<Event, 'target'>): void => {
      const pointed = pointedBy(target)
      if (pointed?.beside === aim) return
      leave()
      if (!pointed) return
      aim = pointed.beside
      timer = window.setTimeout(() => {
        pointed.beside.setAttribute('aria-describedby', NAME)
        setShown(pointed)
      }, REST)
    }
    const blur = ({ target }: Event): void => {
      if (target === aim) leave()
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave()
    }
    const events: [string, (event: Event) => void][] = [
      ['pointerover', look],
      ['focusin', look],
      ['focusout', blur],
      ['pointerdown', leave],
      ['scroll', leave],
      ['keydown', onKey as (event: Event) => void],
    ]
    for (const [name, listener] of events) document.addEventListener(name, listener, true)
    // Where the pointer rested before this was here, it does not come over anything any more.
    look({ target: document.querySelector('a.reference:hover') })
    return () => {
      leave()
      for (const [name, listener] of events) document.removeEventListener(name, listener, true)
    }
  }, [isShown])
  if (!shown) return null
  const { resource, id, beside } = shown
  return (
    <Suspense fallback={null}>
      <RecordCard key={`${resource.name}-${id}`} resource={resource} id={id} beside={beside} name={NAME} />
    </Suspense>
  )
}
