export { awaitFiling, dropFiling } from './filings.ts'
