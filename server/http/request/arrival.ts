import type { FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import type { Upload } from '../../files/upload.ts'
import type { Arrival } from '../runCall.ts'
import { addressOf } from './address.ts'

type Read = Omit<Arrival, 'browser'>

const isRecord = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null && !Array.isArray(body)

/** Lets a file in whose params are these, or throws why not. */
type AdmitFile = (params: Readonly<Record<string, unknown>>) => Promise<void>

const MB = 1024 * 1024
/** What stands around a file in its body: the fields before it, and what divides them. */
const AROUND = 256 * 1024

/** Throws 413 where a file is larger than files may be, which says how large that is. */
const refuseLarge = (maxMb: number): never => {
  throw new CallError(413, `文件超过 ${maxMb} MB，没有上传`, { field: 'file' })
}

/** A file comes behind the params that say who sends it, and is not read before that is known; nor at all where its own request says that it is too large. */
const readMultipart = async (
  request: FastifyRequest,
  admit: AdmitFile,
  maxMb: number,
): Promise<{ params: Record<string, unknown>; file: Upload | null }> => {
  const params: Record<string, unknown> = {}
  let file: Upload | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (Object.hasOwn(params, part.fieldname)) throw new CallError(400, `参数 ${part.fieldname} 重复`, { field: part.fieldname })
      params[part.fieldname] = part.value
    } else if (file || part.fieldname !== 'file') throw new CallError(400, '一次只能上传一个文件', { field: 'file' })
    else {
      await admit(params)
      if (Number(request.headers['content-length'] ?? 0) > maxMb * MB + AROUND) refuseLarge(maxMb)
      file = { name: part.filename ?? '', bytes: await part.toBuffer() }
    }
  }
  return { params, file }
}

/** busboy throws plain errors without a code for a body that is no multipart. */
const refuseBroken = (error: unknown): never => {
  throw error instanceof CallError || (error as { code?: unknown }).code !== undefined ? error : new CallError(400, '请求体格式有误')
}

/** What is not read any more is let go by, and not held back until its sender gives up. */
const letGo = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}

/** Reads a call's params in either style (spec.md section 7): form-encoded, JSON, or multipart with one file of at most `maxMb` MB behind them. */
export const readArrival = async (request: FastifyRequest, admit: AdmitFile, maxMb: number): Promise<Read> => {
  if (request.isMultipart())
    return readMultipart(request, admit, maxMb)
      .then((read) => ({ ...read, address: addressOf(request) }))
      .catch((error: unknown) => {
        letGo(request)
        return (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE' ? refuseLarge(maxMb) : refuseBroken(error)
      })
  const body = request.body ?? {}
  if (!isRecord(body)) throw new CallError(400, '请求体须为对象')
  return { params: body, file: null, address: addressOf(request) }
}

/** Refuses a name given twice in a form body: which of the two was signed cannot be told. */
export const refuseRepeated = (body: unknown, isForm: boolean): void => {
  if (!isForm || !isRecord(body)) return
  const repeated = Object.entries(body).find(([, value]) => Array.isArray(value))
  if (repeated) throw new CallError(400, `参数 ${repeated[0]} 重复`, { field: repeated[0] })
}
