export { FIRST_TEXT } from './firstText.ts'
