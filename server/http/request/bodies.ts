import { parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'

/** More than any dialog or list has. */
const MAX_PARAMS = 200
/** Names at any depth, as in the declaration of a large screen. */
const MAX_NAMES = 20_000
const MAX_DEPTH = 32

const tooMany = (): CallError => new CallError(400, '参数过多')

const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0))
const OPENING = new Set(['{', '['].map((sign) => sign.charCodeAt(0)))
const CLOSING = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)))

/** Gives the place behind a JSON text's closing quote. */
const behindText = (text: string, begin: number): number => {
  for (let at = begin; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) at++
    else if (sign === QUOTE) return at
  }
  return text.length
}

/**
 * Refuses JSON with more names or levels than any call has, by one look along the text: made into objects, a megabyte of names stops
 * all other calls for as long as a thousand of them take.
 */
export const refuseCrowdedJson = (text: string): void => {
  let depth = 0
  let params = 0
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = behindText(text, at + 1)
    else if (sign === COLON) {
      names++
      if (depth === 1) params++
      if (params > MAX_PARAMS || names > MAX_NAMES) throw tooMany()
    } else if (OPENING.has(sign)) {
      if (++depth > MAX_DEPTH) throw new CallError(400, '参数嵌套过深')
    } else if (CLOSING.has(sign)) depth--
  }
}

/** The same for a form. */
export const refuseCrowdedForm = (text: string): void => {
  let params = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++params > MAX_PARAMS) throw tooMany()
}

/** Has both styles of bodies read: only what could be a call's params is made into objects. `limit`: in bytes. */
export const addBodies = async (app: FastifyInstance, limit: number): Promise<void> => {
  await app.register(formbody, {
    bodyLimit: limit,
    parser: (text) => {
      refuseCrowdedForm(text)
      return parse(text, '&', '=', { maxKeys: 0 })
    },
  })
  const asJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: limit }, (request, body, done) => {
    refuseCrowdedJson(String(body))
    return asJson(request, String(body), done)
  })
}
