/** Brings the first of what is wrong into sight, and the cursor there; `faults` are by the path of their fields, in the order of the form. */
export const showFirst = (faults: Readonly<Record<string, string>>): void => {
  const [first] = Object.keys(faults)
  const at = document.querySelector(`[data-field="${first}"]`) ?? document.querySelector('[role="alert"]')
  at?.scrollIntoView({ block: 'center' })
  at?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
}
