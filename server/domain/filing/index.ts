export { awaitFiling } from './filings.ts'
