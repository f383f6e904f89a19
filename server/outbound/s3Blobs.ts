import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type ListObject, S3mini, S3ServiceError } from 's3mini'
import type { Config } from '../config.ts'
import type { Blobs, Listed } from '../files/blobs.ts'
import { allowed, NotAllowed } from './ask.ts'
import { fetchFrom, type Patience } from './fetchFrom.ts'

/** A bucket of an S3-compatible store, and the key to it. */
export interface S3Place {
  /** https://<host>, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  /** Below which everything lies; '' is the whole bucket. */
  prefix: string
  accessKey: string
  secret: string
}

/** What the operator says of a store in the environment. */
export type S3Config = Pick<Config, 's3Endpoint' | 's3Region' | 's3AccessKey' | 's3Secret'>

/** Gives a bucket of the store that the environment names; null where it does not say all that is needed. */
export const s3PlaceOf = (
  { s3Endpoint: endpoint, s3Region: region, s3AccessKey: accessKey, s3Secret: secret }: S3Config,
  address: Pick<S3Place, 'bucket' | 'prefix'>,
): S3Place | null => (endpoint && accessKey && secret ? { ...address, endpoint, region, accessKey, secret } : null)

/** Thrown where a store refuses or cannot be reached; its message is for whoever typed its address. */
export class S3Failure extends Error {
  override name = 'S3Failure'
}

/** What is longer goes in parts of so many bytes; a store takes 10,000 of them. */
const PART_BYTES = 16 * 2 ** 20
const LIST_ROWS = 1000
const KIND = 'application/octet-stream'

/** What a store's own code means to staff. */
const MEANINGS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: '没有这个访问密钥 ID',
  SignatureDoesNotMatch: '访问密钥不对',
  AccessDenied: '这个访问密钥没有权限',
  NoSuchBucket: '没有这个存储桶',
  AuthorizationHeaderMalformed: '区域不对',
  EntityTooLarge: '文件太大',
}

const meaningOf = (error: unknown): string => {
  if (error instanceof S3ServiceError)
    return MEANINGS[error.serviceCode ?? ''] ?? `对方回答 ${error.status} ${error.serviceCode ?? ''}`.trim()
  const { code, message } = error as NodeJS.ErrnoException
  return `连接失败（${code ?? message}）`
}

const told =
  (where: string) =>
  (error: unknown): never => {
    if (error instanceof NotAllowed || error instanceof S3Failure) throw error
    throw new S3Failure(`${where} 不可用：${meaningOf(error)}`, { cause: error })
  }

/** Gives a stream in pieces of `PART_BYTES`, the last one shorter; of an empty one, one empty piece. */
async function* inParts(source: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  let given = 0
  for await (const chunk of source) {
    held.push(Buffer.from(chunk))
    bytes += chunk.length
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(held)
      yield all.subarray(0, PART_BYTES)
      given++
      held = [all.subarray(PART_BYTES)]
      bytes -= PART_BYTES
    }
  }
  if (bytes > 0 || given === 0) yield Buffer.concat(held)
}

const putParts = async (client: S3mini, key: string, source: Readable): Promise<void> => {
  let first: Buffer | null = null
  let upload: string | null = null
  const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  try {
    for await (const part of inParts(source)) {
      if (first === null && upload === null && part.length < PART_BYTES) first = part
      else {
        upload ??= await client.getMultipartUploadId(key, KIND)
        parts.push(await client.uploadPart(key, upload, part, parts.length + 1))
      }
    }
    if (upload !== null) await client.completeMultipartUpload(key, upload, parts)
    else await client.putObject(key, first ?? Buffer.alloc(0), KIND)
  } catch (error) {
    if (upload !== null) await client.abortMultipartUpload(key, upload).catch(() => undefined)
    throw error
  }
}

const listAll = async (client: S3mini, prefix: string): Promise<ListObject[]> => {
  const found: ListObject[] = []
  let token: string | undefined
  do {
    const page = await client.listObjectsPaged('/', prefix, LIST_ROWS, token)
    if (!page) throw new S3ServiceError('no bucket', 404, 'NoSuchBucket')
    found.push(...(page.objects ?? []))
    token = page.nextContinuationToken
  } while (token)
  return found
}

const trimmed = (prefix: string): string => prefix.replaceAll(/^\/+|\/+$/g, '')

/** Gives how staff and the operator call a bucket. */
export const s3Name = ({ bucket, prefix }: Pick<S3Place, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}${trimmed(prefix) === '' ? '' : `/${trimmed(prefix)}`}`

/** Gives the files below a prefix of a bucket. Throws NotAllowed for an address that may not be asked (`fetchFrom`), S3Failure where the store refuses or does not answer. */
export const s3Blobs = (config: Pick<Config, 'outboundHosts'>, place: S3Place, patience?: Patience): Blobs => {
  const { endpoint, region, bucket, accessKey, secret } = place
  const [prefix, where] = [trimmed(place.prefix), s3Name(place)]
  allowed(config, endpoint)
  const client = new S3mini({
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secret,
    fetch: fetchFrom(config, patience),
  })
  const refuse = told(where)
  const keyOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`)
  const listed = ({ Key, Size, LastModified }: ListObject): Listed => ({
    path: prefix === '' ? Key : Key.slice(prefix.length + 1),
    bytes: Number(Size),
    at: Math.floor(new Date(LastModified).getTime() / 1000),
  })
  const put: Blobs['put'] = (path, content) =>
    putParts(client, keyOf(path), content instanceof Readable ? content : Readable.from([content])).catch(refuse)
  const list: Blobs['list'] = async (below) => {
    const objects = await listAll(client, keyOf(below === '' ? '' : `${below}/`)).catch(refuse)
    return objects.map(listed).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }
  const remove: Blobs['remove'] = async (path) => void (await client.deleteObject(keyOf(path)).catch(refuse))
  return {
    where,
    put,
    async take(path, file) {
      await put(path, createReadStream(file))
      await rm(file)
    },
    async get(path) {
      const answer = await client.getObjectResponse(keyOf(path)).catch(refuse)
      if (!answer) return null
      const bytes = Number(answer.headers.get('content-length'))
      const stream = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([])
      return { bytes: answer.headers.has('content-length') ? bytes : null, stream }
    },
    has: async (path) => (await client.objectExists(keyOf(path)).catch(refuse)) === true,
    list,
    async folders(below) {
      const names = (await list(below)).map(({ path }) => path.slice(below.length + 1).split('/'))
      return [...new Set(names.filter((parts) => parts.length > 1).map(([name = '']) => name))]
    },
    async clear(below) {
      for (const { path } of await list(below)) await remove(path)
    },
    pathOf: () => null,
    remove,
  }
}
