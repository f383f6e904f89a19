/** What travels: every value as text, in the form in which it is signed. */
export type Wire = Record<string, string>

const isDropped = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (typeof value === 'number' && !Number.isFinite(value))

const textOf = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A lone surrogate cannot be form-encoded: both sides must sign what really arrives.
  return text.toWellFormed()
}

/**
 * Gives the params as they are signed and sent (design.md, Protocol): null, undefined, NaN and false are dropped, and Infinity, which JSON
 * cannot carry, with them; '' and 0 are kept,
 * objects and arrays become JSON text. `file` and `sign` are never signed and so are left out here.
 */
export const toWire = (params: Readonly<Record<string, unknown>>): Wire => {
  const wire: Wire = Object.create(null)
  for (const [key, value] of Object.entries(params)) {
    if (key === 'sign' || key === 'file' || isDropped(value)) continue
    wire[key] = textOf(value)
  }
  return wire
}
