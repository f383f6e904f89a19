import { signers } from '../../../../src/schemas/settings/netSign.ts'
import type { Config } from '../../../config.ts'
import { fetchFile, NotAllowed } from '../../../outbound/ask.ts'
import { ServiceFault, type SigningProvider } from '../provider.ts'
import { type Asking, asked, type Fadada, textIn, tokenFor } from './asking.ts'
import { hearFadada } from './hearing.ts'
import { standingOf } from './standing.ts'
import { createTask, findTask } from './task.ts'

/** A task is made within half a minute, or tried again: after a minute another node may. */
const PATIENCE_MS = 28_000
const OK = 200
/** No contract that was sent is as long. */
const MOST_BYTES = 20 * 1024 * 1024

/** Throws ServiceFault where a file is no PDF with a signature in it. */
const checkSigned = (bytes: Buffer): Buffer => {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-' || !bytes.includes('/ByteRange'))
    throw new ServiceFault('法大大给的不是签过的 PDF 文件', 'later')
  return bytes
}

const fileOf = async (asking: Asking, signTaskId: string): Promise<Buffer> => {
  const { open_corp_id } = asking.keys
  const place = await asked(asking, '/sign-task/owner/get-download-url', {
    ownerId: { idType: 'corp', openId: open_corp_id },
    ...{ signTaskId, downloadMode: 'download', compression: false },
  })
  const url = textIn(place, 'downloadUrl')
  const { status, bytes } = await fetchFile(asking.config, { url, method: 'GET', until: asking.until }, MOST_BYTES).catch(
    (error: unknown) => {
      throw new ServiceFault(error instanceof NotAllowed ? error.message : '从法大大取不到签好的文件', 'later')
    },
  )
  if (status !== OK) throw new ServiceFault(`从法大大取不到签好的文件，HTTP ${status}`, 'later')
  return checkSigned(bytes)
}

/** 法大大 (FASC OpenAPI 5.1), with these keys. */
export const fadadaProvider = (config: Pick<Config, 'outboundHosts'>, keys: Fadada): SigningProvider => {
  const asking = (): Asking => ({ config, keys, until: Date.now() + PATIENCE_MS })
  return {
    code: 2,
    label: signers[2],
    service: {
      create: (task) => createTask(asking(), task),
      find: (asked) => findTask(asking(), asked),
      cancel: async (signTaskId, why) =>
        void (await asked(asking(), '/sign-task/cancel', { signTaskId, terminationNote: why.slice(0, 250) })),
      standing: (id) => standingOf(asking(), id),
      file: (id) => fileOf(asking(), id),
      hear: (told, now) => hearFadada(keys, told, now),
    },
    // It gives a token to the right number and key only.
    test: async () => {
      try {
        await tokenFor(asking(), true)
        return { ok: true, msg: '法大大连接正常：编号与密钥正确' }
      } catch (error) {
        if (!(error instanceof ServiceFault)) throw error
        return { ok: false, msg: error.message }
      }
    },
  }
}
