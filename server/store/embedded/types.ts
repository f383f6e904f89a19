/** The part of a logger that the embedded server uses; pino's logger fits. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What a pg Pool needs to connect. `host` is a socket directory where the platform has unix sockets. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** Where a live server of our data directory listens. */
export interface Address {
  host: string
  port: number
}

/** A failed start that the operator can mend; the message is Chinese, complete and ready to print without a stack. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
