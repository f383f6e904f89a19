/** What the rest of the server may use of links: digits by which somebody shows whose a telephone is. */

export { digitsGone, endDigits, sendDigits, takeDigits } from './digits.ts'
