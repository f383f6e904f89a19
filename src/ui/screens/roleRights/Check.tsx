import { useEffect, useRef } from 'react'

interface Props {
  label: string
  /** How many of how many are on. */
  on: number
  of: number
  isDisabled?: boolean
  onTurn: (isOn: boolean) => void
}

/** A box for one thing or for many at once: half marked where some of them are on, and then all are turned on. */
export const Check = ({ label, on, of, isDisabled = false, onTurn }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = on > 0 && on < of
  })
  if (of === 0) return null
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      title={label}
      checked={on === of}
      disabled={isDisabled}
      onChange={() => onTurn(on < of)}
    />
  )
}
