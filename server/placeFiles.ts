import { type Config, ConfigError } from './config.ts'
import { s3Address } from './envReaders.ts'
import type { Blobs } from './files/blobs.ts'
import { fallingBack, giveFiles, moveFiles, ownFolder } from './files/filePlace.ts'
import { s3Blobs, s3PlaceOf } from './outbound/s3Blobs.ts'

/** Gives the bucket for files that the environment names; null where it names none. */
const bucketOf = (config: Config): Blobs | null => {
  const address = s3Address(config.filesS3 ?? '')
  const place = address && s3PlaceOf(config, address)
  return place && s3Blobs(config, place)
}

/** Has a node keep its files where the environment says: in its own folder, or in a bucket, each read where the other has not got something yet. */
export const placeFiles = (config: Config): void => {
  const bucket = bucketOf(config)
  if (!bucket) return
  const own = ownFolder(config.dataDir)
  giveFiles(config.dataDir, config.filesIn === 's3' ? fallingBack(bucket, own) : fallingBack(own, bucket))
}

/** Files a line of progress stands for. */
const STEP = 1000

/** Copies all files to the bucket, or from it to the folder, while nodes run; gives what to tell the operator. Throws ConfigError where there is no bucket, or it is not said whereto. */
export const moveTo = async (config: Config, to: string, print: (text: string) => void): Promise<string> => {
  const bucket = bucketOf(config)
  if (!bucket) throw new ConfigError('没有设 FILES_S3：文件只在 DATA_DIR/files 里')
  if (to !== 's3' && to !== 'folder') throw new ConfigError('请写明搬到哪里：npm run files -- --to s3，或 --to folder')
  const own = ownFolder(config.dataDir)
  const [from, target] = to === 's3' ? [own, bucket] : [bucket, own]
  const { copied, there } = await moveFiles(from, target, (done, total) => {
    if (done % STEP === 0) print(`${done} / ${total}`)
  })
  const next =
    to === 's3'
      ? '各节点设 FILES_IN=s3（或不设）逐个重启后，DATA_DIR/files 里的可以删去'
      : '各节点设 FILES_IN=folder 逐个重启，再搬一次，之后可以不设 FILES_S3'
  return `已从 ${from.where} 复制 ${copied} 个文件到 ${target.where}，另有 ${there} 个原来就在；原来的没有删。\n${next}`
}
