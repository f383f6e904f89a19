/** What the rest of the server may use of reminders. */

export { forgetViewings } from './viewings.ts'
