/** What the rest of the server may use of the system's own matters: its name and picture. */

export { operatorName } from './operatorName.ts'
export { readLogo } from './readLogo.ts'
