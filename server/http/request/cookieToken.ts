import type { FastifyRequest } from 'fastify'

/** Gives the token of the cookie, or '': only what the browser itself asks for (images, the event stream) reads it from there. */
export const cookieToken = (request: FastifyRequest): string =>
  /(?:^|;\s*)token=([0-9a-f]{64})/.exec(request.headers.cookie ?? '')?.[1] ?? ''
