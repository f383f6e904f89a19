/** Thrown where a start cannot go on and an operator can mend it; the message is one Chinese sentence that says why and the way out, ready to print. */
export class StartError extends Error {
  override name = 'StartError'
  constructor(
    message: string,
    /** The system's word for it, where it has one. */
    readonly code: string | null = null,
  ) {
    super(message)
  }
}
