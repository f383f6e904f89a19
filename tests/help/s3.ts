import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll } from 'vitest'
import type { S3Place } from '../../server/outbound/s3Blobs.ts'

/**
 * A store that speaks S3, with one bucket, on this machine; its key and secret are S3RVER. It takes the slash behind the bucket, which a list is asked with, for none, and so
 * finds that signature wrong: only where `isStrict` it looks at signatures, and cannot be asked for a list.
 */
export const s3Store = ({ bucket = 'anju', isStrict = false } = {}) => {
  const directory = mkdtempSync(join('/var/tmp', 'anju-s3-'))
  const build = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      allowMismatchedSignatures: !isStrict,
      configureBuckets: [{ name: bucket, configs: [] }],
    })
  let server = build(0)
  let port = 0
  beforeAll(async () => {
    port = (await server.run()).port
  })
  afterAll(async () => {
    await server.close().catch(() => undefined)
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    /** Where its objects lie on the disk. */
    directory: join(directory, bucket),
    get endpoint() {
      return `http://127.0.0.1:${port}`
    },
    place: (prefix = ''): S3Place => ({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'auto',
      bucket,
      prefix,
      accessKey: 'S3RVER',
      secret: 'S3RVER',
    }),
    /** It goes away, and comes back at the same address. */
    stop: () => server.close(),
    start: async () => {
      server = build(port)
      await server.run()
    },
  }
}
