export { FIRST_TEXT } from './firstText.ts'
export { contractText, textInForce } from './inForce.ts'
