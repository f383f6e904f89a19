import type { FocusEvent } from 'react'

/** Has the number in a box selected whole as one comes to it, by key or by mouse: it is written over, where it was written into (`0.001600`). */
export const selectWhole = ({ target }: FocusEvent<HTMLInputElement>): void => target.select()
