/** What the rest of the server may use of the system's own matters: its name and picture. */

export { readLogo } from './readLogo.ts'
