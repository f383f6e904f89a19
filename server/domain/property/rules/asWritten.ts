/** How far the wide letters, digits and signs of an input method stand from the plain ones. */
const WIDE = 0xfee0

/** Gives the number of a room or a building as it is written down, however it was typed: wide letters and digits, and blanks around it, make no other room of it. */
export const asWritten = (typed: string): string =>
  typed.replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE)).trim()
