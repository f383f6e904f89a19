import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { readLogo } from '../../domain/system/index.ts'
import { type Address, isGiven } from '../../files/addresses.ts'
import { diskAt, type OpenFile } from '../../files/disk.ts'
import { picturesFor } from '../../files/holders.ts'
import { download, numberIn, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

type Asked = FastifyRequest<{ Params: { id: string; size: string }; Querystring: Readonly<Record<string, unknown>> }>

/** The logo's address is not signed and stays the same for all, so a browser asks for it anew now and then. */
const LOGO_SECONDS = 300

/** What an address says, whoever wrote it; `sign` is '' where nobody signed it. Throws 404 for what is none of a picture. */
const readAddress = ({ params, query }: Asked): Address => {
  const { size } = params
  if (size !== 'full' && size !== 'thumb') throw new CallError(404)
  const [until, sign] = [query.until, query.sign].map((text) => (typeof text === 'string' ? text : '')) as [string, string]
  return { id: numberIn(params.id), size, until: until === '' ? 0 : numberIn(until), sign }
}

/** Gives for how many seconds the asker may keep the picture; throws 302 without a session, 404 for what was not given to it. */
const allowance = async (request: Asked, { db, config }: Ground, address: Address): Promise<number> => {
  if (address.sign === '' && (await readLogo(db)).image === address.id) return LOGO_SECONDS
  const session = await sessionOf(db, request)
  if (!(await isGiven(db, config, session, address))) throw new CallError(404)
  const left = address.until - Math.floor(Date.now() / 1000)
  if (left <= 0) throw new CallError(404, '图片的地址已过期，请刷新页面')
  // The address says that the right was there; whether it still is, only the records can say.
  if (!(await picturesFor(db, session, [address.id])).has(address.id)) throw new CallError(404)
  return left
}

/**
 * Adds the images: GET /files/<img_id>/full and …/thumb, at the addresses that the calls give out. One is for the session that it was
 * given to, until it ends, and as long as that session may see a record that names the picture; the logo in force is for anyone.
 */
export const addFileRoutes = (app: FastifyInstance, ground: Ground): void => {
  const { db, config } = ground
  const disk = diskAt(config.dataDir)
  const open = async ({ id, size }: Address): Promise<OpenFile & { mime: string }> => {
    const file = await db.selectFrom('file').select(['hash', 'mime']).where('img_id', '=', id).executeTakeFirst()
    const found = file && (await disk.read(file.hash, size))
    if (!file || !found) throw new CallError(404, '图片文件已不在')
    return { ...found, mime: size === 'thumb' ? 'image/webp' : file.mime }
  }
  app.get(
    '/files/:id/:size',
    { logLevel: 'warn' },
    download(async (request: Asked, reply) => {
      const address = readAddress(request)
      const seconds = await allowance(request, ground, address)
      const { stream, bytes, mime } = await open(address)
      if (bytes !== null) reply.header('content-length', bytes)
      return reply.header('content-type', mime).header('cache-control', `private, max-age=${seconds}, immutable`).send(stream)
    }),
  )
}
